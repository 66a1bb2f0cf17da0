import MiniSearch from 'minisearch'
import { foldPolish } from '../../content/slug.ts'
import { plainText } from '../../content/text.ts'
import type { CatalogueArticle } from './catalogue.ts'

/** Full-text search over one service's articles: word beginnings, small typing errors, with or without Polish letters. */
export interface ArticleSearch {
  /** Articles, best first. */
  find(query: string): CatalogueArticle[]
}

/** The index is made at the first search: a start need not wait for it. */
export function createArticleSearch(articles: readonly CatalogueArticle[]): ArticleSearch {
  let index: ArticleIndex | undefined
  return {
    find(query) {
      index ??= indexOf(articles)
      return index.search(query).flatMap((result) => articles[result.id as number] ?? [])
    },
  }
}

type ArticleIndex = MiniSearch<{ id: number; title: string; lead: string; text: string }>

function indexOf(articles: readonly CatalogueArticle[]): ArticleIndex {
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
  index.addAll(
    articles.map(({ meta, body }, id) => ({ id, title: meta.title, lead: meta.lead, text: plainText(body) })),
  )
  return index
}
