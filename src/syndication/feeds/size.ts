import type { Steps } from '../../system/steps.ts'
import type { FeedEntry } from './feed.ts'

/** Bytes of a response, and of one article's text in it. */
const MAX_FEED_BYTES = 2_000_000
const MAX_CONTENT_BYTES = 1_000_000
/** Reserved for each remaining entry without its text, with all its authors and categories. */
const BARE_ENTRY_BYTES = 12_000
const ENVELOPE_BYTES = 20_000

/** An entry whose text does not fit keeps its title, URL and summary, so that no list item is lost. */
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
    // The serialised text is no shorter.
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
