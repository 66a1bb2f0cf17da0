import type { Comment as CommentNode, NewsArticle, Person as PersonNode, VideoObject } from 'schema-dts'
import type { Article } from '../../content/article.ts'
import { type Block, innerBlocks } from '../../content/block.ts'
import type { Person } from '../../content/card.ts'
import { COMMENTS_ID, type Comment, commentId, type DiscussionPage } from '../../content/comment.ts'
import { introOf } from '../../content/intro.ts'
import { MAX_VIDEOS } from '../../content/limits.ts'
import { MEMBERS_NOTICE_CLASS } from '../../content/members-notice.ts'
import { plainText } from '../../content/text.ts'
import type { Service } from '../../services/service.ts'
import { siteNameOf } from '../brand.ts'
import { type HeadModel, originOf } from '../head.ts'
import { organizationId, personId, websiteId } from './site.ts'

/** Google's required and optional fields of an article (its documentation, "Article"). */
export function newsArticle(
  article: Article,
  head: HeadModel,
  service: Service,
  comments?: DiscussionPage,
): NewsArticle {
  const absolute = (path: string): string => new URL(path, originOf(service)).href
  const { published, modified, category, kind, tags } = article
  const intro = introOf(article)
  const images = imagesOf(article).map(absolute)
  return {
    '@type': 'NewsArticle',
    '@id': `${head.canonical}#article`,
    headline: article.title,
    url: head.canonical,
    mainEntityOfPage: { '@type': 'WebPage', '@id': head.canonical },
    isPartOf: { '@id': websiteId(service) },
    publisher: { '@type': 'Organization', '@id': organizationId(service), name: siteNameOf(service) },
    inLanguage: article.language ?? service.language,
    isAccessibleForFree: !article.isRestricted,
    ...(article.isRestricted && {
      hasPart: {
        '@type': 'WebPageElement',
        isAccessibleForFree: false,
        cssSelector: `.${MEMBERS_NOTICE_CLASS}`,
      } as const,
    }),
    wordCount: article.wordCount,
    author: article.authors.map((author) => person(author, service)),
    ...(intro && { description: intro }),
    ...(images.length > 0 && { image: images }),
    ...(published && { datePublished: published.time.iso, dateModified: (modified ?? published).time.iso }),
    ...(category && { articleSection: category.name }),
    ...(kind && { genre: kind.name }),
    ...(tags.length > 0 && { keywords: tags.map(({ name }) => name) }),
    ...(comments && commentsOf(comments, head)),
  }
}

/** The number of comments and the newest of them (COMM-14). */
function commentsOf({ total, newest }: DiscussionPage, { canonical }: HeadModel) {
  return {
    commentCount: total,
    ...(total > 0 && { discussionUrl: `${canonical}#${COMMENTS_ID}` }),
    ...(newest.length > 0 && { comment: newest.map((comment) => commentNode(comment, canonical)) }),
  }
}

function commentNode(comment: Comment, canonical: string): CommentNode {
  const { author, authorUrl, published, text } = comment
  return {
    '@type': 'Comment',
    '@id': `${canonical}#${commentId(comment)}`,
    text: text.slice(0, MAX_COMMENT_TEXT).toWellFormed(),
    author: { '@type': 'Person', name: author, ...(authorUrl !== undefined && { url: authorUrl }) },
    ...(published && { dateCreated: published.time.iso }),
  }
}

/** Search engines need no more of a comment. Characters. */
const MAX_COMMENT_TEXT = 2000

/** The lead image in its own shape and in the crops for search engines; else the first image of the text. */
function imagesOf({ hero, previews, body }: Article): string[] {
  if (hero) return [hero.src, ...previews]
  const first = firstImage(body)
  return first === undefined ? [] : [first]
}

function firstImage(blocks: readonly Block[]): string | undefined {
  for (const block of blocks) {
    const imageUrl = block.type === 'image' ? block.image.src : firstImage(innerBlocks(block))
    if (imageUrl !== undefined) return imageUrl
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
 * The videos in an article. Google requires an image and a date: only YouTube's image URLs can be derived, and the
 * upload date is unknown, so the article's own date stands in.
 */
export function videos(article: Article, head: HeadModel): VideoObject[] {
  const { published, title } = article
  if (!published) return []
  // A video shown twice counts once.
  const byId = new Map(videoBlocks(article.body).map((video) => [video.id, video]))
  return [...byId.values()].slice(0, MAX_VIDEOS).map(({ id, url, frame, caption }) => ({
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

function videoBlocks(blocks: readonly Block[]): Array<Extract<Block, { type: 'youtube' }>> {
  return blocks.flatMap((block) => (block.type === 'youtube' ? [block] : videoBlocks(innerBlocks(block))))
}
