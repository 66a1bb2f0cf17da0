import { introOf } from '../content/intro.ts'
import { ampPath, publicPath } from '../content/links.ts'
import { oncePerArticle } from '../content/once-per-article.ts'
import { buildHead } from './head.ts'

/** The head of an article: the same model for the canonical page and for AMP. */
export const articleHead = oncePerArticle((article, service) => {
  const { seo, hero } = article
  return buildHead({
    service,
    path: article.path,
    title: article.title,
    seo,
    description: introOf(article),
    isNoindex: article.isNoindex,
    ogType: 'article',
    ...(seo.canonicalPath && { canonicalPath: publicPath(seo.canonicalPath, service) }),
    ...(hero && { image: { src: hero.src, alt: hero.alt, ...article.heroSize } }),
    ...(article.published && { publishedTime: article.published.time.iso }),
    ...(article.modified && { modifiedTime: article.modified.time.iso }),
    ...(service.hasAmp && { ampPath: ampPath(article.path) }),
  })
})
