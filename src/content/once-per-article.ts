import type { Service } from '../services/service.ts'
import type { Article } from './article.ts'

/**
 * What follows from an article and its service alone is worked out once for each revision: a new revision is a new
 * object (docs/decisions/003). The result is shared and must not be changed.
 */
export function oncePerArticle<T>(work: (article: Article, service: Service) => T) {
  const known = new WeakMap<Article, { service: Service; value: T }>()
  return (article: Article, service: Service): T => {
    const before = known.get(article)
    if (before?.service === service) return before.value
    const value = work(article, service)
    known.set(article, { service, value })
    return value
  }
}
