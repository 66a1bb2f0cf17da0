import { startControls } from './controls.ts'
import { failureOf, report, unplayable } from './failure.ts'
import { startMeasuring } from './measuring.ts'

/** Default volume (GIF-11). */
const VOLUME = 0.7

const started = new WeakSet<Element>()

/**
 * Adds the player to every video without one (GIF-11).
 * @param near margin around the screen in which videos play
 */
export function startPlayers(near: string): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-player]')) {
    const video = root.querySelector('video')
    const controls = root.querySelector<HTMLElement>('.player-controls')
    if (!video || !controls || started.has(root)) continue
    started.add(root)
    whenGranted(video, (isGranted) => startPlayer(root, video, controls, near, isGranted))
  }
}

/** Where third parties need consent, a video plays only after it (GIF-9). */
function whenGranted(video: HTMLVideoElement, run: (isGranted: () => boolean) => void): void {
  if (!document.getElementById('integrations')) {
    run(() => true)
    return
  }
  video.controls = false
  import('../integrations/consent/gate.ts')
    .then(({ consentGate }) => {
      const gate = consentGate()
      gate.whenGranted('embeds', () => run(() => gate.isGranted('embeds')), true)
    })
    .catch(() => {})
}

function startPlayer(
  root: HTMLElement,
  video: HTMLVideoElement,
  controls: HTMLElement,
  near: string,
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
  if (root.dataset.pingback) {
    import('./pingback.ts').then((part) => part.startPingback(root, isGranted)).catch(() => {})
  }
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
    { rootMargin: near },
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
