import { memoizeByIdentity } from '../system/memoize.ts'
import { type AdSlot, hasPlace } from './ad-slot.ts'
import { type AdTable, NO_TABLE, slotsOf } from './ad-table.ts'
import { type Placement, type RemovedSlot, slotsBesidePlacement } from './placement.ts'

/** Slots that articles show in place (ADS-4). */
const ARTICLE_SLOTS: readonly string[] = ['0', '1', '2', '3']

/**
 * Slots without a place on the page: the full-screen advertisement, the welcome screen and the ad exchanger's script.
 * They have an ad unit and no URL, so each is an out-of-page slot, and the network delivers the screen or
 * the script.
 */
const FULL_SCREEN_SLOT = 'screaning'
const OUT_OF_PAGE_SLOTS: readonly string[] = [FULL_SCREEN_SLOT, 'welcome', 'adex']

/** The page that always shows the full-screen advertisement (ADS-5). */
const FULL_SCREEN_PAGE = '5257367'

/** All inputs of a page's advertising, except for the CMS' table of the service. */
export type AdSources = {
  /** From the page itself. */
  own: AdTable
  /** From the service's settings, for pages of this kind. */
  configured: AdTable
} & ({ of: 'home'; hasFullScreen: boolean } | { of: 'list' } | { of: 'article'; placement?: Placement })

/** The advertising of a page. */
export interface PageAds {
  /** Slots with a place on the page: all of a home or a list, for its blocks to choose from; 0 to 3 of an article. */
  adSlots: AdSlot[]
  /** Full-screen advertisement, welcome screen, ad exchanger, where enabled. */
  outOfPageSlots: AdSlot[]
  /** Slots removed because of product placement. */
  removedSlots: RemovedSlot[]
  adSources: AdSources
}

/** @param table the service's table: the page overrides it, and it overrides the configured one (ADS-2) */
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

/** Merges tables with pages of one kind: one object for as long as page and table stay the same. */
export function underlaid<T extends PageAds & object>(): (page: T, table: AdTable) => T {
  const once = memoizeByIdentity<T, T>()
  return (page, table) =>
    table.size === 0 ? page : once(page, [table], () => ({ ...page, ...pageAds(page.adSources, table) }))
}

/** Whether a home shows the full-screen advertisement: by its id or by its flag (ADS-5). */
export function isFullScreenPage(id: string | undefined, isScreaningOn: boolean): boolean {
  return id === FULL_SCREEN_PAGE || isScreaningOn
}

/** The tags of a page's slug, for ad targeting (ADS-10). */
export function adKeyValues(pageSlug: string | undefined): string[] {
  const tags = (pageSlug ?? '').toLowerCase().split('-')
  return [...new Set(tags.filter((tag) => /^[\p{L}\p{N}_]{1,40}$/u.test(tag)))]
}

/** A page's advertising code; undefined unless it is a plain word (ADS-11). */
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
