import { articleInView } from '../boot/article-in-view.ts'

/** Moves the thin line that shows the reading progress of the current article. */
export function start(line: HTMLElement): void {
  let isScheduled = false
  const draw = (): void => {
    isScheduled = false
    const box = articleInView()?.getBoundingClientRect()
    const length = box ? box.height - innerHeight : 0
    const read = box && length > 0 ? Math.min(Math.max(-box.top / length, 0), 1) : 0
    line.style.transform = `scaleX(${read})`
  }
  const schedule = (): void => {
    if (!isScheduled) requestAnimationFrame(draw)
    isScheduled = true
  }
  addEventListener('scroll', schedule, { passive: true })
  schedule()
}
