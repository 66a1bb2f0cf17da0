/**
 * Draws the blocks that the browser has put off, one at a time while there is nothing else to do: then the page has its
 * real height, and its pictures and prints are whole. Without a script the browser draws each as it comes near.
 */
export function startLazyBlocks(): void {
  const waiting = [...document.querySelectorAll('.is-lazy')]
  const drawNext = (): void => {
    waiting.shift()?.classList.remove('is-lazy')
    if (waiting.length > 0) schedule()
  }
  // Safari has no idle callbacks; a pause serves as well.
  const schedule = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(drawNext)
    else setTimeout(drawNext, 100)
  }
  addEventListener('load', schedule, { once: true })
}
