import type { Steps } from '../content/steps.ts'
import type { FeedEntry } from './feed.ts'

/** Bytes of an answer and of one article's text in it, written out. */
const MAX_FEED_BYTES = 2_000_000
const MAX_CONTENT_BYTES = 1_000_000
/** What an entry without its text takes at most, with all its authors and categories; kept free for each to come. */
const BARE_ENTRY_BYTES = 12_000
const ENVELOPE_BYTES = 20_000

/**
 * Writes the entries, newest first. A text that is too long, or has no room left, stays away: its entry stands with
 * title, address and summary, so that nothing of the list is lost.
 */
export function* writeWithinLimits(
  entries: readonly FeedEntry[],
  write: (entry: FeedEntry) => string,
): Steps<string[]> {
  let left = MAX_FEED_BYTES - ENVELOPE_BYTES - entries.length * BARE_ENTRY_BYTES
  const written: string[] = []
  for (const entry of entries) {
    yield
    const { content, ...bare } = entry
    const short = write(bare)
    // Written out it is no shorter.
    if (content === undefined || content.length > Math.min(MAX_CONTENT_BYTES, left)) {
      written.push(short)
      continue
    }
    const whole = write(entry)
    const bytes = Buffer.byteLength(whole) - Buffer.byteLength(short)
    const fits = bytes <= MAX_CONTENT_BYTES && bytes <= left
    if (fits) left -= bytes
    written.push(fits ? whole : short)
  }
  return written
}
