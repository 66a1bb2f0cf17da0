import type { Card } from '../content/card.ts'
import type { FoundPage } from '../content/decode.ts'
import { cmsPath } from '../content/public-paths.ts'
import { DEADLINE, type SearchResults } from '../content/repository.ts'
import type { SearchFilters } from '../content/search-filters.ts'
import { passes } from '../search/search-index.ts'
import { type Clock, elapsed } from '../system/clock.ts'
import { orNothing } from '../system/deadline.ts'
import { RESULTS_PER_PAGE } from './source.ts'

export interface IndexedPage {
  cards: Card[]
  total: number
  /** The index does not have them. */
  missing: readonly string[]
  /** Keeps cards that no page of the index has. Never rejects. */
  without(cards: readonly Card[]): Promise<Card[]>
}

export interface CmsSearch {
  /**
   * @param page counts from 1
   * @param isNeeded the index has nothing for this page
   * @returns undefined: late or failing
   */
  page(page: number, isNeeded: boolean): Promise<FoundPage | undefined>
  known(page: number): FoundPage | undefined
}

const NONE: SearchResults = { cards: [], hasMore: false, missing: [] }

/** Pages of the CMS searched for further results after the index's last. */
const MAX_SCANNED = 40

/**
 * Merges a page of an index and of the CMS without duplicates (SEARCH-25). Further results of the CMS follow the
 * index's pages.
 */
export async function mergedPage(
  indexed: IndexedPage,
  cms: CmsSearch,
  filters: SearchFilters,
  page: number,
): Promise<SearchResults> {
  // Guesses are for words that nobody has.
  if (indexed.missing.length > 0) {
    const first = await cms.page(1, true)
    if (first?.cards.some((card) => isWithin(card, filters))) return pageOfBoth(NOTHING_INDEXED, cms, filters, page)
  }
  return pageOfBoth(indexed, cms, filters, page)
}

const NOTHING_INDEXED: IndexedPage = { cards: [], total: 0, missing: [], without: async (cards) => [...cards] }

async function pageOfBoth(
  { cards: indexed, total, missing, without }: IndexedPage,
  cms: CmsSearch,
  filters: SearchFilters,
  page: number,
): Promise<SearchResults> {
  const indexPages = Math.ceil(total / RESULTS_PER_PAGE)
  const isNew = createDistinct()
  for (const card of indexed) isNew(card)
  // The CMS' pages are the portal's, so none is searched for its number.
  const isCmsAlone = total === 0 && Object.keys(filters).length === 0
  const shownBefore = isCmsAlone ? page - 1 : Math.min(page - 1, indexPages)
  for (let before = 1; before <= shownBefore; before++) for (const card of cms.known(before)?.cards ?? []) isNew(card)
  const otherCards = async (cmsPage: FoundPage): Promise<Card[]> =>
    (await without(cmsPage.cards.filter((card) => isWithin(card, filters)))).filter(isNew)

  if (page <= indexPages) {
    const cmsPage = await cms.page(page, false)
    const others = cmsPage ? await otherCards(cmsPage) : []
    const hasMore = page < indexPages || (cmsPage !== undefined && !isLast(cmsPage) && (await isMoreAfter(page)))
    return {
      cards: [...indexed, ...others],
      hasMore,
      missing,
      isIncomplete: cmsPage === undefined || undefined,
    }
  }
  if (isCmsAlone) {
    const cmsPage = await cms.page(page, true)
    if (!cmsPage) return { ...NONE, isIncomplete: true }
    const cards = await otherCards(cmsPage)
    return { cards, hasMore: cards.length > 0 && !isLast(cmsPage) && (await isMoreAfter(page)), missing: [] }
  }
  let left = page - indexPages
  for (let scanned = 1; scanned <= MAX_SCANNED; scanned++) {
    const cmsPage = await cms.page(indexPages + scanned, true)
    if (!cmsPage) return { ...NONE, isIncomplete: true }
    const cards = await otherCards(cmsPage)
    if (cards.length > 0) left -= 1
    if (left === 0) {
      return { cards, hasMore: !isLast(cmsPage) && (await isMoreAfter(indexPages + scanned)), missing: [] }
    }
    if (isLast(cmsPage)) break
  }
  return NONE

  /** A page that cannot be checked is offered (SEARCH-1). */
  async function isMoreAfter(last: number): Promise<boolean> {
    for (let next = last + 1; next <= last + MAX_SCANNED; next++) {
      const cmsPage = await cms.page(next, false)
      if (!cmsPage || (await otherCards(cmsPage)).length > 0) return true
      if (isLast(cmsPage)) return false
    }
    return false
  }
}

export function mergedCards(indexed: readonly Card[], cmsPage: readonly Card[]): Card[] {
  return [...indexed, ...cmsPage].filter(createDistinct())
}

/** A slug; empty: none. */
export function categoryOf({ category }: Card): string {
  return (
    cmsPath(category?.href ?? '')
      .slice(1)
      .split('/')
      .at(-1) ?? ''
  )
}

/** For the portal's own articles. */
export function indexedId({ link: { href } }: Pick<Card, 'link'>): string {
  return href.startsWith('/') ? cmsPath(href) : href
}

function isWithin(card: Card, filters: SearchFilters): boolean {
  return passes({ category: categoryOf(card), date: card.published?.time.iso ?? '' }, filters)
}

function isLast({ cards, hasMore }: FoundPage): boolean {
  return hasMore === false || (hasMore === undefined && cards.length === 0)
}

/** A moved article keeps id and title. */
function createDistinct(): (card: Card) => boolean {
  const seen = new Set<string>()
  return (card) => {
    const names = [indexedId(card), `${card.id} ${card.title}`]
    const isNew = !names.some((name) => seen.has(name))
    for (const name of names) seen.add(name)
    return isNew
  }
}

export interface Patience {
  /** Shared by all pages of the CMS in a search. */
  begin(): Wait
}

/**
 * @param isNeeded there is nothing else to show
 * @returns undefined: late or failing; never rejects
 */
export type Wait = <T>(find: () => Promise<T>, isNeeded: boolean) => Promise<T | undefined>

/** Milliseconds. After a slower search readers hardly wait for the CMS for a while. */
const SLOW = 1500
const SLOW_REST = 10_000
const SHORT_WAIT = 250

export function createPatience(now: Clock = elapsed): Patience {
  let isSlowUntil = Number.NEGATIVE_INFINITY
  return {
    begin() {
      const end = now() + DEADLINE.nextSearch
      return async (find, isNeeded) => {
        const from = now()
        const left = end - from
        if (left <= 0) return undefined
        const limit = isNeeded || from >= isSlowUntil ? left : Math.min(left, SHORT_WAIT)
        const result = await orNothing(find(), limit)
        if (now() - from >= SLOW) isSlowUntil = now() + SLOW_REST
        else if (result !== undefined) isSlowUntil = from
        return result
      }
    },
  }
}
