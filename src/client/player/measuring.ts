/** An event of a video, for measurement (VIEW-7). */
export interface VideoEvent {
  event: 'video'
  action: 'START' | 'QUARTILE'
  percent: number
  id: string
}

const QUARTILES = [25, 50, 75] as const
/** In seconds, and per cent: a short video counts as watched just before it repeats (GIF-11). */
const SHORT = 10
const NEARLY_ALL = 98

/** How much of a video has played, in per cent. */
export function progressOf(currentTime: number, duration: number): number {
  const percent = duration > 0 ? (currentTime / duration) * 100 : 0
  return duration < SHORT && percent > NEARLY_ALL ? 100 : percent
}

/** Draws the progress bar; reports the start and each quartile once, however often the video repeats. */
export function startMeasuring(root: HTMLElement, video: HTMLVideoElement, id: string): void {
  const bar = root.querySelector<HTMLElement>('.player-progress span')
  const left = new Set<number>(QUARTILES)
  const report = (action: VideoEvent['action'], percent: number): void => {
    const detail: VideoEvent = { event: 'video', action, percent, id }
    dispatchEvent(new CustomEvent('szpalta:video', { detail }))
  }
  const update = (): void => {
    const percent = progressOf(video.currentTime, video.duration)
    if (bar) bar.style.width = `${percent}%`
    for (const quartile of left) {
      if (percent < quartile) break
      left.delete(quartile)
      report('QUARTILE', quartile)
    }
  }
  let frame = 0
  /** Smoother than the browser's four updates a second. */
  const draw = (): void => {
    update()
    cancelAnimationFrame(frame)
    if (!video.paused) frame = requestAnimationFrame(draw)
  }
  video.addEventListener('playing', () => report('START', 0), { once: true })
  video.addEventListener('play', draw)
  // Hidden tabs draw no frames.
  video.addEventListener('timeupdate', update)
}
