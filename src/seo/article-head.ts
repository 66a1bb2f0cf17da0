import { ampPath } from '../content/links.ts'
import { oncePerArticle } from '../content/once-per-article.ts'
import { buildHead } from './head.ts'

/** The head of an article: the same model for the canonical page and for AMP. */
export const articleHead = oncePerArticle((article, service) =>
  buildHead({
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
  }),
)
