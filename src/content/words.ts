import { decodeHTML } from 'entities'
import { type Block, innerBlocks } from './block.ts'
import type { SafeHtml } from './html/escape.ts'
import { isOwnLineName } from './html/tree.ts'
import type { Steps } from './steps.ts'
import { countWords } from './text.ts'

/** Number of words of running text in a body, without offers, forms and frames. */
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
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'html':
    case 'code':
    case 'sponsored-paragraph':
      return wordsOf(block.html)
    case 'list':
      return sum(block.items.map(({ html }) => wordsOf(html)))
    case 'table':
      return sum([...block.head, ...block.body, ...block.foot].flat().map(({ html }) => wordsOf(html)))
    case 'photo-box':
      return countWords(block.description ?? '')
    default:
      return 0
  }
}

const TAG = /<\/?([a-z0-9]+)[^>]*>/g

/** Number of words in markup of this project: every `>` in an attribute is escaped, so it needs no parser. */
function wordsOf(html: SafeHtml): number {
  if (!html.includes('<') && !html.includes('&')) return countWords(html)
  const text = html.replace(TAG, (_tag, name: string) => (name === 'br' || isOwnLineName(name) ? ' ' : ''))
  return countWords(decodeHTML(text))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
