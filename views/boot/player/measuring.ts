/** What is told of a film, for whoever measures (decision 66). */
export interface VideoEvent {
  event: 'video'
  action: 'START' | 'QUARTILE'
  percent: number
  id: string
}

const QUARTILES = [25, 50, 75] as const
/** Seconds, and per cent: a short film counts as watched just before it begins anew (spec 9, "Video"). */
const SHORT = 10
const NEARLY_ALL = 98

/** How much of a film has been shown, in per cent. */
export function progressOf(currentTime: number, duration: number): number {
  const percent = duration > 0 ? (currentTime / duration) * 100 : 0
  return duration < SHORT && percent > NEARLY_ALL ? 100 : percent
}

/** Draws the progress bar; tells of the start and of each quartile, once however often the film begins anew. */
export function startMeasuring(root: HTMLElement, video: HTMLVideoElement, id: string): void {
  const bar = root.querySelector<HTMLElement>('.player-progress span')
  const left = new Set<number>(QUARTILES)
  const tell = (action: VideoEvent['action'], percent: number): void => {
    const detail: VideoEvent = { event: 'video', action, percent, id }
    dispatchEvent(new CustomEvent('szpalta:video', { detail }))
  }
  const update = (): void => {
    const percent = progressOf(video.currentTime, video.duration)
    if (bar) bar.style.width = `${percent}%`
    for (const quartile of left) {
      if (percent < quartile) break
      left.delete(quartile)
      tell('QUARTILE', quartile)
    }
  }
  let frame = 0
  /** Smoother than the browser's four updates a second. */
  const draw = (): void => {
    update()
    cancelAnimationFrame(frame)
    if (!video.paused) frame = requestAnimationFrame(draw)
  }
  video.addEventListener('playing', () => tell('START', 0), { once: true })
  video.addEventListener('play', draw)
  // Frames are not drawn in a tab that nobody sees.
  video.addEventListener('timeupdate', update)
}
