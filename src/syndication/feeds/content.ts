import type { Article } from '../../content/article.ts'
import type { Block } from '../../content/block.ts'
import { join, tag, text } from '../../content/html/markup.ts'
import { replaceMath } from '../../content/html/math.ts'
import { type HtmlElement, parseHtmlInSteps, serialise, visit } from '../../content/html/tree.ts'
import type { Service } from '../../services/service.ts'
import type { SafeHtml } from '../../system/escape.ts'
import { memoizeByIdentityInSteps } from '../../system/memoize.ts'
import type { Report } from '../../system/report.ts'
import type { Steps } from '../../system/steps.ts'
import { FEED_BLOCKS, type FeedContext, figure, imageMarkup } from './blocks.ts'

const URL_ATTRIBUTES = new Set(['href', 'src', 'cite', 'poster', 'longdesc'])
/** The reader's style sheet decides, or scripts use them. */
const LEFT_OUT = /^(?:class|style|srcset|sizes|target|loading|decoding|tabindex|role|on.*|data-.*|aria-.*)$/

type AnyBlock = (block: Block, context: FeedContext) => SafeHtml | undefined

const once = memoizeByIdentityInSteps<Article, string>()

/**
 * One rendering per revision.
 * @param url absolute and canonical
 */
export function feedContent(article: Article, url: string, service: Service, report: Report): Steps<string> {
  return once(article, [url, service.messages], () => write(article, url, service, report))
}

function* write(article: Article, url: string, { language, messages }: Service, report: Report): Steps<string> {
  const context: FeedContext = { language, messages, inner: (blocks) => join(blocks.map(renderOne)) }
  const body: Array<SafeHtml | undefined> = []
  for (const block of article.body) {
    body.push(renderOne(block))
    yield
  }
  const lead = article.lead ? tag('p', {}, text(article.lead)) : undefined
  return yield* standalone(join([article.hero && figure(imageMarkup(article.hero)), lead, ...body]), url)

  /** Drops and reports a block that throws (BLOCK-4). */
  function renderOne(block: Block): SafeHtml | undefined {
    try {
      return (FEED_BLOCKS[block.type] as AnyBlock)(block, context)
    } catch (error) {
      const kind = error instanceof Error ? error.message : String(error)
      report({ call: `feed ${article.path}`, field: block.type, kind })
      return undefined
    }
  }
}

function* standalone(html: SafeHtml, base: string): Steps<string> {
  let written = ''
  const nodes = yield* parseHtmlInSteps(html)
  if (html.includes('<math')) replaceMath(nodes)
  for (const node of nodes) {
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
  if (!URL_ATTRIBUTES.has(attribute.name)) return [attribute]
  const url = URL.parse(attribute.value, base)
  return url ? [{ ...attribute, value: url.href }] : []
}
