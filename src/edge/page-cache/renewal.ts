import type { RequestListener } from 'node:http'
import { type CapturedResponse, dispatch } from './dispatch.ts'
import { TooBusy } from './fair-queue.ts'
import type { PageCache } from './page-cache.ts'
import type { Outcome } from './renderings.ts'
import type { RouteTable } from './route-table.ts'
import type { PageKey, StoredPage } from './stored-page.ts'

export type Currency = 'whole' | 'incomplete' | 'old' | 'gone'

/**
 * Resolves with what the next request gets (PURGE-11). Never rejects.
 * @param since `PageCache.purges` after the purge; 0 without a cache
 */
export type Renew = (host: string, url: string, since: number) => Promise<Currency>

interface RenewalSettings {
  routes: RouteTable
  cache: PageCache
  isFresh: (page: StoredPage | undefined) => page is StoredPage
  render(request: PageKey & { host: string }): Promise<Outcome>
  serviceNameOf(host: string): string
  onError(error: unknown): void
}

export function renewal({ routes, cache, isFresh, render, serviceNameOf, onError }: RenewalSettings): Renew {
  return async (host, requested, since) => {
    const service = serviceNameOf(host)
    const { url } = routes.targetOf(requested)
    const stored = cache.get(service, url)
    if (isFresh(stored) && stored.since >= since) return currencyOf(stored)
    try {
      const outcome = await render({ service, url, host })
      if ('response' in outcome) return currencyOf(outcome.response)
      return outcome.page.since >= since ? currencyOf(outcome.page) : 'old'
    } catch (error) {
      if (!(error instanceof TooBusy)) onError(error)
      return 'old'
    }
  }
}

export function renewalWithoutCache(app: RequestListener): Renew {
  return async (host, url) => {
    const rendered = await dispatch(app, { url, host, isRevalidation: true }).catch(() => undefined)
    return rendered ? currencyOf(rendered) : 'old'
  }
}

function currencyOf({ status, isIncomplete }: Pick<CapturedResponse, 'status'> & { isIncomplete?: boolean }): Currency {
  if (status === 404 || status === 410) return 'gone'
  if (status >= 500) return 'old'
  return isIncomplete ? 'incomplete' : 'whole'
}
