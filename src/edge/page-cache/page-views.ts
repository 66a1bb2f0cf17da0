import type { IncomingMessage } from 'node:http'
import { commentsPageIn } from '../../content/comment.ts'
import { AMP_PREFIX, cmsPath } from '../../content/public-paths.ts'
import { isNavigation, isPrefetch } from './navigation.ts'
import { KEYS_HEADER } from './policy.ts'
import { createPrefetchBalance, type PrefetchBalance } from './prefetch-balance.ts'

/** A view of any more articles is lost. */
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

/** Counts views of articles where responses are sent. Reads nothing of a reader but what `isNavigation` needs. */
export interface PageViews {
  /** Counts the request if it is a navigation. @param page an article's, as `isArticlePage` says */
  seen(page: Viewed, request: IncomingMessage): void
  /** Counts an article that a browser had in advance and shows now (READ-9), within what the balance allows. */
  shown(page: Pick<Viewed, 'service' | 'url'>): void
  take(): ArticleViews[]
}

export function createPageViews(balance: PrefetchBalance = createPrefetchBalance()): PageViews {
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
      if (isNavigation(request)) count(page)
      else if (isPrefetch(request)) balance.sent(page.service, page.url)
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
  }
}

/** Other forms of an article: fragments and AMP documents. */
const OTHER_FORMS = ['/fragment/', `${AMP_PREFIX}/`] as const

/**
 * Whether a response is an article's canonical page, which begins with the article's surrogate key. A query that is
 * part of the cache key selects another page, and so does a page of comments.
 */
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
