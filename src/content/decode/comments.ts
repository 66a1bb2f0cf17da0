import * as z from 'zod'
import { escapeHtml } from '../../system/escape.ts'
import type { Steps } from '../../system/steps.ts'
import { type Comment, type Discussion, MAX_DEPTH, type PlacedComment, THREADS_PER_PAGE } from '../comment.ts'
import { beginningOfText } from '../graphemes.ts'
import { commentHtml } from '../html/sanitise.ts'
import { sizeOfMarkup } from '../html/size.ts'
import { boundedCount, MAX_FIELD } from '../limits.ts'
import { articlePath, safeHref, UGC_REL } from '../links.ts'
import { plainField, plainText } from '../text.ts'
import { flag, text } from '../wire.ts'
import { publishedAt } from './card.ts'
import { type DecodeContext, parseWire } from './context.ts'

const wireComment = z.object({
  id: z.number().int().positive(),
  parent: z.number().int().catch(0),
  author: z.string().catch(''),
  url: text,
  date: text,
  html: z.string().catch(''),
})
type WireComment = z.output<typeof wireComment>

const lenient = z.array(z.unknown()).transform((items) =>
  items.slice(0, MAX_COMMENTS).flatMap((item) => {
    const parsed = wireComment.safeParse(item)
    return parsed.success ? [parsed.data] : []
  }),
)

const wireDiscussion = z.object({
  total: z.number().int().nonnegative(),
  isWhole: flag,
  /** Absent where `isWhole`. */
  threads: z.number().int().nonnegative().optional(),
  comments: lenient,
  /** Newest first. */
  newest: lenient,
})

const MAX_COMMENTS = 2000
/** WordPress stores up to 65,525 characters. */
const MAX_COMMENT = 70_000
/** More is hostile: only words stay. */
const MAX_COMMENT_TAGS = 500
const MAX_TOTAL = 10_000_000
const MAX_PAGE = 9999
const MAX_NAME = 245

const wireNewest = z.object({
  comments: z.array(z.unknown()).transform((items) =>
    items.slice(0, MAX_COMMENTS).flatMap((item) => {
      const parsed = wireComment.extend({ title: z.string(), path: z.string().startsWith('/') }).safeParse(item)
      return parsed.success ? [parsed.data] : []
    }),
  ),
})

export function* decodeNewestComments(json: unknown, context: DecodeContext): Steps<PlacedComment[]> {
  const comments: PlacedComment[] = []
  for (const one of parseWire(wireNewest, json, context.call).comments) {
    const article = { title: plainField(one.title), path: articlePath(one.path, context.rules.service) }
    comments.push({ ...commentOf(one, context), article })
    yield
  }
  return comments
}

/** @throws {WireShapeError} */
export function* decodeDiscussion(json: unknown, context: DecodeContext): Steps<Discussion> {
  const wire = parseWire(wireDiscussion, json, context.call)
  const decoded = new Map<number, Comment>()
  for (const one of [...wire.comments, ...wire.newest]) {
    if (!decoded.has(one.id)) decoded.set(one.id, commentOf(one, context))
    yield
  }
  const newest = wire.newest.flatMap(({ id }) => decoded.get(id) ?? [])
  const threads = threadsOf(wire.comments, decoded)
  const count = wire.isWhole ? threads.length : (wire.threads ?? 0)
  return {
    total: boundedCount(wire.total, MAX_TOTAL, 'comments', context),
    isWhole: wire.isWhole,
    threads,
    // A list has no replies.
    newest: newest.map((comment) => ({ ...comment, replies: [] })),
    lastPage: Math.min(MAX_PAGE, Math.max(1, Math.ceil(count / THREADS_PER_PAGE))),
  }
}

function commentOf({ id, author, url, date, html }: WireComment, { rules }: DecodeContext): Comment {
  const markup = html.slice(0, MAX_COMMENT)
  const isPlain = sizeOfMarkup(markup).tags > MAX_COMMENT_TAGS
  const words = plainText(markup)
  const published = publishedAt(date, rules.service)
  const name = beginningOfText(plainText(author.slice(0, MAX_FIELD)), MAX_NAME).trim()
  const authorUrl = webUrl(url)
  return {
    id: String(id),
    author: name === '' || looksLikeEmail(name) ? rules.service.messages.comments.anonymous : name,
    authorUrl,
    published,
    html: isPlain ? escapeHtml(words) : commentHtml(markup, { ...rules, foreignRel: UGC_REL }),
    text: words,
    replies: [],
  }
}

/** E-mail addresses in place of names are not published. */
function looksLikeEmail(name: string): boolean {
  return /\S@\S/.test(name)
}

function webUrl(url: string | undefined): string | undefined {
  const href = url === undefined || url.length > MAX_FIELD ? undefined : safeHref(url)
  return href !== undefined && /^https?:/.test(href) ? href : undefined
}

/** Deeper replies follow their parent on its level. */
function threadsOf(comments: readonly WireComment[], decoded: ReadonlyMap<number, Comment>): Comment[] {
  const ids = new Set(comments.map(({ id }) => id))
  const repliesOf = new Map<number, number[]>()
  const roots: number[] = []
  for (const { id, parent } of comments) {
    // The parent may have been removed.
    if (!ids.has(parent) || parent === id) roots.push(id)
    else {
      const replies = repliesOf.get(parent) ?? []
      replies.push(id)
      repliesOf.set(parent, replies)
    }
  }
  const threads: Comment[] = []
  const stack = roots.reverse().map((id) => ({ id, level: 1, into: threads }))
  for (let next = stack.pop(); next; next = stack.pop()) {
    const comment = decoded.get(next.id)
    if (!comment) continue
    next.into.push(comment)
    const isDeepest = next.level >= MAX_DEPTH
    const [into, level] = isDeepest ? [next.into, next.level] : [comment.replies, next.level + 1]
    for (const id of (repliesOf.get(next.id) ?? []).reverse()) stack.push({ id, level, into })
  }
  return threads
}
