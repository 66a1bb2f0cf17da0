import type { ServiceName } from '../../services/service.ts'
import { isRecord } from '../../system/record.ts'

/** A page with a smaller share of a full page's results is the last of its search. */
const LAST_PAGE_SHARE = 1 / 2

/**
 * Marks the last page of a search, as the hub gives neither the number of results nor the page size (SEARCH-3). The
 * limit is half of the service's largest page, because a CMS that filters posts after the query returns shorter pages
 * in between.
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
