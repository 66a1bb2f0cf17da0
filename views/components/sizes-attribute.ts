import type { ResponsiveImage } from '../../src/content/block.ts'
import type { Service } from '../../src/services/service.ts'
import { type CardPlace, COLUMNS, NARROW_IMAGE, NARROW_WIDTH } from './card-places.ts'

const HERO_SIZES = '(min-width: 1200px) 596px, (min-width: 616px) 552px, (min-width: 401px) 92vw, calc(100vw - 32px)'

const OPENING_SIZES = '(min-width: 1280px) 1216px, (min-width: 401px) 92vw, calc(100vw - 32px)'

export function heroSizes({ articleLayout }: Pick<Service, 'articleLayout'>): string {
  return articleLayout === 'single' ? OPENING_SIZES : HERO_SIZES
}

/** As `--page` in tokens.css. */
const PAGE = { px: 1280, css: '80rem' }
/** Pixels, as in `cards.css`. */
const GAP = 24
const INNER_GAP = 16
const GUTTER = 32
/** Edges of a page below 800 px. */
const NARROW_PAGE = '100vw - max(32px, 8vw)'
const SPLIT = 7 / 12
/** Least column; below 768 px at most 78 % of the row. */
const SCROLLED = 264
const SCROLLED_NARROW = `min(${SCROLLED}px, 78vw - 25px)`
/** Pixels. */
const PHONE = 480
const MEDIUM_END = 1199

/** Device pixel ratio. */
const DENSITY = 2

export function cardImage(image: ResponsiveImage, place: CardPlace) {
  const { srcSet, smallSet, ...rest } = image
  const candidates = srcSet && candidatesUpTo(srcSet, widestOf(place) * DENSITY)
  const small = place.isNarrowRow ? smallSet : undefined
  return { image: { ...rest, srcSet: candidates || undefined, smallSet: small }, sizes: sizesOf(place) }
}

function sizesOf(place: CardPlace): string {
  const wide = written(imageIn(place, place.wide), `min(100vw, ${PAGE.css})`)
  const medium = written(imageIn(place, place.medium), '100vw')
  return `(min-width: 1200px) ${wide}, (min-width: 768px) ${medium}, ${narrowWidth(place)}`
}

function narrowWidth({ isNarrowRow, inset, medium, scrolls }: CardPlace): string {
  if (isNarrowRow) return NARROW_IMAGE
  if (scrolls) {
    const gaps = Math.round((GAP * (medium.span - 1)) / medium.span)
    return `max(${SCROLLED_NARROW}, (${NARROW_PAGE}) / ${medium.span} - ${gaps}px)`
  }
  return inset === 0 ? `calc(${NARROW_PAGE})` : `calc(${NARROW_PAGE} - ${2 * inset}px)`
}

/** Pixels, apart from `share`. */
interface Width {
  part: number
  less: number
  least: number
}

function imageIn({ inset, scrolls }: CardPlace, { span, image }: CardPlace['wide']): Width {
  if (typeof image === 'number') return { part: 0, less: 0, least: image }
  const isSplit = image === 'split'
  const part = isSplit ? SPLIT : scrolls ? 1 / span : span / COLUMNS
  const gaps = isSplit ? INNER_GAP : GAP * (1 / part - 1)
  return { part, less: Math.round((2 * (GUTTER + inset) + gaps) * part), least: scrolls ? SCROLLED : 0 }
}

function written({ part, less, least }: Width, page: string): string {
  if (part === 0) return `${least}px`
  const share = part === 1 ? `${page} - ${less}px` : `${page} * ${Number(part.toFixed(4))} - ${less}px`
  return least > 0 ? `max(${least}px, ${share})` : `calc(${share})`
}

/** Pixels. */
function widestOf(place: CardPlace): number {
  const at = ({ part, less, least }: Width, page: number): number => Math.max(least, part * page - less)
  const narrow = place.isNarrowRow ? NARROW_WIDTH : place.scrolls ? SCROLLED : PHONE * 0.92
  return Math.max(narrow, at(imageIn(place, place.medium), MEDIUM_END), at(imageIn(place, place.wide), PAGE.px))
}

/** The smallest stays: without any the browser takes the whole image. */
function candidatesUpTo(srcSet: string, most: number): string {
  const candidates = srcSet.split(/,\s+/)
  const widthOf = (candidate: string): number => Number(/ (\d+)w$/.exec(candidate)?.[1] ?? 0)
  const least = Math.min(...candidates.map(widthOf))
  return candidates.filter((candidate) => widthOf(candidate) <= Math.max(most, least)).join(', ')
}
