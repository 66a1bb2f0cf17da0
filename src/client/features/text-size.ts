import { TEXT_SIZE_KEY } from './reading-storage.ts'
import { setTextScale, textScale } from './text-scale.ts'

/** Sizes of texts; the first is the usual one. */
const SCALES: readonly number[] = [1, 1.125, 1.25, 1.5]

/** Index of the current size. */
export function currentSize(): number {
  const index = SCALES.indexOf(textScale())
  return index === -1 ? 0 : index
}

/** @returns the new size in per cent; undefined where there is no such size */
export function changeSize(step: number): number | undefined {
  const scale = SCALES[currentSize() + step]
  if (scale === undefined) return undefined
  setTextScale(scale)
  try {
    if (scale === 1) localStorage.removeItem(TEXT_SIZE_KEY)
    else localStorage.setItem(TEXT_SIZE_KEY, String(scale))
  } catch {
    // Storage is forbidden: the size is that of this page.
  }
  return scale * 100
}

/** Says which buttons have something left to do. */
export function markEnds(buttons: Iterable<HTMLElement>): void {
  const size = currentSize()
  for (const button of buttons) {
    const isEnd = SCALES[size + Number(button.dataset.textSize)] === undefined
    button.setAttribute('aria-disabled', String(isEnd))
  }
}
