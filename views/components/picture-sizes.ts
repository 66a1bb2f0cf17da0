import type { Picture } from '../../src/content/block.ts'

/** `lead` dominates, `stack` has its picture on top, `row` beside the text, `text` has none. */
export type CardShape = 'lead' | 'stack' | 'row' | 'text'
type PictureShape = Exclude<CardShape, 'text'>

/** How wide the picture above an article is, as the `sizes` attribute says it. */
export const HERO_SIZES = '(min-width: 1200px) 1000px, calc(100vw - 32px)'

/** How wide a card's picture is: at most, in CSS pixels, and from 768 px on, as `cards.css` lays it out. */
const WIDTHS: Record<PictureShape, { most: number; wide: string }> = {
  lead: { most: 753, wide: '(min-width: 1200px) 700px, (min-width: 768px) 58vw' },
  stack: { most: 393, wide: '(min-width: 1200px) 393px, (min-width: 768px) 31vw' },
  row: { most: 240, wide: '(min-width: 768px) 240px' },
}
/** Below that: a row beside its text, or the whole column. */
const NARROW = { row: '30vw', column: 'calc(100vw - 32px)' }

/** Of dense screens. */
const DENSITY = 2

/** Where a card's picture stands. */
export interface CardPlace {
  shape: PictureShape
  /** On a small screen it stands beside its text, whatever its shape (`cards.css`, the last rows of a page). */
  isNarrowRow?: boolean | undefined
}

/** A card's picture in the widths that its place can need, and how wide it stands there (MARK-4). */
export function cardPicture(picture: Picture, { shape, isNarrowRow = false }: CardPlace) {
  const { most, wide } = WIDTHS[shape]
  const narrow = isNarrowRow || shape === 'row' ? NARROW.row : NARROW.column
  const { srcSet, ...rest } = picture
  const candidates = srcSet && candidatesUpTo(srcSet, most * DENSITY)
  return { picture: { ...rest, ...(candidates && { srcSet: candidates }) }, sizes: `${wide}, ${narrow}` }
}

function candidatesUpTo(srcSet: string, most: number): string {
  const candidates = srcSet.split(/,\s+/)
  return candidates.filter((candidate) => Number(/ (\d+)w$/.exec(candidate)?.[1] ?? 0) <= most).join(', ')
}
