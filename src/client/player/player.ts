import type { consentGate } from '../integrations/consent/gate.ts'
import type { ConsentParts } from '../integrations/consent/purposes.ts'
import { failureOf, report, startMeasuring, startPingback, unplayable } from './reports.ts'

const NEAR = '100% 0px'
const VOLUME = 0.7

interface PlayerParts extends ConsentParts {
  gate(): Promise<{ consentGate: typeof consentGate }>
}

/** Keeps the browser's controls until it starts (GIF-11). */
export function start(root: HTMLElement, parts: PlayerParts): void {
  const video = root.querySelector('video')
  const controls = root.querySelector<HTMLElement>('.player-controls')
  if (video && controls) whenGranted(video, parts, (isGranted) => startPlayer(root, video, controls, isGranted))
}

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

/** Plays muted where sound is refused (GIF-11). */
async function play(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play()
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
    // Others have their event, or are a pause.
    if (!isRefused || video.muted) return
    video.muted = true
    await play(video)
  }
}

/** Milliseconds. */
const HIDE_AFTER = 4000

function startControls(root: HTMLElement, video: HTMLVideoElement, controls: HTMLElement, toggle: () => void): void {
  const play = controls.querySelector<HTMLButtonElement>('[data-toggle="play"]')
  const mute = controls.querySelector<HTMLButtonElement>('[data-toggle="mute"]')
  const volume = controls.querySelector('input')
  if (!play || !mute || !volume) return

  const showState = (): void => {
    show(play, !video.paused)
    show(mute, video.muted)
    volume.value = String(video.muted ? 0 : video.volume)
  }
  for (const event of ['play', 'pause', 'volumechange']) video.addEventListener(event, showState)
  play.addEventListener('click', toggle)
  mute.addEventListener('click', () => {
    video.muted = !video.muted
  })
  volume.addEventListener('input', () => {
    video.volume = volume.valueAsNumber
    video.muted = video.volume === 0
  })
  showState()
  controls.hidden = false

  let timer: ReturnType<typeof setTimeout> | undefined
  let isRevealing = false
  const hide = (): void => {
    // Keyboard users must see the focus.
    if (!video.paused && !controls.querySelector(':focus-visible')) root.classList.add('is-idle')
  }
  const stay = (event: Event): void => {
    if (event.type === 'pointerdown') isRevealing = root.classList.contains('is-idle')
    root.classList.remove('is-idle')
    clearTimeout(timer)
    timer = setTimeout(hide, HIDE_AFTER)
  }
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin', 'focusout']) {
    root.addEventListener(event, stay)
  }
  for (const event of ['play', 'pause']) video.addEventListener(event, stay)
  // A first tap shows hidden controls.
  video.addEventListener('click', () => {
    if (!isRevealing) toggle()
  })
}

/** Names the next action. */
function show(button: HTMLButtonElement, isOn: boolean): void {
  button.classList.toggle('is-on', isOn)
  button.setAttribute('aria-label', (isOn ? button.dataset.on : button.dataset.off) ?? '')
}
