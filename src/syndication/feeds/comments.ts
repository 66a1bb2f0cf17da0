import type { Article } from '../../content/article.ts'
import { type Comment, commentId } from '../../content/comment.ts'
import { lastChange } from '../../content/dates.ts'
import { plainLine } from '../../content/plain-line.ts'
import { postKey } from '../../content/surrogate-keys.ts'
import { siteNameOf } from '../../seo/brand.ts'
import { originOf } from '../../seo/head.ts'
import type { Service } from '../../services/service.ts'
import { type Feed, type FeedEntry, latest, NEVER, tagUri, today } from './feed.ts'

interface CommentsFeedSettings {
  service: Service
  /** Absent: the service's. */
  idHost?: string
}

export interface FedComment {
  comment: Comment
  article: { title: string; path: string }
}

/** (COMM-15) @param article absent: all */
export function commentsFeed(
  comments: readonly FedComment[],
  settings: CommentsFeedSettings,
  article?: Pick<Article, 'id' | 'path' | 'title'>,
): Feed {
  const { service } = settings
  const origin = originOf(service)
  const name = article ? plainLine(article.title) : siteNameOf(service)
  const entries = comments.flatMap((one) => entryOf(one, settings))
  return {
    id: tagUri(settings, article ? `comments:${article.id}` : 'comments'),
    title: service.messages.comments.feed({ title: name }),
    heading: name,
    description: service.seo.description || siteNameOf(service),
    siteName: siteNameOf(service),
    language: service.language,
    alternate: origin + (article?.path ?? '/'),
    icon: `${origin}/icons/${service.name}-512.png`,
    updated: entries.map(({ updated }) => updated).reduce(latest, NEVER),
    entries,
    isIncomplete: false,
    keys: article ? [postKey(article.id)] : [],
    page: 1,
    lastPage: 1,
  }
}

function entryOf({ comment, article }: FedComment, settings: CommentsFeedSettings): FeedEntry[] {
  const { id, author, authorUrl, published, html } = comment
  if (!published) return []
  return [
    {
      id: tagUri(settings, `comment:${id}`),
      title: plainLine(`${author}: ${article.title}`),
      url: `${originOf(settings.service)}${article.path}#${commentId(comment)}`,
      published: published.time.iso,
      updated: (lastChange({ published })?.time ?? today(settings.service)).iso,
      authors: [{ name: author, url: authorUrl }],
      categories: [],
      media: [],
      content: html,
    },
  ]
}
