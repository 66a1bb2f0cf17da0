import { isRecord } from '../../content/record.ts'
import type { ServiceName } from '../../services/service.ts'

/** A page with a smaller share of the results that fill one is the last of its search. */
const LAST_PAGE_SHARE = 1 / 2

/**
 * The hub says neither how many results there are nor how many fill a page. A page with less than half of the most that
 * a service's pages have had is marked as the last; of any other, the next page has to be looked at (SEARCH-3). Half,
 * because a CMS that leaves out posts after the query gives shorter pages in between.
 */
export function createLastPageMarker(): (service: ServiceName, json: unknown) => unknown {
  const fullest = new Map<ServiceName, number>()
  return (service, json) => {
    if (!isRecord(json) || !Array.isArray(json.posts)) return json
    const count = json.posts.length
    const most = Math.max(count, fullest.get(service) ?? 0)
    fullest.set(service, most)
    return count < most * LAST_PAGE_SHARE ? { ...json, hasMore: false } : json
  }
}
