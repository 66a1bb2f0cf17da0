import type { SafeHtml } from '../system/escape.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import type { Published } from './card.ts'

/** A reader's comment never has an e-mail address, an IP address or a portrait (COMM-2). */
export interface Comment {
  id: string
  author: string
  authorUrl?: string
  published?: Published
  html: SafeHtml
  /** Plain text for metadata. */
  text: string
  /** At most `MAX_DEPTH` levels; deeper replies follow on the last one. */
  replies: Comment[]
}

export interface PlacedComment extends Comment {
  article: { title: string; path: string }
}

export interface Discussion {
  total: number
  /** Without it `threads` are those of one page. */
  isWhole: boolean
  threads: Comment[]
  newest: Comment[]
  lastPage: number
}

export interface DiscussionPage {
  total: number
  page: number
  lastPage: number
  threads: readonly Comment[]
  newest: readonly Comment[]
}

export const MAX_DEPTH = 5
export const THREADS_PER_PAGE = 20
export const NEWEST_COMMENTS = 20

export const COMMENTS_ID = 'komentarze'
export const commentId = ({ id }: Pick<Comment, 'id'>): string => `komentarz-${id}`

/** WordPress adds `/comment-page-2` to an article's path. */
const COMMENTS_PAGE = /^(.+)\/comment-page-([1-9]\d{0,3})$/

/** @param page counts from 1 (COMM-5) */
export function commentsPath(articlePath: string, page: number): string {
  return page > 1 ? `${articlePath}/comment-page-${page}` : articlePath
}

/** Any other path is the first page. */
export function commentsPageIn(path: string): { path: string; page: number } {
  const [, articlePath, page] = COMMENTS_PAGE.exec(path) ?? []
  return articlePath === undefined ? { path, page: 1 } : { path: articlePath, page: Number(page) }
}

/** Returns the number of comments that are shown, else the CMS' own. */
export function commentCountOf(
  { commentCount }: { commentCount?: number },
  shown: DiscussionPage | 'none' | undefined,
): number | undefined {
  return typeof shown === 'object' && shown.total > 0 ? shown.total : commentCount
}

const pages = memoizeByIdentity<Discussion, DiscussionPage>()

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

/** Lists replies too, in the order of a page, without recursion. */
export function commentsIn(threads: readonly Comment[]): Comment[] {
  const comments: Comment[] = []
  const stack = [...threads].reverse()
  for (let comment = stack.pop(); comment; comment = stack.pop()) {
    comments.push(comment)
    for (const reply of [...comment.replies].reverse()) stack.push(reply)
  }
  return comments
}
