import type { IncomingMessage } from 'node:http'
import { commentsPageIn } from '../../content/comment.ts'
import { AMP_PREFIX, cmsPath } from '../../content/public-paths.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { isNavigation, isPrefetch } from './navigation.ts'
import { KEYS_HEADER } from './policy.ts'

interface PrefetchBalance {
  sent(service: string, url: string): void
  /** Deducts one view that may follow from a page sent in advance. */
  mayBeShown(service: string, url: string): boolean
}

/** Milliseconds for which Chromium keeps a prefetched page. */
const KEPT_MS = 5 * 60_000
const MAX_PAGES = 10_000
/** Another worker or cache may have sent this many of one page. */
const UNEXPLAINED = 100

interface Balance {
  sent: number
  unexplained: number
}

/** Counts what this process sent in this period and the last one. */
export function createPrefetchBalance(now: Clock = elapsed): PrefetchBalance {
  let current = new Map<string, Balance>()
  let last = new Map<string, Balance>()
  let until = now() + KEPT_MS

  const turn = (): void => {
    const at = now()
    if (at < until) return
    last = at < until + KEPT_MS ? current : new Map()
    current = new Map()
    until = at + KEPT_MS
  }
  const balanceOf = (key: string): Balance | undefined => {
    const known = current.get(key)
    if (known) return known
    if (current.size >= MAX_PAGES) return undefined
    const balance = { sent: 0, unexplained: 0 }
    current.set(key, balance)
    return balance
  }

  return {
    sent(service, url) {
      turn()
      const balance = balanceOf(keyOf(service, url))
      if (balance) balance.sent += 1
    },
    mayBeShown(service, url) {
      turn()
      const key = keyOf(service, url)
      const before = last.get(key)
      if (before && before.sent > 0) {
        before.sent -= 1
        return true
      }
      const balance = balanceOf(key)
      if (!balance) return false
      if (balance.sent > 0) balance.sent -= 1
      else if (balance.unexplained < UNEXPLAINED) balance.unexplained += 1
      else return false
      return true
    },
  }
}

/** No service's name has a space. */
function keyOf(service: string, url: string): string {
  return `${service} ${url}`
}

const MAX_WAITING = 100_000

export interface Viewed {
  service: string
  url: string
  views: number
}

export interface ArticleViews {
  service: string
  path: string
  views: number
}

/** Reads nothing of a reader but what `isNavigation` needs. */
export interface PageViews {
  seen(page: Viewed, request: IncomingMessage): void
  /** The balance limits the count (READ-9). */
  shown(page: Pick<Viewed, 'service' | 'url'>): void
  take(): ArticleViews[]
  /** Hosts that readers came from, in place of paths; empty unless counted (FIG-3). */
  takeReferrers(): ArticleViews[]
}

export function createPageViews(
  balance: PrefetchBalance = createPrefetchBalance(),
  countsReferrers = false,
): PageViews {
  const referrers = countsReferrers ? createReferrers() : undefined
  let waiting: Viewed[] = []
  const count = (page: Viewed): void => {
    if (page.views > 0) page.views += 1
    else if (waiting.length < MAX_WAITING) {
      page.views = 1
      waiting.push(page)
    }
  }
  return {
    seen(page, request) {
      if (isNavigation(request)) {
        count(page)
        referrers?.seen(page.service, request)
      } else if (isPrefetch(request)) balance.sent(page.service, page.url)
    },
    shown({ service, url }) {
      if (balance.mayBeShown(service, url)) count({ service, url, views: 0 })
    },
    take() {
      const taken = waiting.map(({ service, url, views }) => ({ service, path: cmsPath(url), views }))
      for (const page of waiting) page.views = 0
      waiting = []
      return taken
    },
    takeReferrers: () => referrers?.take() ?? [],
  }
}

/** Anybody can send any host. */
const MAX_REFERRERS = 1000
const REFERRER = /^https?:\/\/(?:www\.)?((?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24})(?:[:/]|$)/i

function createReferrers() {
  let hosts = new Map<string, ArticleViews>()
  return {
    /** Adds only the host to a sum. */
    seen(service: string, { headers }: IncomingMessage): void {
      const { referer, host = '' } = headers
      const path = referer === undefined ? undefined : REFERRER.exec(referer.slice(0, 300))?.[1]?.toLowerCase()
      if (path === undefined || host.toLowerCase().replace(/^www\.|:\d+$/g, '') === path) return
      const key = `${service} ${path}`
      const known = hosts.get(key)
      if (known) known.views += 1
      else if (hosts.size < MAX_REFERRERS) hosts.set(key, { service, path, views: 1 })
    },
    take(): ArticleViews[] {
      const taken = [...hosts.values()]
      hosts = new Map()
      return taken
    },
  }
}

const OTHER_FORMS = ['/fragment/', `${AMP_PREFIX}/`] as const

/** A query of the cache key, or a page of comments, selects another page. */
export function isArticlePage(url: string, status: number, headers: Readonly<Record<string, unknown>>): boolean {
  return (
    status === 200 &&
    String(headers[KEYS_HEADER] ?? '').startsWith('post-') &&
    String(headers['content-type'] ?? '').startsWith('text/html') &&
    !url.includes('?') &&
    !OTHER_FORMS.some((prefix) => url.startsWith(prefix)) &&
    commentsPageIn(url).page === 1
  )
}
