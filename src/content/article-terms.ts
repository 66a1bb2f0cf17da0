import type { Article } from './article.ts'
import type { Term } from './card.ts'

interface ArticleTerms {
  /** It has at least two steps, and is empty when the category alone says the same. */
  trail: Term[]
  terms: Term[]
}

/** Returns the terms above an article's title, each name once (CARD-10, CARD-12). */
export function articleTerms({ category, kind, trail }: Pick<Article, 'category' | 'kind' | 'trail'>): ArticleTerms {
  const shownTrail = trail.length > 1 ? trail : []
  const names = new Set(shownTrail.map(({ name }) => name))
  const terms = [category, kind].filter((term) => {
    const isNew = term !== undefined && !names.has(term.name)
    if (term) names.add(term.name)
    return isNew
  })
  return { trail: shownTrail, terms: terms.filter((term) => term !== undefined) }
}
