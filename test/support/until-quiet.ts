import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** A request that takes longer is not waited for. Milliseconds. */
const LONGEST = 3000
const PAUSE_MS = 25

/** Requests that have not ended, with their begin, and when one last began or ended. Milliseconds. */
interface Traffic {
  open: Map<Request, number>
  changedAt: number
}

const watched = new WeakMap<Page, Traffic>()

/** Watches the requests of a page, for `untilQuiet`; before it loads, so that none is missed. */
export function watchRequests(page: Page): Traffic {
  const traffic: Traffic = { open: new Map(), changedAt: performance.now() }
  watched.set(page, traffic)
  page.on('request', (request) => {
    traffic.changedAt = performance.now()
    traffic.open.set(request, traffic.changedAt)
  })
  const end = (request: Request): void => {
    traffic.changedAt = performance.now()
    traffic.open.delete(request)
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return traffic
}

/**
 * Resolves once the browser is idle, none of a page's requests is open, and none has begun or ended for a while. So it waits
 * as long as a busy machine needs.
 * @param quiet the while, in milliseconds
 */
export async function untilQuiet(page: Page, quiet = 300): Promise<void> {
  const traffic = watched.get(page) ?? watchRequests(page)
  const startedAt = performance.now()
  for (;;) {
    // A page that is being left has no more to say; the next one has.
    await page
      .evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(true))))
      .catch((error) => {
        if (page.isClosed()) throw error
      })
    const now = performance.now()
    const isLoading = [...traffic.open.values()].some((begin) => now - begin < LONGEST)
    if (!isLoading && now - Math.max(startedAt, traffic.changedAt) > quiet) return
    await wait(PAUSE_MS)
  }
}
