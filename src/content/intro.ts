import { type Block, innerBlocks } from './block.ts'
import { beginningOf } from './html/size.ts'
import { elementsNamed, parseHtml, textOf } from './html/tree.ts'
import { firstSentence, foldWhiteSpace, plainText } from './text.ts'

/**
 * Summarises an article where its text is not shown (CARD-34): the lead, else the first sentence of the first
 * paragraph.
 */
export function introOf({ lead, body }: { lead: string; body: readonly Block[] }): string {
  return lead || firstSentence(firstParagraph(body))
}

function firstParagraph(blocks: readonly Block[]): string {
  for (const block of blocks) {
    const firstWords = paragraphIn(block)
    if (firstWords !== '') return firstWords
  }
  return ''
}

/** Limits how much HTML is searched for first words (COST-16). */
const SEARCH_LIMIT = { tags: 1000, characters: 50_000 }

/** Articles older than blocks are one piece of HTML. */
function paragraphIn(block: Block): string {
  if (block.type === 'paragraph') return plainText(beginningOf(block.html, SEARCH_LIMIT))
  if (block.type !== 'html') return firstParagraph(innerBlocks(block))
  const beginning = beginningOf(block.html, SEARCH_LIMIT)
  const paragraphs = elementsNamed(parseHtml(beginning), 'p').map((element) => textOf([element]))
  return foldWhiteSpace(paragraphs.find((words) => words.trim() !== '') ?? '')
}
