import type { SafeHtml } from '../system/escape.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import type { Published } from './card.ts'

/** Without e-mail address, IP address and portrait (COMM-2). */
export interface Comment {
  id: string
  author: string
  authorUrl?: string
  published?: Published
  html: SafeHtml
  /** Plain, for metadata. */
  text: string
  /** At most `MAX_DEPTH` levels; the last one has deeper replies too. */
  replies: Comment[]
}

export interface PlacedComment extends Comment {
  article: { title: string; path: string }
}

export interface Discussion {
  total: number
  /** False: `threads` are one page's. */
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

/** As WordPress adds it to an article's path. */
const COMMENTS_PAGE = /^(.+)\/comment-page-([1-9]\d{0,3})$/

/** @param page counts from 1 (COMM-5) */
export function commentsPath(articlePath: string, page: number): string {
  return page > 1 ? `${articlePath}/comment-page-${page}` : articlePath
}

export function commentsPageIn(path: string): { path: string; page: number } {
  const [, articlePath, page] = COMMENTS_PAGE.exec(path) ?? []
  return articlePath === undefined ? { path, page: 1 } : { path: articlePath, page: Number(page) }
}

/** Those shown, else the CMS' number. */
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

/** Replies too, in order, without recursion. */
export function commentsIn(threads: readonly Comment[]): Comment[] {
  const comments: Comment[] = []
  const stack = [...threads].reverse()
  for (let comment = stack.pop(); comment; comment = stack.pop()) {
    comments.push(comment)
    for (const reply of [...comment.replies].reverse()) stack.push(reply)
  }
  return comments
}
