import { whenIdle } from './when-idle.ts'

/**
 * Draws the deferred blocks one at a time while the browser is idle: the page then has its real height, and screenshots
 * and prints are complete. Without a script the browser draws each near the screen.
 */
export function drawLazyBlocks(): void {
  const deferred = [...document.querySelectorAll('.is-lazy')]
  const drawNext = (): void => {
    deferred.shift()?.classList.remove('is-lazy')
    if (deferred.length > 0) whenIdle(drawNext)
  }
  whenIdle(drawNext)
}
