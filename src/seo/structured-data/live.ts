import type { BlogPosting, LiveBlogPosting } from 'schema-dts'
import type { Article } from '../../content/article.ts'
import type { LiveUpdateBlock } from '../../content/block.ts'
import type { DiscussionPage } from '../../content/comment.ts'
import { beginningOfText } from '../../content/graphemes.ts'
import { type Live, titleOfUpdate } from '../../content/live.ts'
import { mediaWordsIn } from '../../content/media-words.ts'
import { imagesIn } from '../../content/shared-image.ts'
import { textIn } from '../../content/words.ts'
import type { Service } from '../../services/service.ts'
import { atOnce } from '../../system/steps.ts'
import { type HeadModel, originOf } from '../head.ts'
import { newsArticle } from './article.ts'
import { sounds, videos } from './recordings.ts'

/** Characters of an update. */
const MAX_TEXT = 2000
const MAX_TITLE = 100
const MAX_IMAGES = 5

/** An open one has no end (LIVE-11). */
export function liveBlogPosting(
  article: Article,
  live: Live,
  { head, service, comments }: { head: HeadModel; service: Service; comments?: DiscussionPage | undefined },
): LiveBlogPosting {
  const { started, ended, pages } = live
  const first = article.published ?? started
  const begins = started && first && started.time.epoch < first.time.epoch ? started : first
  return {
    ...newsArticle(article, head, service, comments),
    '@type': 'LiveBlogPosting',
    coverageStartTime: begins?.time.iso,
    coverageEndTime: ended?.time.iso,
    liveBlogUpdate: (pages[0] ?? []).map((update) => posting(update, article, head, service)),
  }
}

/** Images, recordings and embeds stand in for missing words (LIVE-11). */
function posting(update: LiveUpdateBlock, article: Article, head: HeadModel, service: Service): BlogPosting {
  const { id, published = article.published, blocks } = update
  const url = `${head.canonical}#${encodeURIComponent(id)}`
  const media = mediaWordsIn(blocks)
  const headline = titleOfUpdate(update) || beginningOfText(media[0] ?? '', MAX_TITLE) || nameless(update, article)
  const body = atOnce(textIn(blocks)) || media.join('\n') || headline
  const own = { ...article, body: blocks, published }
  const images = imagesIn(blocks).slice(0, MAX_IMAGES)
  const video = videos(own, head, service).map(withoutPlace)
  const audio = sounds(own, head, service).map(withoutPlace)
  return {
    '@type': 'BlogPosting',
    '@id': url,
    url,
    headline,
    articleBody: beginningOfText(body, MAX_TEXT),
    datePublished: update.published?.time.iso,
    image: images.length > 0 ? images.map(({ src }) => new URL(src, originOf(service)).href) : undefined,
    video: video.length > 0 ? video : undefined,
    audio: audio.length > 0 ? audio : undefined,
  }
}

/** Originals have the ids. */
function withoutPlace<T extends { '@id'?: unknown; isPartOf?: unknown }>(node: T): Omit<T, '@id' | 'isPartOf'> {
  const { '@id': _id, isPartOf: _whole, ...rest } = node
  return rest
}

function nameless({ published }: LiveUpdateBlock, { title }: Article): string {
  return published ? `${title}, ${published.clock}` : title
}
