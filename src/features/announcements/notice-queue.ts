import { setTimeout as wait } from 'node:timers/promises'
import type { LimitFunction } from 'p-limit'
import type { Currency, Renew } from '../../edge/page-cache/renewal.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import { elapsed } from '../../system/clock.ts'

export interface Notice {
  service: Service
  since: number
  /** False: the next request renders it anyway. */
  isRendered: boolean
  wasRead: boolean
}

interface NoticeQueueSettings {
  renew: Renew
  rendering: LimitFunction
  signal: AbortSignal
  onError(error: unknown): void
  max: number
  notify(href: string, notice: Notice, currency?: Currency): unknown
}

/** Notices wait until the next request gets what has changed (PURGE-11). */
export interface NoticeQueue {
  add(service: Service, notices: Iterable<readonly [path: string, notice: Notice]>): void
}

const PAUSES = [200, 1000, 2000, 5000, 10_000, 30_000] as const
/** A feed that lacks texts for longer counts as it is. Milliseconds. */
const INCOMPLETE_FOR = 60_000
/** After this time the source counts as away. Milliseconds. */
const GIVING_UP = 30 * 60_000

export function createNoticeQueue(settings: NoticeQueueSettings): NoticeQueue {
  const { signal, onError, max, notify } = settings
  const wanted = new Map<string, Notice>()
  const announce = async (url: URL, first: Notice): Promise<void> => {
    const { href } = url
    const newest = (): Notice => wanted.get(href) ?? first
    try {
      for (let announced: Notice | undefined; announced !== newest() && !signal.aborted; ) {
        const currency = newest().isRendered ? await renewed(url, () => newest().since, settings) : 'old'
        if (currency === undefined || signal.aborted) return
        announced = newest()
        await notify(href, announced, currency)
      }
    } finally {
      wanted.delete(href)
    }
  }
  const enqueue = (url: URL, notice: Notice): boolean => {
    const earlier = wanted.get(url.href)
    if (!earlier && wanted.size >= max) return false
    const newest = { ...notice, wasRead: notice.wasRead || earlier?.wasRead === true }
    wanted.set(url.href, newest)
    if (!earlier) announce(url, newest).catch(onError)
    return true
  }
  return {
    add(service, notices) {
      let left = 0
      for (const [path, notice] of notices) if (!enqueue(new URL(path, originOf(service)), notice)) left += 1
      if (left > 0) onError(new Error(`too many URLs of ${service.name} wait for notices: ${left} are left out`))
    },
  }
}

async function renewed(
  url: URL,
  sinceOf: () => number,
  { renew, rendering, signal, onError }: NoticeQueueSettings,
): Promise<Currency | undefined> {
  const startedAt = elapsed()
  for (let tries = 0; !signal.aborted; tries++) {
    const currency = await rendering(() =>
      signal.aborted ? 'old' : renew(url.host, url.pathname + url.search, sinceOf()),
    )
    const spent = elapsed() - startedAt
    if (currency === 'whole' || currency === 'gone') return currency
    if (currency === 'incomplete' && spent > INCOMPLETE_FOR) return currency
    if (spent > GIVING_UP) break
    const pause = PAUSES[Math.min(tries, PAUSES.length - 1)]
    await wait(pause, undefined, { ref: false, signal }).catch(() => {})
  }
  if (!signal.aborted) onError(new Error(`nobody is notified of ${url.href}: it cannot be rendered`))
  return undefined
}
