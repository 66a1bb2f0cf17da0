/** Loads what follows the reading progress, once the reader scrolls. */
export function startProgress(): void {
  const line = document.querySelector<HTMLElement>('.reading-progress')
  if (!line) return
  const follow = (): void => {
    import('../features/progress.ts').then(({ followProgress }) => followProgress(line)).catch(() => {})
  }
  addEventListener('scroll', follow, { once: true, passive: true })
}
