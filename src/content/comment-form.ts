import { isEmail } from './newsletter.ts'

/** A reader's comment on its way to the CMS. */
export interface CommentFields {
  name: string
  email: string
  text: string
}

/** Characters: those of WordPress' columns for the name and the e-mail address; its limit for the text is higher. */
export const COMMENT_LIMITS = { name: 245, email: 100, text: 20_000 } as const

/** What the CMS does with a comment. */
export type CommentOutcome =
  | { kind: 'published'; id: string }
  /** Waits for moderation, or was sorted out as spam, which nobody hears of. */
  | { kind: 'held' }
  | { kind: 'refused'; problem: CommentProblem }

/** Why a comment was not accepted (COMM-9). */
export type CommentProblem =
  | 'name'
  | 'email'
  | 'text'
  | 'tooLong'
  | 'duplicate'
  | 'closed'
  | 'refused'
  | 'tooFast'
  | 'unavailable'

/** The status of the page that shows a problem. */
export const PROBLEM_STATUS: Record<CommentProblem, number> = {
  name: 400,
  email: 400,
  text: 400,
  tooLong: 400,
  duplicate: 409,
  closed: 403,
  refused: 422,
  tooFast: 429,
  unavailable: 503,
}

/** What the reader has to correct before the comment is sent on. */
export function problemsOf({ name, email, text }: CommentFields): CommentProblem[] {
  return [
    ...(name === '' || name.length > COMMENT_LIMITS.name ? (['name'] as const) : []),
    ...(!isEmail(email) || email.length > COMMENT_LIMITS.email ? (['email'] as const) : []),
    ...(text === '' ? (['text'] as const) : []),
    ...(text.length > COMMENT_LIMITS.text ? (['tooLong'] as const) : []),
  ]
}
