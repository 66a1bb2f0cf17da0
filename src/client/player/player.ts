import type { ConsentParts } from '../integrations/consent/decider.ts'
import type { consentGate } from '../integrations/consent/gate.ts'
import { startControls } from './controls.ts'
import { failureOf, report, unplayable } from './failure.ts'
import { startMeasuring } from './measuring.ts'
import { startPingback } from './pingback.ts'

/** Margin around the screen in which videos play. */
const NEAR = '100% 0px'
/** Default volume (GIF-11). */
const VOLUME = 0.7

interface PlayerParts extends ConsentParts {
  gate(): Promise<{ consentGate: typeof consentGate }>
}

/** Adds the player to a video (GIF-11). If it cannot load, the browser's own controls stay. */
export function start(root: HTMLElement, parts: PlayerParts): void {
  const video = root.querySelector('video')
  const controls = root.querySelector<HTMLElement>('.player-controls')
  if (video && controls) whenGranted(video, parts, (isGranted) => startPlayer(root, video, controls, isGranted))
}

/** Where third parties need consent, a video plays only after it (GIF-9). */
function whenGranted(video: HTMLVideoElement, parts: PlayerParts, run: (isGranted: () => boolean) => void): void {
  if (!document.getElementById('integrations')) {
    run(() => true)
    return
  }
  video.controls = false
  parts
    .gate()
    .then(({ consentGate }) => {
      const gate = consentGate(parts)
      gate.whenGranted('embeds', () => run(() => gate.isGranted('embeds')), true)
    })
    .catch(() => {})
}

function startPlayer(
  root: HTMLElement,
  video: HTMLVideoElement,
  controls: HTMLElement,
  isGranted: () => boolean,
): void {
  const id = root.dataset.player ?? ''
  video.controls = false
  const failed = (failure: ReturnType<typeof failureOf>): void => {
    controls.hidden = true
    root.querySelector('.player-message')?.removeAttribute('hidden')
    report({ ...failure, id })
  }
  const failure = unplayable(video)
  if (failure) {
    failed(failure)
    return
  }
  video.addEventListener('error', () => failed(failureOf(video)))
  video.poster = video.dataset.poster ?? ''
  video.volume = VOLUME

  let isWanted = !matchMedia('(prefers-reduced-motion: reduce)').matches
  startMeasuring(root, video, id)
  if (root.dataset.pingback) startPingback(root, isGranted)
  startControls(root, video, controls, () => {
    isWanted = video.paused
    if (isWanted) void play(video)
    else video.pause()
  })
  new IntersectionObserver(
    (entries) => {
      if (!entries.at(-1)?.isIntersecting) video.pause()
      else if (isWanted) void play(video)
    },
    { rootMargin: NEAR },
  ).observe(root)
}

/** Plays with sound; if the browser refuses that, muted (GIF-11). */
async function play(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play()
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
    // Any other error has its own event, or is a pause that came first.
    if (!isRefused || video.muted) return
    video.muted = true
    await play(video)
  }
}
