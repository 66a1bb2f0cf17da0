import { cmsPath } from '../../content/public-paths.ts'
import type { CrawlState } from '../../search/crawl-records.ts'
import type { UpdatableIndex } from '../../search/search-index.ts'
import type { Crawl, CrawledPage } from './crawl.ts'
import type { Paced } from './pace.ts'
import { createArticleQueue, stampOf } from './queue.ts'

export class TooManyArticles extends Error {
  override readonly name = 'TooManyArticles'
}

interface FollowingSettings {
  crawl: Crawl
  index: UpdatableIndex
  most: number
  paced: Paced
}

/** Each call rejects when the CMS or the index fails. */
export interface Following {
  /**
   * Reads all lists from the first unread page, and new or changed texts. Articles on no list are read again, and
   * removed where they are gone.
   * @param between called after each page, for changes meanwhile
   */
  all(state: Pick<CrawlState, 'round' | 'page' | 'withTexts'>, between: () => Promise<void>): Promise<void>
  newest(): Promise<void>
  /**
   * @param paths in CMS form
   * @returns those that could not be read
   */
  these(paths: readonly string[]): Promise<string[]>
}

/** A CMS may claim any number. */
const MAX_PAGES = 200_000
/** Consecutive ones end a list. */
const MAX_EMPTY_PAGES = 4
const UNSEEN_AT_ONCE = 500

export function createFollowing({ crawl, index, most, paced }: FollowingSettings): Following {
  const { records } = index
  const queue = createArticleQueue(crawl, index, paced)
  const take = async ({ articles }: CrawledPage): Promise<boolean> => {
    const known = await records.stamps(articles.map(({ card }) => cmsPath(card.link.href)))
    const stamps = new Map(known.map(({ id, stamp }) => [id, stamp]))
    let isNew = false
    for (const { card, text } of articles) {
      const path = cmsPath(card.link.href)
      if (stamps.get(path) === stampOf(card)) continue
      isNew = true
      const article = text === undefined ? await queue.read(path) : { card, text }
      if (article !== undefined && article !== 'failed') await queue.add(article, card)
    }
    if (queue.length >= index.atOnce()) await queue.flush()
    return isNew
  }
  /** @param visit returns whether to go on */
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
        // A process that ends loses waiting articles, whose pages are read again.
        if (queue.length === 0) await records.save({ page: page + 1 })
        return true
      })
      await queue.flush()
      // An article may have moved between pages.
      for (let after = ''; ; ) {
        const unseen = await records.unseen(round, after, UNSEEN_AT_ONCE)
        await queue.reread(unseen, new Set(unseen))
        const last = unseen.at(-1)
        if (last === undefined || unseen.length < UNSEEN_AT_ONCE) return
        after = last
      }
    },
    async newest() {
      await queue.flush()
      await eachPage(1, false, take)
      await queue.flush()
    },
    async these(paths) {
      await queue.flush()
      const indexed = await records.stamps(paths)
      return queue.reread(paths, new Set(indexed.map(({ id }) => id)))
    },
  }
}
