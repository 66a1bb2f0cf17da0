/** Em in the widest display face and fallback. */
const NARROW = /[ijl|!.,:;'’`·\s\u00a0]/u
const SLIM = /[ftrIJ()[\]/\\"„”*-]/u
const WIDE = /[mwMWŁŚĄĘ%‰@—]/u
const UPPER = /[\p{Lu}\p{Nl}+=<>≥≤±×–−&]/u

/** Estimates from above, the same on every server. @returns em */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

function characterWidth(character: string): number {
  if (NARROW.test(character)) return 0.32
  if (SLIM.test(character)) return 0.45
  if (WIDE.test(character)) return 0.95
  if (UPPER.test(character)) return 0.72
  // Other scripts, signs and images are as wide as high.
  return /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u.test(character) ? 0.6 : 1
}

export interface PlacedLabel {
  index: number
  anchor: 'start' | 'middle' | 'end'
}

/**
 * All, or each second, third, …, and the last if that leaves out few (BLOCK-27).
 * @param positions of the points, rising
 * @param widths of their labels, in the same unit
 * @param gap the least space between two
 */
export function labelsThatFit(positions: readonly number[], widths: readonly number[], gap: number): PlacedLabel[] {
  const last = positions.length - 1
  const anchorOf = (index: number): PlacedLabel['anchor'] => {
    if (index === 0) return 'start'
    return index === last ? 'end' : 'middle'
  }
  const spanOf = (index: number): [number, number] => {
    const [position = 0, width = 0] = [positions[index], widths[index]]
    const before = { start: 0, middle: width / 2, end: width }[anchorOf(index)]
    return [position - before, position - before + width]
  }
  const areApart = (left: number, right: number): boolean => spanOf(left)[1] + gap <= spanOf(right)[0]
  const everyOne = (step: number): number[] => Array.from({ length: Math.floor(last / step) + 1 }, (_, n) => n * step)
  const fits = (step: number): boolean =>
    everyOne(step).every((index, n, shown) => n === 0 || areApart(shown[n - 1] ?? 0, index))
  const steps = Array.from({ length: Math.max(0, last) }, (_, n) => n + 1).filter(fits)
  const [closest] = steps
  if (closest === undefined) return [{ index: 0, anchor: 'start' }]
  const step = steps.find((candidate) => candidate <= 2 * closest && last % candidate === 0) ?? closest
  const shown = everyOne(step)
  if (shown.at(-1) !== last && areApart(shown.at(-1) ?? 0, last)) shown.push(last)
  return shown.map((index) => ({ index, anchor: anchorOf(index) }))
}
