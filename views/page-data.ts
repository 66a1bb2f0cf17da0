import type { Archive } from '../src/content/archive.ts'
import type { Article } from '../src/content/article.ts'
import type { Card } from '../src/content/card.ts'
import type { Page } from '../src/content/page.ts'
import type { ReadingOrder } from '../src/content/reading-order.ts'
import {
  archiveKeys,
  articleKeys,
  cardKeys,
  pageKeys,
  type SurrogateKey,
  serviceKey,
} from '../src/content/surrogate-keys.ts'
import type { HeadModel } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'

/** What a loader settled, and a page renders. */
export type PageData =
  | { page: 'home'; service: Service; head: HeadModel; jsonLd: object; home: Page }
  | { page: 'article'; service: Service; head: HeadModel; jsonLd: object; article: Article; order: ReadingOrder }
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
      cards: Card[]
      /** Whether the next page has results. */
      hasMore: boolean
      /** Offered where nothing was found. */
      newest: Card[]
      pageNumber: number
      isRefused: boolean
    }

export type PageDataOf<P extends PageData['page']> = Extract<PageData, { page: P }>

/** What an error answer of a loader carries to its page. */
export interface NotFoundData {
  head: HeadModel
  /** Where the reader is sent after a while; absent when there is nowhere to go. */
  redirectTo?: string
}

/** What a page shows, by which its answer is purged. */
export function surrogateKeysOf(data: PageData): SurrogateKey[] {
  const service = serviceKey(data.service.name)
  switch (data.page) {
    case 'home':
      return [service, ...pageKeys(data.home)]
    case 'article':
      return [...articleKeys(data.article), service, ...cardKeys(data.order.related)]
    case 'archive':
      return [...archiveKeys(data.archive, data.basePath), service]
    case 'search':
      return [service, ...cardKeys(data.cards)]
  }
}
