import { TEXT_SIZE_KEY } from './memory.ts'

/** Begins with the usual size. */
const SCALES: readonly number[] = [1, 1.125, 1.25, 1.5]

function currentSize(): number {
  const index = SCALES.indexOf(textScale())
  return index === -1 ? 0 : index
}

/** @returns per cent */
export function changeSize(step: number): number | undefined {
  const scale = SCALES[currentSize() + step]
  if (scale === undefined) return undefined
  setTextScale(scale)
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

const TEXT_SCALE = '--text-scale'

/** As in `views/styles/tokens.css`. */
const SIZES = {
  'font-size': 'clamp(1.125rem,1.08rem + .2vw,1.1875rem)',
  '--size-1': '.8125rem',
  '--size-2': '.9375rem',
  '--size-3': '1.0625rem',
  '--size-4': '1.25rem',
  '--size-5': 'clamp(1.375rem,1.2rem + .7vw,1.75rem)',
} as const

function textScale(): number {
  return Number(document.documentElement.style.getPropertyValue(TEXT_SCALE) || 1)
}

/** Only readers with another size get this style sheet. */
export function setTextScale(scale: number): void {
  const { style } = document.documentElement
  if (style.getPropertyValue(TEXT_SCALE) === '') {
    const sheet = new CSSStyleSheet()
    const sizes = Object.entries(SIZES).map(([name, size]) => `${name}:calc(${size}*var(${TEXT_SCALE}))`)
    sheet.replaceSync(`.article-body{${sizes.join(';')}}`)
    document.adoptedStyleSheets.push(sheet)
  }
  style.setProperty(TEXT_SCALE, String(scale))
}
