import type { SafeHtml } from '../system/escape.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import type { Published } from './card.ts'

/** A reader's comment under an article: never an e-mail address, an IP address or a portrait (COMM-2). */
export interface Comment {
  id: string
  author: string
  /** The author's site, http(s) only. */
  authorUrl?: string
  published?: Published
  html: SafeHtml
  /** The same as plain text, for metadata. */
  text: string
  /** At most `MAX_DEPTH` levels; deeper replies follow on the last one. */
  replies: Comment[]
}

/** A comment among those of all articles. */
export interface PlacedComment extends Comment {
  article: { title: string; path: string }
}

/** The approved comments of an article, as far as they are read. */
export interface Discussion {
  /** Number of approved comments. */
  total: number
  /** Whether `threads` are all there are; else those of one page. */
  isWhole: boolean
  threads: Comment[]
  /** The newest comments, newest first; on the first page only. */
  newest: Comment[]
  lastPage: number
}

/** One page of a discussion. */
export interface DiscussionPage {
  total: number
  page: number
  lastPage: number
  threads: readonly Comment[]
  newest: readonly Comment[]
}

/** Levels of replies that are shown as such. */
export const MAX_DEPTH = 5
/** Threads on a page. */
export const THREADS_PER_PAGE = 20
/** The newest comments in metadata and feeds. */
export const NEWEST_COMMENTS = 20

/** The ids of the section, and of one comment. */
export const COMMENTS_ID = 'komentarze'
export const commentId = ({ id }: Pick<Comment, 'id'>): string => `komentarz-${id}`

/** `/comment-page-2`, below the path of an article, as in WordPress. */
const COMMENTS_PAGE = /^(.+)\/comment-page-([1-9]\d{0,3})$/

/** The path of a page of an article's comments (COMM-5). @param page counts from 1 */
export function commentsPath(articlePath: string, page: number): string {
  return page > 1 ? `${articlePath}/comment-page-${page}` : articlePath
}

/** The article of such a path, and the page; the first one for any other path. */
export function commentsPageIn(path: string): { path: string; page: number } {
  const [, articlePath, page] = COMMENTS_PAGE.exec(path) ?? []
  return articlePath === undefined ? { path, page: 1 } : { path: articlePath, page: Number(page) }
}

/** The number for readers: of the comments that are shown, else the CMS' own. */
export function commentCountOf(
  { commentCount }: { commentCount?: number },
  shown: DiscussionPage | 'none' | undefined,
): number | undefined {
  return typeof shown === 'object' && shown.total > 0 ? shown.total : commentCount
}

const pages = memoizeByIdentity<Discussion, DiscussionPage>()

/** @param page counts from 1 */
export function pageOf(discussion: Discussion, page: number): DiscussionPage {
  return pages(discussion, [page], () => {
    const { total, lastPage, newest, isWhole, threads } = discussion
    const start = (page - 1) * THREADS_PER_PAGE
    return {
      total,
      page,
      lastPage,
      newest,
      threads: isWhole ? threads.slice(start, start + THREADS_PER_PAGE) : threads,
    }
  })
}

/** A comment with its replies in the order of a page, without recursion. */
export function commentsIn(threads: readonly Comment[]): Comment[] {
  const comments: Comment[] = []
  const stack = [...threads].reverse()
  for (let comment = stack.pop(); comment; comment = stack.pop()) {
    comments.push(comment)
    for (const reply of [...comment.replies].reverse()) stack.push(reply)
  }
  return comments
}
