import type { Article } from '../content/article.ts'
import { introOf } from '../content/intro.ts'
import { ampPath, publicPath } from '../content/links.ts'
import { memoizeByIdentity } from '../memoize/by-identity.ts'
import type { Service } from '../services/service.ts'
import { buildHead, type HeadModel } from './head.ts'

/** The head of an article: the same model for the canonical page and for AMP. */
export function articleHead(article: Article, service: Service): HeadModel {
  return heads(article, [service], () => headOf(article, service))
}

/** A new revision of an article is a new object (docs/decisions/003). */
const heads = memoizeByIdentity<Article, HeadModel>()

function headOf(article: Article, service: Service): HeadModel {
  const { seo, hero } = article
  return buildHead({
    service,
    path: article.path,
    title: article.title,
    seo,
    description: introOf(article),
    isNoindex: article.isNoindex,
    ogType: 'article',
    ...(article.language && { language: article.language }),
    ...(article.translations && { translations: article.translations }),
    ...(seo.canonicalPath && { canonicalPath: publicPath(seo.canonicalPath, service) }),
    ...(hero && { image: { src: hero.src, alt: hero.alt, ...article.heroSize } }),
    ...(article.published && { publishedTime: article.published.time.iso }),
    ...(article.modified && { modifiedTime: article.modified.time.iso }),
    ...(service.hasAmp && { ampPath: ampPath(article.path) }),
  })
}
