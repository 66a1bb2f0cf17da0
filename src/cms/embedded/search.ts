import MiniSearch from 'minisearch'
import { beginningOf } from '../../content/html/size.ts'
import { parseHtmlInSteps, textOf } from '../../content/html/tree.ts'
import { MAX_CHARACTERS, MAX_TAGS } from '../../content/limits.ts'
import { foldPolish } from '../../content/slug.ts'
import { inSlices, nextTurn, type Steps, takingTurns } from '../../content/steps.ts'
import { foldWhiteSpace } from '../../content/text.ts'
import type { CatalogueArticle } from './catalogue.ts'

/** Characters of an article that are searched: fifty pages (COST-39). They are indexed without a pause. */
const MAX_INDEXED = 100_000
/** Markup that is looked through for them. */
const LOOKED_THROUGH = { tags: MAX_TAGS, characters: MAX_CHARACTERS }

/** Full-text search over one service's articles: word beginnings, small typing errors, with or without Polish letters. */
export interface ArticleSearch {
  /** Articles, best first. */
  find(query: string): Promise<CatalogueArticle[]>
}

/** The index is made at the first search, of one article after the other: neither a start nor other readers wait for it. */
export function createArticleSearch(articles: readonly CatalogueArticle[]): ArticleSearch {
  let index: Promise<ArticleIndex> | undefined
  return {
    async find(query) {
      index ??= indexOf(articles)
      const made = await index
      // Many may have waited for it.
      await nextTurn()
      return made.search(query).flatMap((result) => articles[result.id as number] ?? [])
    },
  }
}

type ArticleIndex = MiniSearch<{ id: number; title: string; lead: string; text: string }>

/** Article by article: others have a turn in between. */
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
  const nodes = yield* parseHtmlInSteps(beginningOf(body, LOOKED_THROUGH))
  return foldWhiteSpace(textOf(nodes).slice(0, MAX_INDEXED))
}
