import type {
  AboutPage,
  Comment as CommentNode,
  ContactPage,
  CorrectionComment,
  NewsArticle,
  Person as PersonNode,
  WebPage,
} from 'schema-dts'
import { type Article, introOf } from '../../content/article.ts'
import type { Person } from '../../content/card.ts'
import { COMMENTS_ID, type Comment, commentId, type DiscussionPage } from '../../content/comment.ts'
import { correctionsIn } from '../../content/corrections.ts'
import { lastChange } from '../../content/dates.ts'
import { beginningOfText } from '../../content/graphemes.ts'
import { MEMBERS_NOTICE_CLASS } from '../../content/members-notice.ts'
import { textIn } from '../../content/words.ts'
import type { Service } from '../../services/service.ts'
import { atOnce } from '../../system/steps.ts'
import { placeOf } from '../article-head.ts'
import { type HeadModel, originOf } from '../head.ts'
import { cropsOfService } from '../share-image.ts'
import { seriesOf } from './lists.ts'
import { articleId, breadcrumbsId, organizationId, personId, publisher, websiteId } from './site.ts'

/** Has Google's fields ("Article"). */
export function newsArticle(
  article: Article,
  head: HeadModel,
  service: Service,
  comments?: DiscussionPage,
): NewsArticle {
  const absolute = (path: string): string => new URL(path, originOf(service)).href
  const { published, category, kind, tags, series } = article
  const intro = introOf(article)
  const images = imagesOf(article, service).map(absolute)
  return {
    '@type': 'NewsArticle',
    '@id': articleId(head.canonical),
    headline: article.title,
    url: head.canonical,
    mainEntityOfPage: { '@type': 'WebPage', '@id': head.canonical },
    isPartOf: series ? [{ '@id': websiteId(service) }, seriesOf(series, service)] : { '@id': websiteId(service) },
    position: series?.position,
    publisher: publisher(service),
    inLanguage: article.language ?? service.language,
    ...accessOf(article),
    wordCount: article.wordCount,
    author: article.authors.map((author) => person(author, service)),
    description: intro || undefined,
    image: creditedImages(images, article),
    datePublished: published?.time.iso,
    dateModified: lastChange(article)?.time.iso,
    articleSection: category?.name,
    genre: kind?.name,
    keywords: tags.length > 0 ? tags.map(({ name }) => name) : undefined,
    correction: correctionsOf(article, head),
    ...commentsOf(comments, head),
  }
}

/** Each has text and date (CORR-4). */
function correctionsOf({ body }: Article, { canonical }: HeadModel): CorrectionComment[] | undefined {
  const nodes = correctionsIn(body).map(({ id, published, blocks }): CorrectionComment => {
    return {
      '@type': 'CorrectionComment',
      '@id': `${canonical}#${encodeURIComponent(id)}`,
      text: beginningOfText(atOnce(textIn(blocks)), MAX_NOTE_TEXT),
      datePublished: published?.time.iso,
    }
  })
  return nodes.length > 0 ? nodes : undefined
}

/** Google's "Subscription and paywalled content". */
function accessOf({ isRestricted }: Article) {
  return {
    isAccessibleForFree: !isRestricted,
    hasPart: isRestricted
      ? ({
          '@type': 'WebPageElement',
          isAccessibleForFree: false,
          cssSelector: `.${MEMBERS_NOTICE_CLASS}`,
        } as const)
      : undefined,
  }
}

/** The site folder names contact and about pages (HEAD-32). */
export function webPage(
  article: Article,
  head: HeadModel,
  service: Service,
  comments?: DiscussionPage,
): WebPage | AboutPage | ContactPage {
  const { published } = article
  const { group } = service
  const isAt = (link: string | undefined): boolean =>
    link !== undefined && new URL(link, originOf(service)).href === new URL(article.path, originOf(service)).href
  const type = isAt(group.contact) ? 'ContactPage' : isAt(group.aboutPage) ? 'AboutPage' : 'WebPage'
  return {
    '@type': type,
    '@id': head.canonical,
    url: head.canonical,
    name: article.title,
    isPartOf: { '@id': websiteId(service) },
    publisher: { '@id': organizationId(service) },
    inLanguage: article.language ?? service.language,
    breadcrumb: { '@id': breadcrumbsId(head.canonical) },
    primaryImageOfPage: { '@type': 'ImageObject', url: head.image },
    ...accessOf(article),
    about: type === 'WebPage' ? undefined : { '@id': organizationId(service) },
    description: head.description || undefined,
    datePublished: published?.time.iso,
    dateModified: lastChange(article)?.time.iso,
    ...commentsOf(comments, head),
  }
}

/** The newest comments suffice (COMM-13). */
function commentsOf(comments: DiscussionPage | undefined, { canonical }: HeadModel) {
  if (!comments) return {}
  const { total, newest } = comments
  return {
    commentCount: total,
    discussionUrl: total > 0 ? `${canonical}#${COMMENTS_ID}` : undefined,
    comment: newest.length > 0 ? newest.map((comment) => commentNode(comment, canonical)) : undefined,
  }
}

function commentNode(comment: Comment, canonical: string): CommentNode {
  const { author, authorUrl, published, text } = comment
  return {
    '@type': 'Comment',
    '@id': `${canonical}#${commentId(comment)}`,
    text: beginningOfText(text, MAX_NOTE_TEXT),
    author: { '@type': 'Person', name: author, url: authorUrl },
    dateCreated: published?.time.iso,
  }
}

const MAX_NOTE_TEXT = 2000

/** Sources credit the first image (IMG-27). */
function creditedImages(images: readonly string[], { shared, hero, heroCaption }: Article) {
  const [first, ...crops] = images
  const credit = heroCaption?.credit
  if (first === undefined || credit === undefined || shared?.src !== hero?.src) return [...images]
  return [{ '@type': 'ImageObject' as const, url: first, creditText: credit }, ...crops]
}

/** Falls back to the service's (HEAD-31). */
function imagesOf(article: Article, service: Service): string[] {
  const { shared } = article
  return shared ? [shared.src, ...shared.crops] : cropsOfService(service, placeOf(article))
}

function person({ name, href, avatar }: Person, service: Service): PersonNode {
  const absolute = (path: string): string => new URL(path, originOf(service)).href
  return {
    '@type': 'Person',
    name,
    '@id': href ? personId(absolute(href)) : undefined,
    url: href ? absolute(href) : undefined,
    image: avatar && absolute(avatar.src),
  }
}
