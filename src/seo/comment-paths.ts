/** Readers' comments are posted here, and the form of a reply is here (COMM-7, COMM-8). */
export const COMMENTS_API = '/api/comments'

export const COMMENT_OUTCOMES = ['held', 'published'] as const
export type CommentResult = (typeof COMMENT_OUTCOMES)[number]

/** The form's own page is for a reply, or has the outcome of a post. It is never cached. */
export function commentFormPath(articlePath: string, more: { reply?: string; outcome?: CommentResult } = {}): string {
  return `${COMMENTS_API}?${new URLSearchParams({ article: articlePath, ...more })}`
}
