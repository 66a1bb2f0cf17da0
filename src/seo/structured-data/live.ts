import type { BlogPosting, LiveBlogPosting } from 'schema-dts'
import type { Article } from '../../content/article.ts'
import type { LiveUpdateBlock } from '../../content/block.ts'
import type { DiscussionPage } from '../../content/comment.ts'
import { type Live, titleOfUpdate } from '../../content/live.ts'
import { atOnce } from '../../content/steps.ts'
import { textIn } from '../../content/words.ts'
import type { Service } from '../../services/service.ts'
import type { HeadModel } from '../head.ts'
import { newsArticle } from './article.ts'

/** Search engines need no more of an update. Characters. */
const MAX_TEXT = 2000

/** An article with updates: what a news article has, when the coverage began and ended, and its updates (LIVE-11). */
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
    ...(begins && { coverageStartTime: begins.time.iso }),
    ...(ended && { coverageEndTime: ended.time.iso }),
    liveBlogUpdate: (pages[0] ?? []).map((update) => posting(update, head)),
  }
}

function posting(update: LiveUpdateBlock, { canonical }: HeadModel): BlogPosting {
  const { id, published, blocks } = update
  const url = `${canonical}#${encodeURIComponent(id)}`
  const headline = titleOfUpdate(update)
  const body = atOnce(textIn(blocks)).slice(0, MAX_TEXT).toWellFormed()
  return {
    '@type': 'BlogPosting',
    '@id': url,
    url,
    ...(headline && { headline }),
    ...(body && { articleBody: body }),
    ...(published && { datePublished: published.time.iso }),
  }
}
