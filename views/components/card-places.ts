import type { CSSProperties } from 'react'
import type { CardBlockType } from '../../src/content/home-block.ts'

/** `lead` dominates, `stack` has its image on top, `row` at the side, `text` none. */
export type CardShape = 'lead' | 'stack' | 'row' | 'text'

export const COLUMNS = 12

interface Spot {
  span: number
  /** Pixels at the side of the text; `split`: wider. */
  image: 'above' | 'split' | number
}

/** Source of `placeStyle` and of `sizes` (MARK-4). */
export interface CardPlace {
  shape: CardShape
  /** Image at the side below 768 px. */
  isNarrowRow: boolean
  /** From 768 px on, of twelve columns. */
  medium: Spot
  /** From 1200 px on, of twelve columns. */
  wide: Spot
  rows?: number
  /** Pixels on each side. */
  inset: number
  /** `span` is the number of cards. */
  scrolls?: true
}

/** Pixels. */
const INSET = 24
const INSET_BLOCKS: ReadonlySet<CardBlockType> = new Set(['special-posts', 'premium-posts', 'polecane'])
/** Pixels, by columns. */
const ROW_IMAGES = new Map([
  [4, 144],
  [6, 240],
  [12, 240],
])

export const LIST_PLACE: CardPlace = {
  shape: 'row',
  isNarrowRow: true,
  medium: { span: COLUMNS, image: 240 },
  wide: { span: COLUMNS, image: 240 },
  inset: 0,
}

/** Rows differ by one card at most, shorter ones first (HOME-18). */
export function rowsOf(count: number, most: number): number[] {
  const rows = Math.ceil(count / most)
  const least = Math.floor(count / rows)
  return Array.from({ length: rows }, (_, row) => least + (row >= rows - (count - least * rows) ? 1 : 0))
}

function spansOf(count: number, most: number): number[] {
  return rowsOf(count, most).flatMap((cards) => Array.from({ length: cards }, () => COLUMNS / cards))
}

function stackSpot(span: number): Spot {
  return { span, image: span === COLUMNS ? 'split' : 'above' }
}

function rowSpot(span: number): Spot {
  return { span, image: ROW_IMAGES.get(span) ?? 'above' }
}

/** Half a tablet is too narrow for a wide row's image. */
function mediumSpot({ shape }: Grid, span: number): Spot {
  if (shape !== 'row') return stackSpot(span)
  return span === COLUMNS ? rowSpot(span) : { span, image: 112 }
}

interface Grid {
  shape: CardShape
  medium: number
  wide: number
  isList?: boolean
}

const GRIDS: Partial<Record<CardBlockType, Grid>> = {
  'hot-posts': { shape: 'text', medium: 3, wide: 3 },
  'list-posts': { shape: 'row', medium: 1, wide: 2, isList: true },
  'special-posts': { shape: 'stack', medium: 3, wide: 4 },
  'large-posts': { shape: 'lead', medium: 2, wide: 2 },
  'grid-posts': { shape: 'stack', medium: 3, wide: 4 },
  polecane: { shape: 'row', medium: 2, wide: 3, isList: true },
  postsrow: { shape: 'stack', medium: 3, wide: 4, isList: true },
}

function gridPlaces(grid: Grid, count: number, inset: number): CardPlace[] {
  // Words would fill half of a lone card's image.
  const spot = (span: number) => (grid.shape === 'row' && span < COLUMNS ? rowSpot(span) : stackSpot(span))
  const medium = spansOf(count, grid.medium)
  return spansOf(count, grid.wide).map((span, index) => ({
    shape: grid.shape,
    isNarrowRow: grid.isList === true || (index > 0 && grid.shape === 'stack'),
    medium: mediumSpot(grid, medium[index] ?? COLUMNS),
    wide: spot(span),
    inset,
  }))
}

function leadPlaces(count: number, inset: number): CardPlace[] {
  if (count <= 2) {
    const places = gridPlaces({ shape: 'lead', medium: 2, wide: 2 }, count, inset)
    return places.map((place, index) => ({ ...place, isNarrowRow: index > 0 }))
  }
  // About as high as the large card.
  const sideCount = count === 3 || count === 5 ? 2 : 3
  const below = spansOf(count - 1 - sideCount, 4)
  const medium = spansOf(count - 1, 3)
  const lead: CardPlace = {
    shape: 'lead',
    isNarrowRow: false,
    medium: stackSpot(COLUMNS),
    wide: { span: 8, image: 'above' },
    rows: sideCount,
    inset,
  }
  const rest = medium.map((span, index): CardPlace => {
    const belowSpan = below[index - sideCount]
    const isRow = belowSpan === undefined ? sideCount > 2 : belowSpan > 4
    return {
      shape: isRow ? 'row' : 'stack',
      isNarrowRow: true,
      medium: stackSpot(span),
      wide: isRow ? rowSpot(belowSpan ?? 4) : stackSpot(belowSpan ?? 4),
      inset,
    }
  })
  return [lead, ...rest]
}

function scrollPlaces(count: number): CardPlace[] {
  const spot: Spot = { span: count, image: 'above' }
  const place: CardPlace = { shape: 'stack', isNarrowRow: false, medium: spot, wide: spot, inset: 0, scrolls: true }
  return Array.from({ length: count }, () => place)
}

export function cardPlaces(type: CardBlockType, count: number): CardPlace[] {
  const inset = INSET_BLOCKS.has(type) ? INSET : 0
  const grid = GRIDS[type]
  if (grid) return gridPlaces(grid, count, inset)
  return type === 'scroll-posts' ? scrollPlaces(count) : leadPlaces(count, inset)
}

export function placeAt(places: readonly CardPlace[], index: number): CardPlace {
  return places[index] ?? LIST_PLACE
}

export function hasImages(type: CardBlockType): boolean {
  return GRIDS[type]?.shape !== 'text'
}

export function pathPlaces(count: number): CardPlace[] {
  return gridPlaces({ shape: 'stack', medium: 3, wide: 4, isList: true }, count, 0)
}

/** Pixels. */
export const NARROW_WIDTH = 120
export const NARROW_IMAGE = `${NARROW_WIDTH}px`

export function placeStyle({ isNarrowRow, medium, wide, rows, scrolls }: CardPlace, hasImage: boolean): CSSProperties {
  return {
    '--m': scrolls ? undefined : medium.span,
    '--w': scrolls ? undefined : wide.span,
    '--rows': rows,
    '--np': hasImage && isNarrowRow ? `${NARROW_IMAGE} minmax(0, 1fr)` : undefined,
    '--mp': hasImage ? columnsOf(medium) : undefined,
    '--wp': hasImage ? columnsOf(wide) : undefined,
  } as CSSProperties
}

function columnsOf({ image }: Spot): string | undefined {
  if (image === 'above') return undefined
  return image === 'split' ? '7fr 5fr' : `${image}px minmax(0, 1fr)`
}
