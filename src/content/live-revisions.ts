import { memoizeByIdentity } from '../system/memoize.ts'
import { shortHash } from '../system/short-hash.ts'
import type { LiveUpdateBlock } from './block.ts'
import { type Live, UPDATES_PER_PAGE } from './live.ts'

const seen = memoizeByIdentity<Live, string[]>()

export function versionOf({ revision, isPinned, isLast }: LiveUpdateBlock): string {
  return `${revision}${isPinned ? '.pinned' : ''}${isLast ? '.last' : ''}`
}

/**
 * A hash of the newest update and all below it, `live-20260304-1430.Xb3_k0aQ` (LIVE-7), stays the same when newer
 * ones come.
 */
export function seenIn(live: Live): string {
  return seenFrom(live)[0] ?? ''
}

/**
 * @param known a value of `seenIn`, or the id of the newest update seen
 * @returns undefined: `known` is none of the recent ones, or it or one below it has changed
 */
export function updatesSince(live: Live, known: string): LiveUpdateBlock[] | undefined {
  const exact = seenFrom(live).indexOf(known)
  const recent = live.updates.slice(0, UPDATES_PER_PAGE)
  const place = exact === -1 ? recent.findIndex(({ id }) => id === known) : exact
  return place === -1 ? undefined : live.updates.slice(0, place)
}

function seenFrom(live: Live): string[] {
  return seen(live, [], () => {
    let below = ''
    const all = live.updates.toReversed().map((update) => {
      below = shortHash(`${update.id} ${versionOf(update)} ${below}`, 8)
      return `${update.id}.${below}`
    })
    return all.reverse().slice(0, UPDATES_PER_PAGE)
  })
}
