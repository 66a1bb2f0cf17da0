import MiniSearch from 'minisearch'
import { beginningOf } from '../../content/html/size.ts'
import { parseHtmlInSteps, textOf } from '../../content/html/tree.ts'
import { MAX_CHARACTERS, MAX_TAGS } from '../../content/limits.ts'
import { foldPolish } from '../../content/slug.ts'
import { inSlices, nextTurn, type Steps, takingTurns } from '../../content/steps.ts'
import { foldWhiteSpace } from '../../content/text.ts'
import type { CatalogueArticle } from './catalogue.ts'

/** Searchable characters of an article: fifty pages (COST-39). They are indexed without a pause. */
const MAX_INDEXED = 100_000
/** How much markup is searched for them. */
const MARKUP_LIMIT = { tags: MAX_TAGS, characters: MAX_CHARACTERS }

/** Full-text search over one service's articles: word prefixes, small typing errors, with or without Polish letters. */
export interface ArticleSearch {
  /** Articles, best first. */
  find(query: string): Promise<CatalogueArticle[]>
}

/** The index is built on the first search, one article at a time, so that neither the start nor other readers wait. */
export function createArticleSearch(articles: readonly CatalogueArticle[]): ArticleSearch {
  let index: Promise<ArticleIndex> | undefined
  return {
    async find(query) {
      index ??= indexOf(articles)
      const made = await index
      // Many callers may resume at once.
      await nextTurn()
      return made.search(query).flatMap((result) => articles[result.id as number] ?? [])
    },
  }
}

type ArticleIndex = MiniSearch<{ id: number; title: string; lead: string; text: string }>

/** Pauses between articles, so as not to block the event loop. */
async function indexOf(articles: readonly CatalogueArticle[]): Promise<ArticleIndex> {
  const index: ArticleIndex = new MiniSearch({
    fields: ['title', 'lead', 'text'],
    processTerm: (term) => foldPolish(term).toLowerCase() || null,
    searchOptions: {
      boost: { title: 4, lead: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      combineWith: 'AND',
    },
  })
  const pause = takingTurns()
  for (const [id, { meta, body }] of articles.entries()) {
    const text = await inSlices(wordsOf(body))
    index.add({ id, title: meta.title, lead: meta.lead, text })
    await pause()
  }
  return index
}

function* wordsOf(body: string): Steps<string> {
  const nodes = yield* parseHtmlInSteps(beginningOf(body, MARKUP_LIMIT))
  return foldWhiteSpace(textOf(nodes).slice(0, MAX_INDEXED))
}
