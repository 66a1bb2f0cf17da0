/** Idle time after which the controls of a playing video hide (GIF-11). Milliseconds. */
const HIDE_AFTER = 4000

/** Buttons, volume and visibility of the controls. @param toggle plays or pauses */
export function startControls(
  root: HTMLElement,
  video: HTMLVideoElement,
  controls: HTMLElement,
  toggle: () => void,
): void {
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
  // The first tap on a video without visible controls only shows them.
  video.addEventListener('click', () => {
    if (!isRevealing) toggle()
  })
}

/** A button shows its next action. */
function show(button: HTMLButtonElement, isOn: boolean): void {
  button.classList.toggle('is-on', isOn)
  button.setAttribute('aria-label', (isOn ? button.dataset.on : button.dataset.off) ?? '')
}
