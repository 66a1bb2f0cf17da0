import { memoizeByIdentity } from '../system/memoize.ts'
import { type AdSlot, hasPlace } from './ad-slot.ts'
import { type AdTable, NO_TABLE, slotsOf } from './ad-table.ts'
import type { Block } from './block.ts'
import { type Placement, type RemovedSlot, slotsBesidePlacement } from './placement.ts'

const ARTICLE_SLOTS: readonly string[] = ['0', '1', '2', '3']

/** They and the ad exchanger's script have an ad unit, but no place on the page. */
const FULL_SCREEN_SLOT = 'screaning'
const OUT_OF_PAGE_SLOTS: readonly string[] = [FULL_SCREEN_SLOT, 'welcome', 'adex']

const FULL_SCREEN_PAGE = '5257367'

export type AdSources = {
  own: AdTable
  configured: AdTable
} & ({ of: 'home'; hasFullScreen: boolean } | { of: 'list' } | { of: 'article'; placement?: Placement })

export interface PageAds {
  /** All of a home or a list, 0 to 3 of an article. */
  adSlots: AdSlot[]
  outOfPageSlots: AdSlot[]
  removedSlots: RemovedSlot[]
  adSources: AdSources
}

/** @param table overrides the configured one; the page overrides both (ADS-2) */
export function pageAds(adSources: AdSources, table: AdTable = NO_TABLE): PageAds {
  const { configured, own } = adSources
  const shown = slotsOf(configured, table, own).filter((slot) => isShown(slot, adSources))
  const placement = adSources.of === 'article' ? adSources.placement : undefined
  const { remaining, removed } = slotsBesidePlacement(shown, placement)
  return {
    adSlots: remaining.filter(({ key }) => !isOutOfPage(key)),
    outOfPageSlots: remaining.filter(({ key }) => isOutOfPage(key)),
    removedSlots: removed,
    adSources,
  }
}

/** The same object for the same page and table. */
export function underlaid<T extends PageAds & object>(): (page: T, table: AdTable) => T {
  const once = memoizeByIdentity<T, T>()
  return (page, table) =>
    table.size === 0 ? page : once(page, [table], () => ({ ...page, ...pageAds(page.adSources, table) }))
}

export function isFullScreenPage(id: string | undefined, isScreaningOn: boolean): boolean {
  return id === FULL_SCREEN_PAGE || isScreaningOn
}

export function adKeyValues(pageSlug: string | undefined): string[] {
  const tags = (pageSlug ?? '').toLowerCase().split('-')
  return [...new Set(tags.filter((tag) => /^[\p{L}\p{N}_]{1,40}$/u.test(tag)))]
}

/** A plain word (ADS-10). */
export function adCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[\p{L}\p{N}_-]{1,40}$/u.test(code) ? code : undefined
}

const PARAGRAPHS_BEFORE_ADS = 2

/** @returns the index behind them, -1 without so many */
export function afterOpening(blocks: readonly Block[]): number {
  let left = PARAGRAPHS_BEFORE_ADS
  return blocks.findIndex(({ type }) => type === 'paragraph' && --left === 0) + 1 || -1
}

/**
 * Puts the first advertisement behind the second paragraph, others evenly below (ADS-4); without two paragraphs all
 * evenly. None parts a heading from its text.
 * @returns indexes of blocks that follow an advertisement; fewer than `count` where the text has no room
 */
export function adPlaces(blocks: readonly Block[], count: number): number[] {
  const opening = afterOpening(blocks)
  const [start, parts, skipped] = opening === -1 ? [0, count + 1, 1] : [opening, count, 0]
  const places: number[] = []
  for (let n = 0; n < count; n += 1) {
    const even = start + Math.round(((blocks.length - start) * (n + skipped)) / parts)
    const place = placeNear(blocks, Math.max(1, even), places.at(-1) ?? 0)
    if (place !== undefined) places.push(place)
  }
  return places
}

/** @param taken where the last one is; one at the end is next to what stands below the text */
function placeNear(blocks: readonly Block[], even: number, taken: number): number | undefined {
  const isBehindHeading = (place: number): boolean => blocks[place - 1]?.type === 'heading'
  let place = even
  while (isBehindHeading(place)) place -= 1
  if (place <= taken) place = even
  while (isBehindHeading(place)) place += 1
  const end = taken === 0 ? blocks.length : blocks.length - 1
  return place > taken && place <= end ? place : undefined
}

function isShown(slot: AdSlot, sources: AdSources): boolean {
  if (!isOutOfPage(slot.key)) return hasPlace(slot) && (sources.of !== 'article' || ARTICLE_SLOTS.includes(slot.key))
  if (slot.key !== FULL_SCREEN_SLOT) return true
  return sources.of === 'article' || (sources.of === 'home' && sources.hasFullScreen)
}

function isOutOfPage(key: string): boolean {
  return OUT_OF_PAGE_SLOTS.includes(key)
}
