import type { LimitFunction } from 'p-limit'
import { inTime } from '../../system/deadline.ts'
import type { CachedParts } from './edge-parts.ts'
import { TooBusy } from './fair-queue.ts'
import type { Outcome, Render, RenderRequest } from './renderings.ts'
import type { StoredPage } from './stored-page.ts'

/** No client address is a space. */
export const BACKGROUND = ' '

/** Milliseconds for a refresh of a page past `staleWhileRevalidate`. */
const REFRESH_WAIT = 50
/** Milliseconds for the new feed after a purge (PURGE-10). */
const AWAITED_WAIT = 2000
/** Milliseconds after a failed refresh. */
const RETRY_PAUSE = 5000

/** @throws {TooBusy} without a stored page that may still be sent */
export type OutcomeFor = (request: RenderRequest, stored: StoredPage | undefined) => Promise<Outcome>

export function createRefreshes(
  { cache, now, onError }: CachedParts,
  render: Render,
  background: LimitFunction,
): OutcomeFor {
  const refresh = async (request: RenderRequest, page: StoredPage): Promise<Outcome> => {
    try {
      // Content read meanwhile would otherwise never make a slow source's page whole.
      const isRevalidation =
        !page.isIncomplete && !(page.isPurged && (page.isAwaited || page.policy.isAwaited === true))
      const outcome = await render(request, isRevalidation)
      if ('page' in outcome ? outcome.page !== page : outcome.response.status < 500) return outcome
    } catch (error) {
      if (!(error instanceof TooBusy)) onError(error)
    }
    page.retryAt = now() + RETRY_PAUSE
    return { page }
  }

  const waiting = new Set<string>()
  const refreshLater = (request: RenderRequest, page: StoredPage): void => {
    const name = `${cache.purges} ${request.service} ${request.url}`
    if (waiting.has(name)) return
    waiting.add(name)
    void background(() => refresh({ ...request, client: BACKGROUND }, page)).finally(() => waiting.delete(name))
  }

  return async (request, stored) => {
    if (!stored) return render(request, false)
    const { maxAge, staleWhileRevalidate, staleIfError } = stored.policy
    const staleFor = (now() - stored.storedAt) / 1000 - maxAge
    if (staleFor > staleIfError) return render(request, true)
    if (now() < stored.retryAt) return { page: stored }
    if (stored.isPurged && stored.isAwaited) return refresh(request, stored)
    if (stored.isPurged && stored.policy.isAwaited)
      return inTime(refresh(request, stored), AWAITED_WAIT, { page: stored })
    if (staleFor <= staleWhileRevalidate) refreshLater(request, stored)
    else return inTime(refresh(request, stored), REFRESH_WAIT, { page: stored })
    return { page: stored }
  }
}
