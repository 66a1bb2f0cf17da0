import type { ReactElement } from 'react'
import type { Archive } from '../src/content/archive.ts'
import type { Article } from '../src/content/article.ts'
import type { Card } from '../src/content/card.ts'
import type { DiscussionPage } from '../src/content/comment.ts'
import type { Page } from '../src/content/home-block.ts'
import type { IssueContent } from '../src/content/issue.ts'
import { isLive } from '../src/content/live.ts'
import type { ReadingOrder } from '../src/content/reading-order.ts'
import type { SearchFilters } from '../src/content/search-filters.ts'
import {
  archiveKeys,
  articleKeys,
  articlesKey,
  cardKeys,
  feedsKey,
  pageKeys,
  type SurrogateKey,
  serviceKey,
} from '../src/content/surrogate-keys.ts'
import type { HeadModel } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import type { Portal } from './context.ts'

export interface FoundElsewhere {
  title: string
  link: string
  count: number
}

export type PageData =
  | { page: 'home'; service: Service; head: HeadModel; jsonLd: object; home: Page }
  | {
      page: 'article'
      service: Service
      head: HeadModel
      jsonLd: object
      article: Article
      order: ReadingOrder
      comments: ShownComments
      /** From 1. */
      livePage: number
      /** Empty: too little was read. */
      mostRead: Card[]
    }
  | {
      page: 'archive'
      service: Service
      head: HeadModel
      jsonLd: object
      archive: Archive
      basePath: string
      pageNumber: number
    }
  | {
      page: 'search'
      service: Service
      head: HeadModel
      query: string
      filters: SearchFilters
      /** Adds filters (SEARCH-17). */
      filtersSearch: boolean
      cards: Card[]
      hasMore: boolean
      /** Something was late or failed. */
      isIncomplete?: true
      /** Absent: not counted. */
      count?: number
      missing: readonly string[]
      elsewhere: readonly FoundElsewhere[]
      newest: Card[]
      mostRead: Card[]
      pageNumber: number
      isRefused: boolean
    }
  | { page: 'issue'; service: Service; head: HeadModel; issue: IssueContent }
  | { page: 'issues'; service: Service; head: HeadModel; issues: IssueContent[] }
  | { page: 'saved'; service: Service; head: HeadModel }
  | { page: 'privacy'; service: Service; head: HeadModel }
  | { page: 'fixed'; service: Service; head: HeadModel; body: ReactElement; keys: SurrogateKey[] }

/** `undefined`: late or failing (COMM-4). */
export type ShownComments = DiscussionPage | 'none' | undefined

export function cachedKindOf(
  data: PageData,
): PageData['page'] | 'articleWithoutComments' | 'liveArticle' | 'searchWithoutCms' {
  if (data.page === 'search' && data.isIncomplete) return 'searchWithoutCms'
  if (data.page !== 'article') return data.page
  if (isLive(data.article.body)) return 'liveArticle'
  return data.comments === undefined ? 'articleWithoutComments' : data.page
}

export interface LoaderArgs {
  portal: Portal
  params: Readonly<Record<string, string | undefined>>
  url: URL
}

/** Loaders throw it (PAGE-20). */
export class NotFound {
  constructor(readonly data: NotFoundData) {}
}

export type PageDataOf<P extends PageData['page']> = Extract<PageData, { page: P }>

export interface NotFoundData {
  head: HeadModel
  mostRead: Card[]
  newest: readonly Card[]
  redirectTo?: string
}

export function surrogateKeysOf(data: PageData): SurrogateKey[] {
  const [service, articles] = [serviceKey(data.service.name), articlesKey(data.service.name)]
  switch (data.page) {
    case 'home':
      return [service, articles, ...pageKeys(data.home)]
    case 'article':
      return [...articleKeys(data.article, data.service), service, articles, ...cardKeys(data.order.related)]
    case 'archive':
      return [...archiveKeys(data.archive, data.basePath, data.service), service, articles]
    case 'search':
      return data.query === '' ? [service] : [service, feedsKey(data.service.name), ...cardKeys(data.cards)]
    case 'issue':
    case 'issues':
    case 'privacy':
    case 'saved':
      return [service]
    case 'fixed':
      return [...data.keys, service]
  }
}
