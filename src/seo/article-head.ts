import type { Article } from '../content/article.ts'
import { ampPath } from '../content/links.ts'
import type { Service } from '../services/service.ts'
import { buildHead, type HeadModel } from './head.ts'

/** The head of an article: the same model for the canonical page and for AMP. */
export function articleHead(article: Article, service: Service): HeadModel {
  return buildHead({
    service,
    path: article.path,
    title: article.title,
    seo: article.seo,
    description: article.lead,
    isNoindex: article.isNoindex,
    ogType: 'article',
    ...(article.hero && { image: article.hero }),
    ...(article.published && { publishedTime: article.published.time.iso }),
    ...(article.modified && { modifiedTime: article.modified.time.iso }),
    ...(service.hasAmp && { ampPath: ampPath(article.path) }),
  })
}
