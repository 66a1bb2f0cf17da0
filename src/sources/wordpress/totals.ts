import { setTimeout as wait } from 'node:timers/promises'
import type { Query } from './fields.ts'
import { type CallBudget, createBudget } from './rest-calls.ts'
import { createTtlCache } from './ttl-cache.ts'

/** Milliseconds for which a size counts. */
const REMEMBERED_MS = 300_000
const DEFAULT_PAGE = 10
const LARGEST_PAGE = 100
/** Of a hundred; larger collections end there. */
const MAX_PAGES = 8192

export interface ListedPage {
  route: string
  query: Query
  items: number
  pages?: number
}

/** Milliseconds; no reader waits for it. */
const COUNTING_MS = 60_000

/**
 * Looks for the last page of a collection without `X-WP-Total` (SRC-51). Until then, a full page has one more item
 * after it.
 * @returns the number of items
 */
export function createTotals(
  pageOf: (route: string, query: Query, about: CallBudget) => Promise<number>,
): (listed: ListedPage, about: CallBudget) => Promise<number> {
  const known = createTtlCache<{ total: number }>(REMEMBERED_MS)
  return async ({ route, query, items, pages }, about) => {
    const { _fields, _embed, per_page, page = '1', ...filters } = query
    const size = Number(per_page ?? DEFAULT_PAGE)
    const before = (Number(page) - 1) * size
    if (items > 0 && items < size) return before + items
    if (items === 0 && before === 0) return 0
    if (pages !== undefined) return Number(page) === pages ? before + items : pages * size
    const key = `${route}?${new URLSearchParams(filters)}`
    const counting = known.get(key, 'lists', async () => {
      const own = createBudget('lists', COUNTING_MS)
      const ask = (number: number): Promise<number> =>
        pageOf(route, { ...filters, _fields: 'id', per_page: String(LARGEST_PAGE), page: String(number) }, own)
      return { total: await lastOf(ask) }
    })
    const atLeast = { total: before + items + (items === size ? 1 : 0) }
    const patience = wait(about.left() * PATIENCE, atLeast, { ref: false })
    const { total } = await Promise.race([counting.catch(() => atLeast), patience])
    return Math.max(total, before + items)
  }
}

/** Of a reader's time. */
const PATIENCE = 0.25

/** Doubles until a page is not full, and halves the rest. */
async function lastOf(ask: (page: number) => Promise<number>): Promise<number> {
  let full = 0
  let next = 1
  while (next < MAX_PAGES) {
    const items = await ask(next)
    if (items > 0 && items < LARGEST_PAGE) return (next - 1) * LARGEST_PAGE + items
    if (items === 0) break
    full = next
    next *= 2
  }
  let empty = next
  while (empty - full > 1) {
    const middle = Math.floor((full + empty) / 2)
    const items = await ask(middle)
    if (items > 0 && items < LARGEST_PAGE) return (middle - 1) * LARGEST_PAGE + items
    if (items === 0) empty = middle
    else full = middle
  }
  return full * LARGEST_PAGE
}
