import { TEXT_SCALE, TEXT_SIZE_KEY } from '../../../views/document/text-scale.ts'

/** The usual size first. */
const SCALES: readonly number[] = [1, 1.125, 1.25, 1.5]

function currentSize(): number {
  const index = SCALES.indexOf(textScale())
  return index === -1 ? 0 : index
}

/** @returns per cent */
export function changeSize(step: number): number | undefined {
  const scale = SCALES[currentSize() + step]
  if (scale === undefined) return undefined
  document.documentElement.style.setProperty(TEXT_SCALE, String(scale))
  try {
    if (scale === 1) localStorage.removeItem(TEXT_SIZE_KEY)
    else localStorage.setItem(TEXT_SIZE_KEY, String(scale))
  } catch {
    // Storage is forbidden.
  }
  return scale * 100
}

export function markEnds(buttons: Iterable<HTMLElement>): void {
  const size = currentSize()
  for (const button of buttons) {
    const isEnd = SCALES[size + Number(button.dataset.textSize)] === undefined
    button.setAttribute('aria-disabled', String(isEnd))
  }
}

function textScale(): number {
  return Number(document.documentElement.style.getPropertyValue(TEXT_SCALE) || 1)
}
