import { isEmail } from './newsletter.ts'

export interface CommentFields {
  name: string
  email: string
  text: string
}

/** Characters; name and e-mail address fill WordPress' columns. */
export const COMMENT_LIMITS = { name: 245, email: 100, text: 20_000 } as const

export type CommentOutcome =
  | { kind: 'published'; id: string }
  /** Waiting for moderation, or dropped as spam: readers do not learn which. */
  | { kind: 'held' }
  | { kind: 'refused'; problem: CommentProblem }

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

export function problemsOf({ name, email, text }: CommentFields): CommentProblem[] {
  return [
    ...(name === '' || name.length > COMMENT_LIMITS.name ? (['name'] as const) : []),
    ...(!isEmail(email) || email.length > COMMENT_LIMITS.email ? (['email'] as const) : []),
    ...(text === '' ? (['text'] as const) : []),
    ...(text.length > COMMENT_LIMITS.text ? (['tooLong'] as const) : []),
  ]
}
