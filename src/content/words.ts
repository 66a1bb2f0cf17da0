import { decodeHTML } from 'entities'
import type { SafeHtml } from '../system/escape.ts'
import type { Steps } from '../system/steps.ts'
import { type Block, innerBlocks } from './block.ts'
import { beginningOf } from './html/size.ts'
import { isOwnLineName, parseHtmlInSteps, textOf } from './html/tree.ts'
import { MAX_CHARACTERS, MAX_TAGS } from './limits.ts'
import { countWords, foldWhiteSpace } from './text.ts'

/** Without offers, forms and frames. */
export function* wordsIn(blocks: readonly Block[]): Steps<number> {
  let count = 0
  for (const block of blocks) {
    count += ownWords(block)
    const inner = innerBlocks(block)
    if (inner.length > 0) count += yield* wordsIn(inner)
    yield
  }
  return count
}

function ownWords(block: Block): number {
  if (block.type === 'photo-box') return countWords(block.description ?? '')
  return sum(ownHtml(block).map(wordsOf))
}

/** A line for each paragraph, item and cell. */
export function* textIn(blocks: readonly Block[]): Steps<string> {
  const lines: string[] = []
  for (const block of blocks) {
    for (const html of ownHtml(block)) lines.push(foldWhiteSpace(textOfMarkup(html)))
    const inner = innerBlocks(block)
    if (inner.length > 0) lines.push(yield* textIn(inner))
    yield
  }
  return lines.filter((line) => line !== '').join('\n')
}

function ownHtml(block: Block): SafeHtml[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'html':
    case 'code':
    case 'sponsored-paragraph':
      return [block.html]
    case 'list':
      return block.items.map(({ html }) => html)
    case 'table':
      return [...block.head, ...block.body, ...block.foot].flat().map(({ html }) => html)
    default:
      return []
  }
}

const TAG = /<\/?([a-z0-9]+)[^>]*>/g

/** Own markup escapes `>` in attributes. */
function wordsOf(html: SafeHtml): number {
  return countWords(textOfMarkup(html))
}

function textOfMarkup(html: SafeHtml): string {
  if (!html.includes('<') && !html.includes('&')) return html
  return decodeHTML(html.replace(TAG, (_tag, name: string) => (name === 'br' || isOwnLineName(name) ? ' ' : '')))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** Characters: fifty pages are indexed without a pause (COST-1). */
const MAX_INDEXED = 100_000
const MARKUP_LIMIT = { tags: MAX_TAGS, characters: MAX_CHARACTERS }

export function* searchableText(html: string): Steps<string> {
  const nodes = yield* parseHtmlInSteps(beginningOf(html, MARKUP_LIMIT))
  return withinSearch(textOf(nodes))
}

export function withinSearch(text: string): string {
  return foldWhiteSpace(text.slice(0, MAX_INDEXED))
}
