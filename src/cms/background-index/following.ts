import type { Card } from '../../content/card.ts'
import { cmsPath } from '../../content/links.ts'
import type { IndexedArticle, UpdatableIndex } from '../../search/search-index.ts'
import { categoryOf } from '../merged-search.ts'
import { SourceError } from '../upstream/errors.ts'
import type { Crawl, CrawledArticle, CrawledPage } from './crawl.ts'
import type { FoundCards } from './found-cards.ts'
import type { Paced } from './pace.ts'

/** The service has more articles than an index takes. */
export class TooManyArticles extends Error {
  override readonly name = 'TooManyArticles'
}

export interface FollowingSettings {
  crawl: Crawl
  index: UpdatableIndex
  cards: FoundCards
  /** Articles that the index takes. */
  most: number
  paced: Paced
}

/** Brings an index in line with the articles of a CMS. Each call rejects when the CMS or the index fails. */
export interface Following {
  /**
   * Reads all lists, and the texts of articles that are new or changed. Those that no list has are read once more, and removed where they are gone.
   * @param withTexts whether to read lists with texts
   * @param between called after each page: what changes meanwhile does not wait for the last one
   */
  all(withTexts: boolean, between: () => Promise<void>): Promise<void>
  /** Reads lists up to the first page without anything new. */
  newest(): Promise<void>
  /** Reads articles again: replaces those that are there, removes others. @param paths CMS form */
  these(paths: Iterable<string>): Promise<void>
}

/** An index is changed by so many articles at once, or by a tenth of what it has; and by so many characters at most. */
const LEAST_AT_ONCE = 100
const SHARE_AT_ONCE = 0.1
const MOST_CHARACTERS = 4_000_000
/** However many pages a CMS claims. */
const MAX_PAGES = 10_000
/** Consecutive pages without an article after which a list ends, and articles that fail after which the CMS does. */
const MAX_EMPTY_PAGES = 4
const MAX_FAILURES = 5

export function createFollowing({ crawl, index, cards, most, paced }: FollowingSettings): Following {
  let pending: Array<CrawledArticle & { listed: Card }> = []
  let characters = 0
  let failures = 0

  const flush = async (): Promise<void> => {
    const articles = pending
    pending = []
    characters = 0
    if (articles.length === 0) return
    await index.put(articles.map(indexedArticle))
    for (const { card, listed } of articles) cards.put(card, listed)
  }
  const add = async (article: CrawledArticle, listed: Card): Promise<void> => {
    pending.push({ ...article, listed })
    characters += article.text.length
    const isFull = pending.length >= Math.max(LEAST_AT_ONCE, cards.size * SHARE_AT_ONCE)
    if (isFull || characters >= MOST_CHARACTERS) await flush()
  }
  const remove = async (paths: readonly string[]): Promise<void> => {
    if (paths.length === 0) return
    await index.remove(paths)
    for (const path of paths) cards.remove(path)
  }
  /** One that fails alone is read again another time. */
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
  /** @param isIndexed whether it is to be removed where it is gone @returns paths that could not be read */
  const reread = async (paths: Iterable<string>, isIndexed: (path: string) => boolean): Promise<string[]> => {
    const gone: string[] = []
    const failed: string[] = []
    for (const path of paths) {
      const article = await read(path)
      if (article === 'failed') failed.push(path)
      else if (article && cmsPath(article.card.link.href) === path) await add(article, article.card)
      else if (isIndexed(path)) gone.push(path)
    }
    await flush()
    await remove(gone)
    return failed
  }
  /** @returns whether there was anything new */
  const take = async ({ articles }: CrawledPage): Promise<boolean> => {
    let isNew = false
    for (const { card, text } of articles) {
      if (cards.isSame(card)) continue
      isNew = true
      const article = text === undefined ? await read(cmsPath(card.link.href)) : { card, text }
      if (article !== undefined && article !== 'failed') await add(article, card)
    }
    return isNew
  }
  /** @param visit says whether to go on */
  const eachPage = async (withTexts: boolean, visit: (page: CrawledPage) => Promise<boolean>): Promise<void> => {
    let empty = 0
    for (let page = 1, last = 1; page <= Math.min(last, MAX_PAGES); page++) {
      const crawled = await paced(() => crawl.page(page, withTexts))
      if (!crawled) return
      if (crawled.total > most) throw new TooManyArticles(`${crawled.total} articles, the index takes ${most}`)
      empty = crawled.articles.length > 0 ? 0 : empty + 1
      if (empty === MAX_EMPTY_PAGES || !(await visit(crawled))) return
      last = crawled.pages
    }
  }
  const clear = (): void => {
    pending = []
    characters = 0
    failures = 0
  }

  return {
    async all(withTexts, between) {
      clear()
      const seen = new Set<string>()
      await eachPage(withTexts, async (page) => {
        await take(page)
        for (const { card } of page.articles) seen.add(cmsPath(card.link.href))
        await between()
        return true
      })
      await flush()
      const known = new Set([...cards.paths(), ...(await index.ids())])
      // An article that moves to another page meanwhile is on none.
      await reread(
        [...known].filter((path) => !seen.has(path)),
        (path) => known.has(path),
      )
    },
    async newest() {
      clear()
      await eachPage(false, take)
      await flush()
    },
    async these(paths) {
      await flush()
      const failed = await reread(paths, cards.has)
      if (failed.length > 0) throw new Error(`${failed.length} changed articles could not be read`)
    },
  }
}

function isOfTheHost(error: unknown): boolean {
  return error instanceof SourceError && (error.reason === 'open' || error.reason === 'unreachable')
}

function indexedArticle({ card, text }: CrawledArticle): IndexedArticle {
  const { title, lead, authors, category, kind, tags, published, link } = card
  return {
    id: cmsPath(link.href),
    title,
    names: [...authors, ...(category ? [category] : []), ...(kind ? [kind] : []), ...tags].map(({ name }) => name),
    lead,
    text,
    category: categoryOf(card),
    date: published?.time.iso ?? '',
  }
}
