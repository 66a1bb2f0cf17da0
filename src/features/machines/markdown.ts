import type { RequestHandler, Response } from 'express'
import type { RootContent } from 'mdast'
import { absoluteUrl, publicPath } from '../../content/links.ts'
import { isLive } from '../../content/live.ts'
import { cmsPath, MARKDOWN_SUFFIX, MARKDOWN_TYPE } from '../../content/public-paths.ts'
import { isMissing } from '../../content/repository.ts'
import { articleKeys, cardKeys, feedsKey, serviceKey } from '../../content/surrogate-keys.ts'
import { entityTag } from '../../edge/transport/conditional.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { articleHead } from '../../seo/article-head.ts'
import { feedPath } from '../../seo/feed-path.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { articleMarkdown } from '../../syndication/markdown/article.ts'
import { plain } from '../../syndication/markdown/blocks.ts'
import { list, paragraph } from '../../syndication/markdown/flow.ts'
import { markdownText } from '../../syndication/markdown/write.ts'
import type { Report } from '../../system/report.ts'
import { inSlices } from '../../system/steps.ts'
import { machinesRoutes } from './route-declarations.ts'

interface Source {
  reader: ContentRepositories['reader']
  report: Report
}

/** Sends an article as Markdown (MACH-6). */
export function markdownArticle({ reader, report }: Source): RequestHandler {
  const { caching } = machinesRoutes.article
  return async (request, response) => {
    const { service, content } = contextOf(request)
    const path = cmsPath(request.path.slice(0, -MARKDOWN_SUFFIX.length))
    const article = await reader(service, content).plainArticle(path)
    const target = isMissing(article) ? article.movedTo && publicPath(article.movedTo, service) : article.path
    if (target && (isMissing(article) || request.path !== target + MARKDOWN_SUFFIX)) {
      cacheAs(response, caching.redirect, [serviceKey(service.name)])
      return response.redirect(301, target + MARKDOWN_SUFFIX)
    }
    if (isMissing(article)) {
      cacheAs(response, caching.missing)
      return void response.status(404).type('text').send('404')
    }
    const kind = isLive(article.body) ? 'liveMarkdown' : 'markdown'
    cacheAs(response, caching[kind], [...articleKeys(article, service), serviceKey(service.name)])
    const { canonical, metas } = articleHead(article, service)
    response.set('link', `<${canonical}>; rel="canonical"`)
    for (const meta of metas) if ('name' in meta && meta.name === 'robots') response.set('x-robots-tag', meta.content)
    sendMarkdown(response, await inSlices(articleMarkdown(article, service, report)))
  }
}

/** Sends `/llms.txt` (llmstxt.org; MACH-9). */
export function markdownIndex(reader: ContentRepositories['reader']): RequestHandler {
  return async (request, response) => {
    const { service, content } = contextOf(request)
    const cards = (await reader(service, content).newest()).filter(
      ({ isNoindex, link }) => !isNoindex && isOwn(link.href),
    )
    cacheAs(response, machinesRoutes.index.caching.index, [
      feedsKey(service.name),
      serviceKey(service.name),
      ...cardKeys(cards),
    ])
    const { messages, menu, title, seo } = service
    const entries = menu.flatMap((entry) => [entry, ...(entry.items ?? [])]).filter(({ link }) => isOwn(link))
    const nodes: RootContent[] = [
      { type: 'heading', depth: 1, children: [plain(title)] },
      { type: 'blockquote', children: [{ type: 'paragraph', children: [plain(seo.description)] }] },
      ...section(
        messages.newest,
        cards.map((card) => entryOf(card.title, card.link.href + MARKDOWN_SUFFIX, card.lead)),
      ),
      ...section(
        messages.menuOpen,
        entries.map((entry) => entryOf(entry.title, entry.link)),
      ),
      ...section('Optional', [entryOf('RSS', feedPath('rss')), entryOf('Atom', feedPath('atom'))]),
    ]
    sendMarkdown(response, markdownText(nodes, absoluteUrl('/', service)), 'text/plain')
  }
}

function section(title: string, items: RootContent[][]): RootContent[] {
  if (items.length === 0) return []
  return [{ type: 'heading', depth: 2, children: [plain(title)] }, ...list(items)]
}

function entryOf(title: string, url: string, about?: string): RootContent[] {
  return paragraph([{ type: 'link', url, children: [plain(title)] }, ...(about ? [plain(`: ${about}`)] : [])])
}

function isOwn(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//')
}

function sendMarkdown(response: Response, text: string, type: string = MARKDOWN_TYPE): void {
  response.set({
    'content-type': `${type}; charset=utf-8`,
    // The page cache has its own tags.
    etag: `W/${entityTag(Buffer.from(text))}`,
  })
  response.send(text)
}
