import { type Block, innerBlocks } from './block.ts'
import { beginningOf } from './html/size.ts'
import { elementsNamed, parseHtml, textOf } from './html/tree.ts'
import { firstSentence, foldWhiteSpace, plainText } from './text.ts'

/**
 * The article's summary where its text is not shown: on cards, in feeds, in metadata (CARD-34). The lead, else the
 * first sentence of the first paragraph; empty without either.
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

/** How much of one piece of HTML is searched for its first words (COST-16). */
const SEARCH_LIMIT = { tags: 1000, characters: 50_000 }

/** The first words of running text in a block; articles older than blocks hold theirs in one piece of HTML. */
function paragraphIn(block: Block): string {
  if (block.type === 'paragraph') return plainText(beginningOf(block.html, SEARCH_LIMIT))
  if (block.type !== 'html') return firstParagraph(innerBlocks(block))
  const beginning = beginningOf(block.html, SEARCH_LIMIT)
  const paragraphs = elementsNamed(parseHtml(beginning), 'p').map((element) => textOf([element]))
  return foldWhiteSpace(paragraphs.find((words) => words.trim() !== '') ?? '')
}
