import { localTime } from '../../src/content/dates.ts'
import type { Service } from '../../src/services/service.ts'
import type { SourcePostHead } from './source.ts'

/** Members' texts would be public. */
const DRAFTS = new Set(['draft', 'pending', 'future', 'members'])
const REASONS: Readonly<Record<string, string>> = {
  members: 'it is for members only',
  sent: 'it was only sent by mail',
}

/** A draft of the newsroom (SRC-28). */
export function isDraft({ type, status }: Pick<SourcePostHead, 'type' | 'status'>): boolean {
  return type !== 'wp_block' && DRAFTS.has(status)
}

/** A planned post is published by its date. */
export function isPlanned({ status, published = 0 }: Pick<SourcePostHead, 'status' | 'published'>): boolean {
  return status === 'future' && published > Date.now()
}

/** Drafts pass with `hasDrafts`, as drafts. */
export function refusalOf(post: SourcePostHead, hasDrafts: boolean): string | undefined {
  if (!isImportedType(post.type)) return `its type is "${post.type}"`
  if (post.status !== 'publish' && !(hasDrafts && isDraft(post)))
    return REASONS[post.status] ?? `its status is "${post.status}"`
  if (post.hasPassword) return 'it is protected by a password'
  if (post.type !== 'wp_block' && post.published === undefined) return 'it has no date'
  return undefined
}

export function isImportedType(type: string): boolean {
  return type === 'post' || type === 'page' || type === 'wp_block'
}

export function frontMatterTime(instant: number, { timeZone }: Service): string {
  return localTime(instant, timeZone).iso.slice(0, 'YYYY-MM-DDTHH:MM'.length)
}
