import { type Block, innerBlocks } from './block.ts'
import { beginningOf } from './html/size.ts'
import { elementsNamed, parseHtml, textOf } from './html/tree.ts'
import { firstSentence, foldWhiteSpace, plainText } from './text.ts'

/**
 * What stands for an article's lead where it is shown without its text: on cards, in feeds, for machines (CARD-34). The
 * lead, else the first sentence of its first paragraph; empty when there is neither.
 */
export function introOf({ lead, body }: { lead: string; body: readonly Block[] }): string {
  return lead || firstSentence(firstParagraph(body))
}

function firstParagraph(blocks: readonly Block[]): string {
  for (const block of blocks) {
    const found = paragraphIn(block)
    if (found !== '') return found
  }
  return ''
}

/** Of one piece of HTML: how much is looked through for its first words (COST-16). */
const LOOKED_THROUGH = { tags: 1000, characters: 50_000 }

/** The first words of running text in a block; articles from before blocks have theirs in one piece of HTML. */
function paragraphIn(block: Block): string {
  if (block.type === 'paragraph') return plainText(beginningOf(block.html, LOOKED_THROUGH))
  if (block.type !== 'html') return firstParagraph(innerBlocks(block))
  const beginning = beginningOf(block.html, LOOKED_THROUGH)
  const paragraphs = elementsNamed(parseHtml(beginning), 'p').map((element) => textOf([element]))
  return foldWhiteSpace(paragraphs.find((words) => words.trim() !== '') ?? '')
}
