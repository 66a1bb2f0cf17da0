import type { Rank } from '../source.ts'
import type { Query } from './fields.ts'
import { createTtlCache } from './ttl-cache.ts'

/** A collection's size is known for so long. Milliseconds. */
const REMEMBERED_MS = 300_000
/** Of WordPress. Items. */
const DEFAULT_PAGE = 10
const LARGEST_PAGE = 100
/** Pages of a hundred; a larger collection ends there. */
const MAX_PAGES = 8192

/**
 * Sizes of collections whose site does not send `X-WP-Total`, as behind a proxy that drops it (SRC-51): by looking for the
 * last page, with a number of calls that grows with the logarithm of the pages.
 * @returns the number of items
 */
export function createTotals(): (
  listed: { route: string; query: Query; items: number; rank: Rank },
  pageOf: (query: Query) => Promise<number>,
) => Promise<number> {
  const known = createTtlCache<{ total: number }>(REMEMBERED_MS)
  return async ({ route, query, items, rank }, pageOf) => {
    const { _fields, _embed, per_page, page = '1', ...filters } = query
    const size = Number(per_page ?? DEFAULT_PAGE)
    const before = (Number(page) - 1) * size
    if (items > 0 && items < size) return before + items
    if (items === 0 && before === 0) return 0
    const key = `${route}?${new URLSearchParams(filters)}`
    const ask = (number: number): Promise<number> =>
      pageOf({ ...filters, _fields: 'id', per_page: String(LARGEST_PAGE), page: String(number) })
    const { total } = await known.get(key, rank, async () => ({ total: await lastOf(ask) }))
    return total
  }
}

/** The number of items up to the last page: doubles until a page is not full, and halves the rest. */
async function lastOf(ask: (page: number) => Promise<number>): Promise<number> {
  /** The last page known to be full. */
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
