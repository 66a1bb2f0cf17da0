import type { Service } from '../services/service.ts'
import type { Article } from './article.ts'
import { onceWhile } from './once-while.ts'

/**
 * What follows from an article and its service alone is worked out once for each revision: a new revision is a new
 * object (docs/decisions/003). The result is shared and must not be changed.
 */
export function oncePerArticle<T>(work: (article: Article, service: Service) => T) {
  const once = onceWhile<Article, T>()
  return (article: Article, service: Service): T => once(article, [service], () => work(article, service))
}
