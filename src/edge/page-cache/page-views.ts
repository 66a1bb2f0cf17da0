import type { IncomingMessage } from 'node:http'
import { commentsPageIn } from '../../content/comment.ts'
import { AMP_PREFIX, cmsPath } from '../../content/public-paths.ts'
import { isNavigation, isPrefetch } from './navigation.ts'
import { KEYS_HEADER } from './policy.ts'
import { createPrefetchBalance, type PrefetchBalance } from './prefetch-balance.ts'

/** Articles whose views wait to be taken; a view of any more is lost. */
const MAX_WAITING = 100_000

/** What counts the views of one response: a stored page, or one that is sent without being stored. */
export interface Viewed {
  service: string
  /** As in a request line. */
  url: string
  /** Since they were last taken. */
  views: number
}

export interface ArticleViews {
  service: string
  /** CMS form. */
  path: string
  views: number
}

/** Views of articles, counted where responses are sent. Nothing of a reader is read but what `isNavigation` needs. */
export interface PageViews {
  /** Counts the request, if it is a navigation. @param page an article's, as `isArticlePage` says */
  seen(page: Viewed, request: IncomingMessage): void
  /** Counts an article that a browser had in advance and shows now (READ-9), within what the balance allows. */
  shown(page: Pick<Viewed, 'service' | 'url'>): void
  /** The views since the last call. */
  take(): ArticleViews[]
}

/** @param balance of the pages that browsers have in advance */
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
 * Whether a response is an article's canonical page: what begins with an article's surrogate key is that article's. A
 * query that is part of the cache key selects another page, and so does a page of comments.
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
