import { joinHtml } from '../../system/escape.ts'
import type { Block, GroupBlock, ListItem, Outline } from '../block.ts'
import { beginningOfText } from '../graphemes.ts'
import { tag } from '../html/markup.ts'
import { anchorPlace, inlineNodes } from '../html/sanitise.ts'
import { elementsNamed, type HtmlElement, type HtmlNode, hasClass, isElement, serialise, textOf } from '../html/tree.ts'
import { foldWhiteSpace } from '../text.ts'
import { number, type WireBlock } from '../wire.ts'
import type { NormaliseContext } from './context.ts'

/** Yoast's questions and guides: ordinary blocks with an outline (HEAD-36). */

type HtmlBlocks = (markup: string) => Block[]

const FAQ = 'schema-faq'
const HOW_TO = 'schema-how-to'
/** Cost of a question or step beyond its markup. */
const PART_TAGS = 4
/** Characters that search engines read. */
const MAX_WORDS = 5000

export function isOutlined(element: HtmlElement): boolean {
  return hasClass(element, FAQ) || hasClass(element, HOW_TO)
}

export function outlinedBlocks(element: HtmlElement, context: NormaliseContext, html: HtmlBlocks): Block[] {
  const made = hasClass(element, FAQ) ? questions(element, context, html) : guide(element, context, html)
  return made.blocks.length > 0 ? [made] : []
}

function questions(element: HtmlElement, context: NormaliseContext, html: HtmlBlocks): GroupBlock {
  const blocks: Block[] = []
  const parts: Array<{ question: string; answer: string }> = []
  for (const node of element.childNodes) {
    if (!isElement(node) || !hasClass(node, 'schema-faq-section')) {
      blocks.push(...html(serialise(node)))
      continue
    }
    if (!context.budget.takeBlock(PART_TAGS)) break
    const question = node.childNodes.filter(isElement).find((one) => hasClass(one, 'schema-faq-question'))
    const rest = node.childNodes.filter((one) => one !== question)
    const words = question ? inlineNodes(question.childNodes, context.rules) : undefined
    if (words) blocks.push({ type: 'paragraph', html: joinHtml([anchorPlace(node), tag('strong', {}, words)]) })
    blocks.push(...html(rest.map(serialise).join('')))
    const [name, answer] = [wordsIn(question?.childNodes ?? []), wordsIn(rest)]
    if (name !== '' && answer !== '') parts.push({ question: name, answer })
  }
  return groupOf(blocks, parts.length > 0 ? { type: 'questions', questions: parts } : undefined)
}

function guide(element: HtmlElement, context: NormaliseContext, html: HtmlBlocks): GroupBlock {
  const blocks: Block[] = []
  const parts: Array<{ name?: string; text: string }> = []
  let description = ''
  for (const node of element.childNodes) {
    if (!isElement(node) || !hasClass(node, 'schema-how-to-steps')) {
      if (isElement(node) && hasClass(node, 'schema-how-to-description')) description = wordsIn(node.childNodes)
      blocks.push(...html(serialise(node)))
      continue
    }
    const items: ListItem[] = []
    for (const step of elementsNamed(node.childNodes, 'li')) {
      if (!context.budget.takeBlock(PART_TAGS)) break
      const name = step.childNodes.filter(isElement).find((one) => hasClass(one, 'schema-how-to-step-name'))
      const rest = step.childNodes.filter((one) => one !== name)
      const words = inlineNodes(name?.childNodes ?? [], context.rules)
      const inside = html(rest.map(serialise).join(''))
      if (words !== '' || inside.length > 0) {
        const title = words === '' ? words : tag('strong', {}, words)
        items.push({ html: joinHtml([anchorPlace(step), title]), blocks: inside })
      }
      const [title, text] = [wordsIn(name?.childNodes ?? []), wordsIn(rest)]
      if (title !== '' || text !== '') parts.push({ text: text || title, name: title || undefined })
    }
    if (items.length > 0) blocks.push({ type: 'list', ordered: node.tagName === 'ol', items })
  }
  const outline = { type: 'steps' as const, steps: parts, description: description || undefined }
  return groupOf(blocks, parts.length > 0 ? outline : undefined)
}

function groupOf(blocks: Block[], outline: Outline | undefined): GroupBlock {
  return { type: 'group', blocks, outline }
}

/** ISO 8601, in the block's settings. */
export function withTotalTime(blocks: readonly Block[], { attrs }: WireBlock): Block[] {
  const [days = 0, hours = 0, minutes = 0] = [attrs.days, attrs.hours, attrs.minutes].map((part) =>
    Math.min(Math.max(Math.trunc(number.parse(part) ?? 0), 0), 10_000),
  )
  if (attrs.hasDuration !== true || days + hours + minutes === 0) return [...blocks]
  const day = days > 0 ? `${days}D` : ''
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}`
  const totalTime = `P${day}${time === '' ? '' : `T${time}`}`
  return blocks.map((block) =>
    block.type === 'group' && block.outline?.type === 'steps'
      ? { ...block, outline: { ...block.outline, totalTime } }
      : block,
  )
}

function wordsIn(nodes: readonly HtmlNode[]): string {
  return beginningOfText(foldWhiteSpace(textOf(nodes)), MAX_WORDS)
}
