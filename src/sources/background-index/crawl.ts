import * as z from 'zod'
import { type Archive, cardsIn } from '../../content/archive.ts'
import { type Article, cardOf } from '../../content/article.ts'
import type { Card } from '../../content/card.ts'
import { parseWire } from '../../content/decode/context.ts'
import { decodeArchive, decodeArticle } from '../../content/decode.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { isMissing, type Missing } from '../../content/repository.ts'
import { searchableText, textIn, withinSearch } from '../../content/words.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import { inSlices } from '../../system/steps.ts'
import type { Decode, Load } from '../loading.ts'
import type { ContentSource } from '../source.ts'

export interface ListedArticle {
  card: Card
  text?: string
}

export interface CrawledArticle extends ListedArticle {
  text: string
}

export interface CrawledPage {
  articles: ListedArticle[]
  pages: number
  total: number
}

/** Reads past the cache, where texts would displace those that readers want. */
export interface Crawl {
  /**
   * Newest first.
   * @param page counts from 1
   * @param withTexts changes the size of pages
   * @returns undefined beyond the last page
   */
  page(page: number, withTexts: boolean): Promise<CrawledPage | undefined>
  /**
   * @param path in CMS form
   * @returns undefined: it does not exist, or no search shows it
   */
  article(path: string): Promise<CrawledArticle | undefined>
}

/** Texts are longer than a field of a list may be. */
const wireTexts = z.object({
  list: z.unknown(),
  texts: z.array(
    z.object({ relative_link: z.string(), html: z.string().default('') }).catch({ relative_link: '', html: '' }),
  ),
})

interface ArchiveWithTexts {
  archive: Archive
  /** By path in CMS form. */
  html: ReadonlyMap<string, string>
}

const archiveWithTexts: Decode<ArchiveWithTexts> = function* (json, context) {
  const { list, texts } = parseWire(wireTexts, json, context.call)
  const archive = yield* decodeArchive(list, context)
  if (isMissing(archive)) return archive
  return { archive, html: new Map(texts.map(({ relative_link, html }) => [cmsPath(relative_link), html])) }
}

export function createCrawl(service: Service, source: ContentSource, load: Load): Crawl {
  const listed = (page: number): Promise<Archive | Missing> =>
    load(async () => {
      const { bulk } = source
      if (bulk) return bulk(service, 'category', NEWEST_CATEGORY, page)
      return source.archive(service, 'category', NEWEST_CATEGORY, page <= 1 ? 0 : page, 'lists')
    }, decodeArchive)
  return {
    async page(page, withTexts) {
      const { texts } = source
      if (!withTexts || !texts) {
        const archive = await listed(page)
        if (isMissing(archive) || page > archive.maxPage) return undefined
        return pageOf(
          archive,
          cardsIn(archive).map((card) => ({ card })),
        )
      }
      const loaded = await load(() => texts(service, page), archiveWithTexts)
      if (isMissing(loaded)) return undefined
      const { archive, html } = loaded
      const articles: ListedArticle[] = []
      for (const card of cardsIn(archive)) {
        const text = html.get(cmsPath(card.link.href))
        articles.push({ card, text: text === undefined ? undefined : await inSlices(searchableText(text)) })
      }
      return pageOf(archive, articles)
    },
    async article(path) {
      const article = await load<Article>(() => source.article(service, path, 'lists'), decodeArticle)
      if (isMissing(article) || article.isPage) return undefined
      const card = cardOf(article)
      return isSearched(card) ? { card, text: withinSearch(await inSlices(textIn(article.body))) } : undefined
    },
  }
}

function pageOf({ maxPage, total }: Archive, articles: readonly ListedArticle[]): CrawledPage {
  return { articles: articles.filter(({ card }) => isSearched(card)), pages: maxPage, total }
}

/** Excludes promoted links, which lead elsewhere, and what search engines may not list, such as locked posts. */
function isSearched({ link, isPromo, isNoindex }: Card): boolean {
  return !isPromo && isNoindex !== true && link.href.startsWith('/')
}
