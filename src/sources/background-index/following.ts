import type { Card } from '../../content/card.ts'
import { cardsOf, postCardOf } from '../../content/post-card.ts'
import { cmsPath } from '../../content/public-paths.ts'
import type { CrawlState } from '../../search/crawl-records.ts'
import type { FoundRecord, IndexedArticle, UpdatableIndex } from '../../search/search-index.ts'
import { categoryOf } from '../merged-search.ts'
import { SourceError } from '../upstream/errors.ts'
import type { Crawl, CrawledArticle, CrawledPage } from './crawl.ts'
import type { Paced } from './pace.ts'

/** The service has more articles than an index takes. */
export class TooManyArticles extends Error {
  override readonly name = 'TooManyArticles'
}

interface FollowingSettings {
  crawl: Crawl
  index: UpdatableIndex
  most: number
  paced: Paced
}

/** Brings an index in line with the articles of a CMS. Each call rejects when the CMS or the index fails. */
export interface Following {
  /**
   * Reads all lists from the first unread page, and the texts of new or changed articles. Articles that no list has
   * are read once more, and removed where they are gone.
   * @param between called after each page, as changes meanwhile do not wait for the last one
   */
  all(state: Pick<CrawlState, 'round' | 'page' | 'withTexts'>, between: () => Promise<void>): Promise<void>
  /** Reads lists up to the first page without anything new. */
  newest(): Promise<void>
  /**
   * Reads articles again: replaces those that exist, removes others.
   * @param paths in CMS form
   * @returns those that could not be read
   */
  these(paths: readonly string[]): Promise<string[]>
}

/** Characters of texts that wait to be put into the index. */
const MOST_CHARACTERS = 4_000_000
/** A bound for the pages that a CMS claims. */
const MAX_PAGES = 200_000
/** Consecutive empty pages that end a list, and consecutive failing articles that mean a failing CMS. */
const MAX_EMPTY_PAGES = 4
const MAX_FAILURES = 5
const UNSEEN_AT_ONCE = 500

export function createFollowing({ crawl, index, most, paced }: FollowingSettings): Following {
  const { records } = index
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
  /** An article that fails alone is read again another time. */
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
  /**
   * @param indexed those that are removed where they are gone
   * @returns paths that could not be read
   */
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
  /** @returns whether there was anything new */
  const take = async ({ articles }: CrawledPage): Promise<boolean> => {
    const known = await records.stamps(articles.map(({ card }) => cmsPath(card.link.href)))
    const stamps = new Map(known.map(({ id, stamp }) => [id, stamp]))
    let isNew = false
    for (const { card, text } of articles) {
      const path = cmsPath(card.link.href)
      if (stamps.get(path) === stampOf(card)) continue
      isNew = true
      const article = text === undefined ? await read(path) : { card, text }
      if (article !== undefined && article !== 'failed') await add(article, card)
    }
    if (pending.length >= index.atOnce()) await flush()
    return isNew
  }
  /** @param visit returns whether to go on after a page */
  const eachPage = async (
    first: number,
    withTexts: boolean,
    visit: (crawled: CrawledPage, page: number) => Promise<boolean>,
  ): Promise<void> => {
    let empty = 0
    for (let page = first, last = first; page <= Math.min(last, MAX_PAGES); page++) {
      const crawled = await paced(() => crawl.page(page, withTexts))
      if (!crawled) return
      if (crawled.total > most) throw new TooManyArticles(`${crawled.total} articles, the index takes ${most}`)
      empty = crawled.articles.length > 0 ? 0 : empty + 1
      if (empty === MAX_EMPTY_PAGES || !(await visit(crawled, page))) return
      last = crawled.pages
    }
  }

  return {
    async all({ round, page: first, withTexts }, between) {
      await eachPage(first, withTexts, async (crawled, page) => {
        await take(crawled)
        await records.see(
          crawled.articles.map(({ card }) => cmsPath(card.link.href)),
          round,
        )
        await between()
        // Articles that wait are lost with the process; then their pages are read again.
        if (pending.length === 0) await records.save({ page: page + 1 })
        return true
      })
      await flush()
      // An article that moves to another page meanwhile is on none.
      for (let after = ''; ; ) {
        const unseen = await records.unseen(round, after, UNSEEN_AT_ONCE)
        await reread(unseen, new Set(unseen))
        const last = unseen.at(-1)
        if (last === undefined || unseen.length < UNSEEN_AT_ONCE) return
        after = last
      }
    },
    async newest() {
      await flush()
      await eachPage(1, false, take)
      await flush()
    },
    async these(paths) {
      await flush()
      const indexed = await records.stamps(paths)
      return reread(paths, new Set(indexed.map(({ id }) => id)))
    },
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

/** @param listed the same article as lists have it */
export function foundRecord(card: Card, listed: Card): FoundRecord {
  // Results get the origin of the service when they are written.
  return { post: card.id, stamp: stampOf(listed), card: JSON.stringify(postCardOf(card, '')) }
}

export function foundCards(json: readonly string[]): Card[] {
  return json.flatMap((one) => cardsOf({ posts: [JSON.parse(one)] }))
}

/** Equal in every list of a source, whichever fields the list has otherwise. */
export function stampOf({ title, published, modified }: Card): string {
  return `${(modified ?? published)?.time.iso ?? ''} ${title}`
}
