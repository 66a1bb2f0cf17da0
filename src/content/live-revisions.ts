import { createHash } from 'node:crypto'
import { memoizeByIdentity } from '../memoize/by-identity.ts'
import type { BlockType, LiveUpdateBlock } from './block.ts'
import { type Live, UPDATES_PER_PAGE } from './live.ts'
import { isRecord } from './record.ts'

/** 48 bits. Characters. */
const REVISION_LENGTH = 8

const revisions = memoizeByIdentity<LiveUpdateBlock, string>()
const marks = memoizeByIdentity<Live, string[]>()

/** Names what an update says: another one where its words, its time or its marks are others (LIVE-14). */
export function revisionOf(update: LiveUpdateBlock): string {
  // Its position changes with each new update.
  return revisions(update, [], () => hash(JSON.stringify({ ...update, position: 0 }, withoutHeadingIds)))
}

/** These are numbered where headings of several updates have the same words. */
function withoutHeadingIds(_key: string, value: unknown): unknown {
  return isRecord(value) && value.type === ('heading' satisfies BlockType) ? { ...value, id: undefined } : value
}

/**
 * What a reader has seen who has all updates of a coverage: the id of the newest one and a hash of it and all below it,
 * `live-20260304-1430.Xb3_k0aQ` (LIVE-7). It stays what it is when newer updates come.
 */
export function seenIn(live: Live): string {
  return marksOf(live)[0] ?? ''
}

/**
 * The updates that a reader has not seen.
 * @param seen as `seenIn` once gave it
 * @returns undefined: the update is none of the recent ones, or one of those below it is another one now
 */
export function updatesSince(live: Live, seen: string): LiveUpdateBlock[] | undefined {
  const place = marksOf(live).indexOf(seen)
  return place === -1 ? undefined : live.updates.slice(0, place)
}

/** Of the recent updates, newest first. */
function marksOf(live: Live): string[] {
  return marks(live, [], () => {
    let below = ''
    const all = live.updates.toReversed().map((update) => {
      below = hash(`${revisionOf(update)} ${below}`)
      return `${update.id}.${below}`
    })
    return all.reverse().slice(0, UPDATES_PER_PAGE)
  })
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, REVISION_LENGTH)
}
