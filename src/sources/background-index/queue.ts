import type { Card } from '../../content/card.ts'
import { cardsOf, postCardOf } from '../../content/post-card.ts'
import { cmsPath } from '../../content/public-paths.ts'
import type { FoundRecord, IndexedArticle, UpdatableIndex } from '../../search/search-index.ts'
import { categoryOf } from '../merged-search.ts'
import { SourceError } from '../upstream/errors.ts'
import type { Crawl, CrawledArticle } from './crawl.ts'
import type { Paced } from './pace.ts'

const MOST_CHARACTERS = 4_000_000
const MAX_FAILURES = 5

/** Each call rejects when an article fails. */
export interface ArticleQueue {
  /** @param listed the article as lists have it */
  add(article: CrawledArticle, listed: Card): Promise<void>
  flush(): Promise<void>
  readonly length: number
  /** An article that fails alone is read again later. */
  read(path: string): Promise<CrawledArticle | 'failed' | undefined>
  /**
   * @param indexed those that are removed where they are gone
   * @returns paths that could not be read
   */
  reread(paths: readonly string[], indexed: ReadonlySet<string>): Promise<string[]>
}

export function createArticleQueue(crawl: Crawl, index: UpdatableIndex, paced: Paced): ArticleQueue {
  let pending: Array<CrawledArticle & { listed: Card }> = []
  let characters = 0
  let failures = 0

  const flush = async (): Promise<void> => {
    const articles = pending
    pending = []
    characters = 0
    if (articles.length > 0) await index.put(articles.map(indexedArticle))
  }
  const add = async (article: CrawledArticle, listed: Card): Promise<void> => {
    pending.push({ ...article, listed })
    characters += article.text.length
    if (characters >= MOST_CHARACTERS) await flush()
  }
  const read = async (path: string): Promise<CrawledArticle | 'failed' | undefined> => {
    try {
      const article = await paced(() => crawl.article(path))
      failures = 0
      return article
    } catch (error) {
      failures += 1
      if (failures >= MAX_FAILURES || isOfTheHost(error)) throw error
      return 'failed'
    }
  }
  const reread = async (paths: readonly string[], indexed: ReadonlySet<string>): Promise<string[]> => {
    const gone: string[] = []
    const failed: string[] = []
    for (const path of paths) {
      const article = await read(path)
      if (article === 'failed') failed.push(path)
      else if (article && cmsPath(article.card.link.href) === path) await add(article, article.card)
      else if (indexed.has(path)) gone.push(path)
    }
    await flush()
    if (gone.length > 0) await index.remove(gone)
    return failed
  }
  return {
    add,
    flush,
    get length() {
      return pending.length
    },
    read,
    reread,
  }
}

function isOfTheHost(error: unknown): boolean {
  return error instanceof SourceError && (error.reason === 'open' || error.reason === 'unreachable')
}

function indexedArticle({ card, text, listed }: CrawledArticle & { listed: Card }): IndexedArticle {
  const { title, lead, authors, category, kind, tags, published, link } = card
  return {
    id: cmsPath(link.href),
    title,
    names: [...authors, ...(category ? [category] : []), ...(kind ? [kind] : []), ...tags].map(({ name }) => name),
    lead,
    text,
    category: categoryOf(card),
    date: published?.time.iso ?? '',
    record: foundRecord(card, listed),
  }
}

export function foundRecord(card: Card, listed: Card): FoundRecord {
  return { post: card.id, stamp: stampOf(listed), card: JSON.stringify(postCardOf(card, '')) }
}

export function foundCards(json: readonly string[]): Card[] {
  return json.flatMap((one) => cardsOf({ posts: [JSON.parse(one)] }))
}

/** Equal in every list of a source, whatever its fields. */
export function stampOf({ title, published, modified }: Card): string {
  return `${(modified ?? published)?.time.iso ?? ''} ${title}`
}
