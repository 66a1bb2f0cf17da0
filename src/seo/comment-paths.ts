/** Where readers' comments are posted, and where the form of a reply is (COMM-7, COMM-8). */
export const COMMENTS_API = '/api/comments'

/** Results that the page after a post shows. */
export const COMMENT_OUTCOMES = ['held', 'published'] as const
export type CommentResult = (typeof COMMENT_OUTCOMES)[number]

/** The form's own page: for a reply, or with the outcome of a post. Never cached. */
export function commentFormPath(articlePath: string, more: { reply?: string; outcome?: CommentResult } = {}): string {
  return `${COMMENTS_API}?${new URLSearchParams({ article: articlePath, ...more })}`
}
