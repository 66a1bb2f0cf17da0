import type { Article } from '../content/article.ts'
import type { Block } from '../content/block.ts'
import type { SafeHtml } from '../content/html/escape.ts'
import { join, tag, text } from '../content/html/markup.ts'
import { type HtmlElement, parseHtmlInSteps, serialise, visit } from '../content/html/tree.ts'
import { onceWhileInSteps } from '../content/once-while.ts'
import type { Report } from '../content/report.ts'
import type { Steps } from '../content/steps.ts'
import { FEED_BLOCKS, figure, picture } from './blocks.ts'

/** Attributes whose value is an address. */
const ADDRESSES = new Set(['href', 'src', 'cite', 'poster', 'longdesc'])
/** What a reader's own style sheet decides, or a page's script needs. */
const LEFT_OUT = /^(?:class|style|srcset|sizes|target|loading|decoding|tabindex|role|on.*|data-.*|aria-.*)$/

type AnyBlock = (block: Block, inner: (blocks: readonly Block[]) => SafeHtml) => SafeHtml | undefined

const once = onceWhileInSteps<Article, string>()

/**
 * The whole text of an article as HTML that stands on its own: lead picture, lead and body, every address absolute.
 * Written once per revision, however many feeds it is in.
 * @param address absolute canonical address of the article
 */
export function feedContent(article: Article, address: string, report: Report): Steps<string> {
  return once(article, [address], () => write(article, address, report))
}

function* write(article: Article, address: string, report: Report): Steps<string> {
  const inner = (blocks: readonly Block[]): SafeHtml => join(blocks.map(renderOne))
  const body: Array<SafeHtml | undefined> = []
  for (const block of article.body) {
    body.push(renderOne(block))
    yield
  }
  const lead = article.lead ? tag('p', {}, text(article.lead)) : undefined
  return yield* standalone(join([article.hero && figure(picture(article.hero)), lead, ...body]), address)

  /** A block that throws is left out and reported, the others stand (decision 25). */
  function renderOne(block: Block): SafeHtml | undefined {
    try {
      // The table pairs each type with its entry; TypeScript cannot see through the lookup.
      return (FEED_BLOCKS[block.type] as AnyBlock)(block, inner)
    } catch (error) {
      const kind = error instanceof Error ? error.message : String(error)
      report({ call: `feed ${article.path}`, field: block.type, kind })
      return undefined
    }
  }
}

/** Makes every address absolute and leaves out what only a page of the portal understands. */
function* standalone(html: SafeHtml, base: string): Steps<string> {
  let written = ''
  for (const node of yield* parseHtmlInSteps(html)) {
    visit([node], (element) => {
      element.attrs = element.attrs.flatMap((attribute) => absolute(attribute, base))
      return true
    })
    written += serialise(node)
    yield
  }
  return written
}

function absolute(attribute: HtmlElement['attrs'][number], base: string): HtmlElement['attrs'] {
  if (LEFT_OUT.test(attribute.name)) return []
  if (!ADDRESSES.has(attribute.name)) return [attribute]
  const url = URL.parse(attribute.value, base)
  return url ? [{ ...attribute, value: url.href }] : []
}
