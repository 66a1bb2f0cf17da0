import type { NewsArticle, Person as PersonNode, VideoObject } from 'schema-dts'
import type { Article } from '../../content/article.ts'
import { type Block, innerBlocks } from '../../content/block.ts'
import type { Person } from '../../content/card.ts'
import { introOf } from '../../content/intro.ts'
import { MAX_FILMS } from '../../content/limits.ts'
import { plainText } from '../../content/text.ts'
import type { Service } from '../../services/service.ts'
import { siteNameOf } from '../brand.ts'
import { type HeadModel, originOf } from '../head.ts'
import { organizationId, personId, websiteId } from './site.ts'

/** What Google asks of an article (its documentation, "Article"), and what it may read beside that. */
export function newsArticle(article: Article, head: HeadModel, service: Service): NewsArticle {
  const absolute = (path: string): string => new URL(path, originOf(service)).href
  const { published, modified, category, kind, tags } = article
  const intro = introOf(article)
  const pictures = picturesOf(article).map(absolute)
  return {
    '@type': 'NewsArticle',
    '@id': `${head.canonical}#article`,
    headline: article.title,
    url: head.canonical,
    mainEntityOfPage: { '@type': 'WebPage', '@id': head.canonical },
    isPartOf: { '@id': websiteId(service) },
    publisher: { '@type': 'Organization', '@id': organizationId(service), name: siteNameOf(service) },
    inLanguage: 'pl',
    // There is no paywall and no login (decision 13).
    isAccessibleForFree: true,
    wordCount: article.wordCount,
    author: article.authors.map((author) => person(author, service)),
    ...(intro && { description: intro }),
    ...(pictures.length > 0 && { image: pictures }),
    ...(published && { datePublished: published.time.iso, dateModified: (modified ?? published).time.iso }),
    ...(category && { articleSection: category.name }),
    ...(kind && { genre: kind.name }),
    ...(tags.length > 0 && { keywords: tags.map(({ name }) => name) }),
  }
}

/** The lead picture in its own shape and the ones that search engines ask for; without one, the first of the text. */
function picturesOf({ hero, previews, body }: Article): string[] {
  if (hero) return [hero.src, ...previews]
  const first = firstPicture(body)
  return first === undefined ? [] : [first]
}

function firstPicture(blocks: readonly Block[]): string | undefined {
  for (const block of blocks) {
    const found = block.type === 'image' ? block.image.src : firstPicture(innerBlocks(block))
    if (found !== undefined) return found
  }
  return undefined
}

function person({ name, href, avatar }: Person, service: Service): PersonNode {
  const absolute = (path: string): string => new URL(path, originOf(service)).href
  return {
    '@type': 'Person',
    name,
    ...(href && { '@id': personId(absolute(href)), url: absolute(href) }),
    ...(avatar && { image: absolute(avatar) }),
  }
}

/**
 * The films in an article. A film must have a picture and a date: YouTube's pictures have addresses that can be known,
 * the others' cannot, and the day it was uploaded is not known either: the article's own is when it came to this page.
 */
export function videos(article: Article, head: HeadModel): VideoObject[] {
  const { published, title } = article
  if (!published) return []
  // A film that is shown twice is one film.
  const byId = new Map(films(article.body).map((film) => [film.id, film]))
  return [...byId.values()].slice(0, MAX_FILMS).map(({ id, url, frame, caption }) => ({
    '@type': 'VideoObject',
    '@id': `${head.canonical}#film-${id}`,
    name: (caption && plainText(caption)) || title,
    thumbnailUrl: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
    uploadDate: published.time.iso,
    url,
    ...(frame && { embedUrl: frame.src }),
    isPartOf: { '@id': `${head.canonical}#article` },
  }))
}

function films(blocks: readonly Block[]): Array<Extract<Block, { type: 'youtube' }>> {
  return blocks.flatMap((block) => (block.type === 'youtube' ? [block] : films(innerBlocks(block))))
}
