import { escapeHtml } from '../../system/escape.ts'
import { shortHash } from '../../system/short-hash.ts'
import type { Steps } from '../../system/steps.ts'
import type { Block, HeadingBlock, LiveUpdateBlock } from '../block.ts'
import { type LocalTime, parseDate } from '../dates.ts'
import { publishedAt } from '../decode/card.ts'
import { anchorOfMarkup } from '../html/anchor.ts'
import { attribute, type HtmlElement, hasClass, serialise } from '../html/tree.ts'
import { bindLines } from '../line-breaks.ts'
import { type LinkRules, languageOfText } from '../links.ts'
import { plainField } from '../text.ts'
import { flag, text, type WireBlock } from '../wire.ts'
import type { NormaliseContext } from './context.ts'
import { datedBlock, datedMarkup, editorClasses, withoutFrame } from './correction.ts'
import { anchorOfSettings } from './places.ts'

/**
 * A group has it (LIVE-2). Its time is the block's own, the one that its text begins with, or its `<time>`'s; its
 * heading is the first.
 */

const CLASS = 'live-update'
const PINNED = 'live-pinned'
const LAST = 'live-ended'
export const MARKS: readonly string[] = [CLASS, PINNED, LAST, 'correction']
const OF_GROUPS = new Set(['div', 'section', 'aside', 'article'])

export function isLiveUpdate(block: WireBlock): boolean {
  return editorClasses(block).includes(CLASS)
}

export function isLastUpdate(block: WireBlock): boolean {
  return editorClasses(block).includes(LAST) || flag.parse(block.attrs.ended)
}

export function isLiveUpdateElement(element: HtmlElement): boolean {
  return OF_GROUPS.has(element.tagName) && hasClass(element, CLASS)
}

interface Written {
  source: unknown
  anchor: string | undefined
  date: string | undefined
  isPinned: boolean
  isLast: boolean
  /** Absent: it is the first block. */
  heading?: string
}

/** @param normaliser of the block without its class */
export function* liveUpdate(
  block: WireBlock,
  context: NormaliseContext,
  normaliser: (block: WireBlock) => Block[] | Steps<Block[]>,
): Steps<Block[]> {
  const { attrs, innerHTML } = block
  const classes = editorClasses(block)
  const time = text.parse(attrs.time)
  const { date, rest } = time === undefined ? datedBlock(block) : { date: time, rest: block }
  const made = normaliser(rest)
  const blocks = Array.isArray(made) ? made : yield* made
  const written: Written = {
    source: block,
    anchor: anchorOfSettings(attrs) ?? anchorOfMarkup(innerHTML),
    date,
    isPinned: classes.includes(PINNED) || flag.parse(attrs.pinned),
    isLast: isLastUpdate(block),
    heading: plainField(text.parse(attrs.heading) ?? '') || undefined,
  }
  return updateOf(blocks.flatMap(withoutFrame), written, context)
}

export function liveUpdateBlocks(
  element: HtmlElement,
  context: NormaliseContext,
  html: (markup: string) => Block[],
): Block[] {
  const inside = element.childNodes.map(serialise).join('')
  const { date, rest } = datedMarkup(inside)
  const { heading, markup } = headingFirst(rest.replace(TIME_FIRST, '$1'), context)
  const blocks = html(markup)
  const written: Written = {
    source: inside,
    anchor: attribute(element, 'id'),
    date,
    isPinned: hasClass(element, PINNED),
    isLast: hasClass(element, LAST),
  }
  return updateOf(heading ? [heading, ...blocks] : blocks, written, context)
}

/** A time on its own line is shown anyway. */
const TIME_FIRST =
  /^((?:\s*<div\b[^<>]*>)*\s*)(?:<p\b[^<>]*>\s*<time\b[^<>]*>[^<]*<\/time>\s*<\/p>|<time\b[^<>]*>[^<]*<\/time>)/i
/** Wrappers stay. */
const HEADING_FIRST = /^((?:\s*<div\b[^<>]*>)*\s*)<h([1-6])\b[^<>]*>([\s\S]{0,4000}?)<\/h\2>/i

/**
 * WordPress numbers these through the article (`wp-container-3`), or makes them for each rendering: keys of scripts,
 * nonces of forms.
 */
const NUMBERED = /\s(?:class|id|style|for|value|aria-[a-z]+|data-wp-[a-z-]+|data-secret)="[^"]*"|#\?secret=\w+/g

function withoutNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(NUMBERED, '') : value
}

function headingFirst(
  markup: string,
  { rules, uniqueId }: NormaliseContext,
): { heading?: HeadingBlock | undefined; markup: string } {
  const [whole = '', before = '', level, inside = ''] = HEADING_FIRST.exec(markup) ?? []
  const words = plainField(inside.replace(/<[^<>]*>/g, ''))
  if (level === undefined || words === '') return { markup }
  const id = uniqueId(anchorOfMarkup(whole.slice(before.length)), words)
  const heading = headingOf(words, Number(level), id, rules)
  return { heading, markup: `${before}${markup.slice(whole.length)}` }
}

function headingOf(words: string, level: number, id: string, rules: LinkRules): HeadingBlock {
  return {
    type: 'heading',
    level: Math.min(6, Math.max(2, level)) as HeadingBlock['level'],
    html: escapeHtml(bindLines(words, languageOfText(rules))),
    id,
  }
}

function updateOf(blocks: Block[], written: Written, { rules, uniqueId }: NormaliseContext): Block[] {
  const [first, ...others] = blocks
  const begins = written.heading === undefined && first?.type === 'heading' ? first : undefined
  if (!first && written.heading === undefined) return []
  const { service } = rules
  const published = publishedAt(written.date, service)
  const id = uniqueId(written.anchor, idOf(parseDate(written.date, service.timeZone)))
  const heading =
    begins ??
    (written.heading === undefined
      ? undefined
      : headingOf(written.heading, 2, uniqueId(undefined, `${id} ${written.heading}`), rules))
  const update: LiveUpdateBlock = {
    type: 'live-update',
    id,
    revision: shortHash(JSON.stringify(written.source, withoutNumbers), 8),
    isPinned: written.isPinned,
    isLast: written.isLast,
    position: 0,
    blocks: begins ? others : blocks,
    published,
    heading,
  }
  return [update]
}

/** `live-20260304-1430`, whatever its words. */
function idOf(time: LocalTime | undefined): string {
  if (!time) return 'live'
  const two = (part: number): string => String(part).padStart(2, '0')
  return `live-${time.year}${two(time.month)}${two(time.day)}-${two(time.hour)}${two(time.minute)}`
}
