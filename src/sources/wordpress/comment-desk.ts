import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { CommentFields, CommentOutcome, CommentProblem } from '../../content/comment-form.ts'
import { DEADLINE } from '../../content/repository.ts'
import { withoutTrailingSlashes } from '../../content/trailing-slashes.ts'
import type { Span } from '../../observability/tracing/span.ts'
import { elapsed } from '../../system/clock.ts'
import { clientKey } from '../../system/network/addresses.ts'
import type { FormClient, FormResponse } from '../upstream/form-client.ts'
import type { WordPressClient } from './client.ts'
import { COUNT_QUERY, INDEX_URL_QUERY } from './fields.ts'
import { createBudget } from './rest-calls.ts'
import { restId, restIndexUrl } from './wire.ts'

export interface SentComment extends CommentFields {
  post: string
  /** The comment that it replies to. */
  parent?: string
  /** The reader's IP address. */
  client: string
}

export interface CommentDesk {
  /** @throws {SourceError} when WordPress is unavailable */
  post(comment: SentComment, span?: Span): Promise<CommentOutcome>
}

/** Milliseconds; spam checks come before WordPress' response. */
const DEADLINE_MS = 10_000
/** WordPress takes one comment in 15 whole seconds from an IP address, which readers share. */
const FLOOD_MS = 16_000
/** The last waiting reader waits as long as a proxy in front. */
const MAX_WAITING = 3
const TOO_FAST: CommentOutcome = { kind: 'refused', problem: 'tooFast' }
const FORM = '/wp-comments-post.php'

/** By status (`wp_handle_comment_submission`, `wp_allow_comment`). */
const PROBLEMS: Readonly<Record<number, CommentProblem>> = {
  // WordPress refuses a field that passed the portal's checks.
  200: 'refused',
  403: 'closed',
  409: 'duplicate',
  429: 'tooFast',
}

/**
 * @param forms without credentials: an editor's would publish without moderation
 * @param publicClient reads what is published
 */
export function createCommentDesk(
  forms: FormClient,
  publicClient: WordPressClient,
  floodMs: number = FLOOD_MS,
): CommentDesk {
  /** Readers of recent comments, by client and e-mail address: in memory only. */
  const recent = new LRUCache<string, true>({ max: 1000, ttl: floodMs })
  const waiting: string[] = []
  let turn: Promise<unknown> = Promise.resolve()
  let acceptedAt = Number.NEGATIVE_INFINITY
  let form = FORM

  const send = async (comment: SentComment, span: Span | undefined): Promise<FormResponse> => {
    const { name, email, text, post, parent = '0', client } = comment
    const fields = new URLSearchParams({
      comment_post_ID: post,
      comment_parent: parent,
      author: name,
      email,
      url: '',
      comment: text,
    })
    const sent = { fields, client, deadline: DEADLINE_MS, span }
    const response = await forms.post({ path: form, ...sent })
    if (response.status !== 404) return response
    // WordPress' files may lie outside its pages' folder.
    const moved = await formPathOf(publicClient)
    if (moved === undefined || moved === form) return response
    form = moved
    return forms.post({ path: form, ...sent })
  }

  const once = async (comment: SentComment, span: Span | undefined): Promise<CommentOutcome> => {
    const { status, headers } = await send(comment, span)
    if (status !== 302)
      return { kind: 'refused', problem: PROBLEMS[status] ?? (status < 500 ? 'refused' : 'unavailable') }
    const location = headers.location ?? ''
    const [, id] = /#comment-(\d{1,20})$/.exec(location) ?? []
    // Where only members may comment, WordPress redirects to a login.
    if (id === undefined) return { kind: 'refused', problem: 'closed' }
    acceptedAt = elapsed()
    for (const name of namesOf(comment)) recent.set(name, true)
    // Spam has the location of a published comment.
    const isPublished = !/[?&]unapproved=/.test(location) && (await isPublic(publicClient, id, span))
    return isPublished ? { kind: 'published', id } : { kind: 'held' }
  }

  /** Those who waited before go first. */
  const inTurn = (comment: SentComment, span: Span | undefined): Promise<CommentOutcome> => {
    const outcome = turn.then(async () => {
      await wait(Math.min(floodMs, Math.max(0, acceptedAt + floodMs - elapsed())))
      return once(comment, span)
    })
    turn = outcome.catch(() => {})
    return outcome
  }

  return {
    async post(comment, span) {
      const reader = clientKey(comment.client)
      // New readers must not overtake. Otherwise WordPress decides, as some sites lack the limit.
      if (waiting.length === 0) {
        const outcome = await once(comment, span)
        if (outcome.kind !== 'refused' || outcome.problem !== 'tooFast') return outcome
        // The reason is a comment that the portal does not know.
        if (elapsed() - acceptedAt >= floodMs) acceptedAt = elapsed()
      }
      // Only each reader's own haste counts (COMM-10).
      const isHasty = waiting.includes(reader) || namesOf(comment).some((name) => recent.has(name))
      if (waiting.length >= MAX_WAITING || isHasty) return TOO_FAST
      waiting.push(reader)
      try {
        return await inTurn(comment, span)
      } finally {
        waiting.splice(waiting.indexOf(reader), 1)
      }
    },
  }
}

/** By these WordPress and the portal count a reader. */
function namesOf({ client, email }: SentComment): string[] {
  return [clientKey(client), email.toLowerCase()]
}

async function isPublic(client: WordPressClient, id: string, span: Span | undefined): Promise<boolean> {
  const about = createBudget('secondary', DEADLINE.secondary, span)
  const comment = await client.item(`wp/v2/comments/${id}`, COUNT_QUERY, restId, about).catch(() => undefined)
  return comment !== undefined
}

async function formPathOf(client: WordPressClient): Promise<string | undefined> {
  const about = createBudget('secondary', DEADLINE.secondary)
  const index = await client.item('', INDEX_URL_QUERY, restIndexUrl, about).catch(() => undefined)
  const [url, own] = [URL.parse(index?.url ?? ''), new URL(client.url)]
  if (!url || url.host !== own.host) return undefined
  const folder = withoutTrailingSlashes(own.pathname)
  const path = withoutTrailingSlashes(url.pathname)
  return path.startsWith(folder) ? `${path.slice(folder.length)}${FORM}` : undefined
}
