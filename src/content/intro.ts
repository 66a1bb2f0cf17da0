import { type Block, innerBlocks } from './block.ts'
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

/** The first words of running text in a block; articles from before blocks have theirs in one piece of HTML. */
function paragraphIn(block: Block): string {
  if (block.type === 'paragraph') return plainText(block.html)
  if (block.type !== 'html') return firstParagraph(innerBlocks(block))
  const paragraphs = elementsNamed(parseHtml(block.html), 'p').map((element) => textOf([element]))
  return foldWhiteSpace(paragraphs.find((words) => words.trim() !== '') ?? '')
}
