import { isRecord } from '../../system/record.ts'
import { text, type WireBlock } from '../wire.ts'

/**
 * The date of a correction or a live update is the block's own, the one that its text begins with, or that of its
 * `<time>`.
 */

const TIME = /<time\b[^<>]*?\sdatetime=["']([^"'<>]*)["']/i
/** `2026-03-04: `, `2026-03-04 14:30 – `, after the tags that precede any text. */
const DATE_FIRST =
  /^((?:\s*<[^<>]*>)*\s*)(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)(?![\w-])((?:\s*<\/[^<>]*>)*)\s*[:.,\u2013\u2014-]?\s*/

interface Dated<T> {
  date?: string | undefined
  /** The text without a date at its beginning. */
  rest: T
}

export function datedBlock(block: WireBlock): Dated<WireBlock> {
  const own = text.parse(block.attrs.date)
  if (own !== undefined) return { date: own, rest: block }
  const [first, ...others] = block.innerBlocks
  if (!isRecord(first) || typeof first.innerHTML !== 'string') {
    const { date, rest } = datedMarkup(block.innerHTML)
    return { date, rest: { ...block, innerHTML: rest } }
  }
  const { date, rest } = datedMarkup(first.innerHTML)
  return { date, rest: { ...block, innerBlocks: [{ ...first, innerHTML: rest }, ...others] } }
}

export function datedMarkup(markup: string): Dated<string> {
  const [whole = '', before = '', date, after = ''] = DATE_FIRST.exec(markup) ?? []
  return date === undefined
    ? { date: TIME.exec(markup)?.[1], rest: markup }
    : { date, rest: `${before}${after}${markup.slice(whole.length)}` }
}
