import type { ResponsiveImage } from '../../src/content/block.ts'

/** `lead` dominates, `stack` has its image on top, `row` at the side of the text, `text` has none. */
export type CardShape = 'lead' | 'stack' | 'row' | 'text'
type ImageShape = Exclude<CardShape, 'text'>

/** The `sizes` attribute of the image above an article. */
export const HERO_SIZES =
  '(min-width: 1200px) 596px, (min-width: 616px) 552px, (min-width: 401px) 92vw, calc(100vw - 32px)'

/** A card image's largest width in CSS pixels, and its width from 768 px on, as in `cards.css`. */
const WIDTHS: Record<ImageShape, { most: number; wide: string }> = {
  lead: { most: 753, wide: '(min-width: 1200px) 700px, (min-width: 768px) 58vw' },
  stack: { most: 393, wide: '(min-width: 1200px) 393px, (min-width: 768px) 31vw' },
  row: { most: 240, wide: '(min-width: 768px) 240px' },
}
/** Below 768 px: at the side of the text, or the full column. */
const NARROW = { row: '30vw', column: 'calc(100vw - 32px)' }

/** Device pixel ratio of dense screens. */
const DENSITY = 2

/** Position of a card's image. */
export interface CardPlace {
  shape: ImageShape
  /**
   * On a small screen the image is at the side of the text, whatever its shape (`cards.css`, the last rows of a page).
   */
  isNarrowRow?: boolean | undefined
}

/** A card's image in the widths of its position, with its `sizes` (MARK-4). */
export function cardImage(image: ResponsiveImage, { shape, isNarrowRow = false }: CardPlace) {
  const { most, wide } = WIDTHS[shape]
  const narrow = isNarrowRow || shape === 'row' ? NARROW.row : NARROW.column
  const { srcSet, ...rest } = image
  const candidates = srcSet && candidatesUpTo(srcSet, most * DENSITY)
  return { image: { ...rest, ...(candidates && { srcSet: candidates }) }, sizes: `${wide}, ${narrow}` }
}

function candidatesUpTo(srcSet: string, most: number): string {
  const candidates = srcSet.split(/,\s+/)
  return candidates.filter((candidate) => Number(/ (\d+)w$/.exec(candidate)?.[1] ?? 0) <= most).join(', ')
}
