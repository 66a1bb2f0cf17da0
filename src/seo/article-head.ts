import { type Block, innerBlocks } from '../content/block.ts'
import { ampPath, publicPath } from '../content/links.ts'
import { oncePerArticle } from '../content/once-per-article.ts'
import { firstSentence, plainText } from '../content/text.ts'
import { buildHead } from './head.ts'

/** The head of an article: the same model for the canonical page and for AMP. */
export const articleHead = oncePerArticle((article, service) => {
  const { seo, hero } = article
  return buildHead({
    service,
    path: article.path,
    title: article.title,
    seo,
    description: article.lead || firstSentenceOf(article.body) || '',
    isNoindex: article.isNoindex,
    ogType: 'article',
    ...(seo.canonicalPath && { canonicalPath: publicPath(seo.canonicalPath, service) }),
    ...(hero && { image: { src: hero.src, alt: hero.alt, ...article.heroSize } }),
    ...(article.published && { publishedTime: article.published.time.iso }),
    ...(article.modified && { modifiedTime: article.modified.time.iso }),
    ...(service.hasAmp && { ampPath: ampPath(article.path) }),
  })
})

/** Of the first paragraph that says something, wherever it stands (HEAD-18). */
function firstSentenceOf(blocks: readonly Block[]): string | undefined {
  for (const block of blocks) {
    const text = block.type === 'paragraph' ? plainText(block.html) : ''
    const found = text === '' ? firstSentenceOf(innerBlocks(block)) : firstSentence(text)
    if (found !== undefined) return found
  }
  return undefined
}
