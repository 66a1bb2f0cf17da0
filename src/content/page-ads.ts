import { type AdSlot, hasPlace } from './ad-slot.ts'
import { type AdTable, NO_TABLE, slotsOf } from './ad-table.ts'
import { onceWhile } from './once-while.ts'
import { type Placement, type RemovedSlot, slotsBesidePlacement } from './placement.ts'

/** Slots that articles show in their places (ADS-4). */
const ARTICLE_SLOTS: readonly string[] = ['0', '1', '2', '3']

/**
 * Slots without a place of their own on the page: the full-screen advertisement, the welcome screen, and what brings the
 * ad exchanger's script. The contract gives them an ad unit and no address, so each is a slot defined out of page, and
 * what the network delivers in it is the screen or the script.
 */
const FULL_SCREEN_SLOT = 'screaning'
const OUT_OF_PAGE_SLOTS: readonly string[] = [FULL_SCREEN_SLOT, 'welcome', 'adex']

/** The page whose full-screen advertisement is always on (ADS-5). */
const FULL_SCREEN_PAGE = '5257367'

/** All that decides over the advertising of a page, but for the table that the CMS has for the service. */
export type AdSources = {
  /** What the page says itself. */
  own: AdTable
  /** What the service has by its settings, for pages of this kind. */
  configured: AdTable
} & ({ of: 'home'; hasFullScreen: boolean } | { of: 'list' } | { of: 'article'; placement?: Placement })

/** The advertising of a page. */
export interface PageAds {
  /** Slots that have a place on the page: all of a home or a list, of which its blocks choose; 0 to 3 of an article. */
  adSlots: AdSlot[]
  /** Full-screen advertisement, welcome screen, ad exchanger, where they are on. */
  outOfPageSlots: AdSlot[]
  /** Slots that product placement took away. */
  removedSlots: RemovedSlot[]
  adSources: AdSources
}

/** @param table of the service; under what the page says, and over what is configured (ADS-2) */
export function pageAds(adSources: AdSources, table: AdTable = NO_TABLE): PageAds {
  const { configured, own } = adSources
  const shown = slotsOf(configured, table, own).filter((slot) => isShown(slot, adSources))
  const placement = adSources.of === 'article' ? adSources.placement : undefined
  const { kept, removed } = slotsBesidePlacement(shown, placement)
  return {
    adSlots: kept.filter(({ key }) => !isOutOfPage(key)),
    outOfPageSlots: kept.filter(({ key }) => isOutOfPage(key)),
    removedSlots: removed,
    adSources,
  }
}

/** Puts tables under pages of one kind: one object for as long as page and table stay the same. */
export function underlaid<T extends PageAds & object>(): (page: T, table: AdTable) => T {
  const once = onceWhile<T, T>()
  return (page, table) =>
    table.size === 0 ? page : once(page, [table], () => ({ ...page, ...pageAds(page.adSources, table) }))
}

/** Whether a home shows the full-screen advertisement: by its id or by its flag (ADS-5). */
export function isFullScreenPage(id: string | undefined, isScreaningOn: boolean): boolean {
  return id === FULL_SCREEN_PAGE || isScreaningOn
}

/** The tags of a page's slug, which advertisers may aim at (ADS-10). */
export function adKeyValues(pageSlug: string | undefined): string[] {
  const tags = (pageSlug ?? '').toLowerCase().split('-')
  return [...new Set(tags.filter((tag) => /^[\p{L}\p{N}_]{1,40}$/u.test(tag)))]
}

/** A page's advertising code; one that is no plain word is none (ADS-11). */
export function adCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[\p{L}\p{N}_-]{1,40}$/u.test(code) ? code : undefined
}

function isShown(slot: AdSlot, sources: AdSources): boolean {
  if (!isOutOfPage(slot.key)) return hasPlace(slot) && (sources.of !== 'article' || ARTICLE_SLOTS.includes(slot.key))
  if (slot.key !== FULL_SCREEN_SLOT) return true
  return sources.of === 'article' || (sources.of === 'home' && sources.hasFullScreen)
}

function isOutOfPage(key: string): boolean {
  return OUT_OF_PAGE_SLOTS.includes(key)
}
