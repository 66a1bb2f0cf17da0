import type { PhrasingContent, RootContent } from 'mdast'
import type { Article } from '../../content/article.ts'
import type { Block } from '../../content/block.ts'
import { absoluteUrl } from '../../content/links.ts'
import { listText } from '../../languages/texts.ts'
import { licencesOf } from '../../services/crawlers.ts'
import type { Service } from '../../services/service.ts'
import { memoizeByIdentityInSteps } from '../../system/memoize.ts'
import type { Report } from '../../system/report.ts'
import type { Steps } from '../../system/steps.ts'
import { figure, MARKDOWN_BLOCKS, type MarkdownContext, plain, strongLine } from './blocks.ts'
import { paragraph } from './flow.ts'
import { markdownText } from './write.ts'

type AnyBlock = (block: Block, context: MarkdownContext) => RootContent[]

const once = memoizeByIdentityInSteps<Article, string>()

/** Renders once for each revision, with the label of advertising (MACH-7). */
export function articleMarkdown(article: Article, service: Service, report: Report): Steps<string> {
  return once(article, [service], () => write(article, service, report))
}

function* write(article: Article, service: Service, report: Report): Steps<string> {
  const { language, messages } = service
  const context: MarkdownContext = { language, messages, inner: (blocks) => blocks.flatMap(nodesOf) }
  const url = absoluteUrl(article.path, service)
  const parts = [markdownText(headOf(article, service), url)]
  for (const block of article.body) {
    parts.push(markdownText(nodesOf(block), url))
    yield
  }
  parts.push(markdownText(endOf(article, service, url), url))
  return parts.filter((part) => part !== '').join('\n')

  /** Drops and reports a block that throws (BLOCK-4). */
  function nodesOf(block: Block): RootContent[] {
    try {
      return (MARKDOWN_BLOCKS[block.type] as AnyBlock)(block, context)
    } catch (error) {
      const kind = error instanceof Error ? error.message : String(error)
      report({ call: `markdown ${article.path}`, field: block.type, kind })
      return []
    }
  }
}

function headOf(article: Article, { language, messages }: Service): RootContent[] {
  const { title, lead, authors, published, isProductPlacement, hero, heroCaption } = article
  const names = listText(
    authors.map(({ name }) => name),
    language,
  )
  const by = [names, published && `${published.day}, ${published.clock}`].filter(Boolean).join(' · ')
  return [
    { type: 'heading', depth: 1, children: [plain(title)] },
    ...(isProductPlacement ? strongLine([plain(messages.article.sponsored)]) : []),
    ...(by === '' ? [] : paragraph([plain(by)])),
    ...(lead === '' ? [] : paragraph([plain(lead)])),
    ...figure(hero, heroCaption?.html),
    ...(heroCaption?.credit ? paragraph([plain(heroCaption.credit)]) : []),
  ]
}

/** Source and terms. */
function endOf({ isRestricted }: Article, service: Service, url: string): RootContent[] {
  const { title, group, messages, crawlers } = service
  const link = (to: string, text: string): PhrasingContent => ({ type: 'link', url: to, children: [plain(text)] })
  return [
    ...(isRestricted ? paragraph([plain(messages.article.restricted)]) : []),
    { type: 'thematicBreak' },
    ...paragraph([plain(`${title}: `), link(url, url)]),
    ...(group.licence ? paragraph([link(group.licence.link, group.licence.title)]) : []),
    ...licencesOf(crawlers).flatMap((licence) => paragraph([link(licence, licence)])),
  ]
}
