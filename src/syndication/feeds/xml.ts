import type { Element } from 'xast'
import { toXml } from 'xast-util-to-xml'
import { parseHtml, textOf } from '../../content/html/tree.ts'
import type { Steps } from '../../system/steps.ts'
import type { FeedEntry } from './feed.ts'

/** XML 1.0 forbids these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to drop
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

type References = 'short' | 'numeric'

/**
 * Drops forbidden characters and escapes `]]>` (XML 1.0, 2.4).
 * @param references `numeric` for `<` and `&`, as validators recommend for RSS
 */
export function writeXml(element: Element, references: References = 'short'): string {
  const written = toXml(element).replace(ILLEGAL, '').replaceAll(']]>', ']]&gt;')
  return references === 'numeric' ? written : written.replaceAll('&#x3C;', '&lt;').replaceAll('&#x26;', '&amp;')
}

/** The children may be large. */
export function xmlElement(element: Element, written: readonly string[], references?: References): string {
  const own = writeXml(element, references)
  const end = own.lastIndexOf('</')
  return [own.slice(0, end), ...written, own.slice(end)].join('\n')
}

export function xmlDocument(root: Element, written: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement(root, written)}\n`
}

/** Invisible, and part of no tag or reference. */
const JOINER = '\u2060'

/** Readers take RSS for text or HTML (FEED-15): an invisible character breaks tags and references in both. */
export function neutralText(text: string): string {
  if (!/[<&]/.test(text)) return text
  const withoutTags = text.replace(/<(?=[a-z/!?])/gi, `<${JOINER}`)
  if (!withoutTags.includes('&') || textOf(parseHtml(withoutTags)) === withoutTags) return withoutTags
  return withoutTags.replace(/&(?=[a-z#])/gi, `&${JOINER}`)
}

/** Bytes of a response, and of a text. */
const MAX_FEED_BYTES = 2_000_000
const MAX_CONTENT_BYTES = 1_000_000
/** For each later entry without text. */
const BARE_ENTRY_BYTES = 12_000
const ENVELOPE_BYTES = 20_000

interface WrittenEntry {
  content: string
  whole: string
  /** Without its text. */
  short: string
  bytes: number
}

/** Bytes of three long pages in both formats, for all feeds. */
const KEPT_BYTES = 16 * 1024 * 1024
/** By format and all but the text; last used is last. */
const kept = new Map<string, WrittenEntry>()
let keptBytes = 0

/** Characters outside Latin-1 double the size. */
function sizeOf({ content, whole, short }: WrittenEntry): number {
  return 2 * (content.length + whole.length + short.length)
}

function writtenOnce(key: string, content: string, write: () => Omit<WrittenEntry, 'content'>): WrittenEntry {
  const before = kept.get(key)
  kept.delete(key)
  if (before?.content === content) {
    kept.set(key, before)
    return before
  }
  if (before) keptBytes -= sizeOf(before)
  const entry = { content, ...write() }
  kept.set(key, entry)
  keptBytes += sizeOf(entry)
  for (const [oldest, its] of kept) {
    if (keptBytes <= KEPT_BYTES) break
    kept.delete(oldest)
    keptBytes -= sizeOf(its)
  }
  return entry
}

/**
 * Others keep title, URL and summary.
 * @param format all that the form depends on, but the entry
 */
export function* writeWithinLimits(
  entries: readonly FeedEntry[],
  format: string,
  write: (entry: FeedEntry) => string,
): Steps<string[]> {
  let left = MAX_FEED_BYTES - ENVELOPE_BYTES - entries.length * BARE_ENTRY_BYTES
  const written: string[] = []
  for (const entry of entries) {
    yield
    const { content, ...bare } = entry
    // Serialising does not shorten it.
    if (content === undefined || content.length > Math.min(MAX_CONTENT_BYTES, left)) {
      written.push(write(bare))
      continue
    }
    const { whole, short, bytes } = writtenOnce(`${format} ${JSON.stringify(bare)}`, content, () => {
      const forms = { whole: write(entry), short: write(bare) }
      return { ...forms, bytes: Buffer.byteLength(forms.whole) - Buffer.byteLength(forms.short) }
    })
    const fits = bytes <= MAX_CONTENT_BYTES && bytes <= left
    if (fits) left -= bytes
    written.push(fits ? whole : short)
  }
  return written
}
