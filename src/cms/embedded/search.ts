import MiniSearch from 'minisearch'
import { foldPolish } from '../../content/slug.ts'
import { plainText } from '../../content/text.ts'
import type { CatalogueArticle } from './catalogue.ts'

/** Full-text search over one service's articles: word beginnings, small typing errors, with or without Polish letters. */
export interface ArticleSearch {
  /** Articles, best first. */
  find(query: string): CatalogueArticle[]
}

export function createArticleSearch(articles: readonly CatalogueArticle[]): ArticleSearch {
  const index = new MiniSearch<{ id: number; title: string; lead: string; text: string }>({
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
  return {
    find: (query) =>
      index.search(query).flatMap((result) => {
        const article = articles[result.id as number]
        return article ? [article] : []
      }),
  }
}
