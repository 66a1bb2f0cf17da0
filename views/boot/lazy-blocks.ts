import { whenIdle } from './when-idle.ts'

/**
 * Draws the blocks that the browser has put off, one at a time while there is nothing else to do: then the page has its
 * real height, and its pictures and prints are whole. Without a script the browser draws each as it comes near.
 */
export function startLazyBlocks(): void {
  const waiting = [...document.querySelectorAll('.is-lazy')]
  const drawNext = (): void => {
    waiting.shift()?.classList.remove('is-lazy')
    if (waiting.length > 0) whenIdle(drawNext)
  }
  addEventListener('load', () => whenIdle(drawNext), { once: true })
}
