/** The newsroom's articles as the benchmark needs them; bundled and run by `content.mjs`. */

import { createContentCache } from '../../src/cms/cache/content-cache.ts'
import { createContentRepositories } from '../../src/cms/content-repositories.ts'
import { createEmbeddedSource } from '../../src/cms/embedded/embedded.ts'
import { cardsIn } from '../../src/content/archive.ts'
import type { Article } from '../../src/content/article.ts'
import { type Block, type BlockType, innerBlocks } from '../../src/content/block.ts'
import { type ContentsItem, contentsOf } from '../../src/content/contents.ts'
import { imageRules } from '../../src/content/images.ts'
import { cmsPath } from '../../src/content/links.ts'
import { NEWEST_CATEGORY } from '../../src/content/list-kind.ts'
import { isMissing } from '../../src/content/missing.ts'
import { reusableRefs } from '../../src/content/normalise/blocks.ts'
import { type ReadingOrder, readingOrder } from '../../src/content/reading-order.ts'
import { type ContentRepository, NEXT_ARTICLES } from '../../src/content/repository.ts'
import { pl } from '../../src/languages/messages/pl.ts'
import { articleHead } from '../../src/seo/article-head.ts'
import type { HeadModel } from '../../src/seo/head.ts'
import { articleGraph } from '../../src/seo/structured-data/graph.ts'
import { existingService, hasUrl } from '../../src/services/registry.ts'
import type { Service } from '../../src/services/service.ts'
import { readSite } from '../../src/site/read-site.ts'

/** One decoded article with the other content of its page: only rendering is left. */
export interface SharedPage {
  article: Article
  contents: readonly ContentsItem[]
  order: ReadingOrder
  head: HeadModel
  jsonLd: object
}

/** The blocks that most articles are made of: what the other frameworks' apps have components for. */
const COMMON_BLOCKS: ReadonlySet<BlockType> = new Set([
  'paragraph',
  'heading',
  'list',
  'quote',
  'table',
  'image',
  'html',
  'code',
  'columns',
  'group',
  'separator',
  'reusable-block',
])

const { services } = await readSite('sites/szpalta')
const service = existingService(services, 'akademia')

/** What the other frameworks' apps render, as plain JSON: the portal's own content after decoding. */
export async function sharedContent(newsroom: string) {
  const reader = createReader(newsroom)
  const pages: SharedPage[] = []
  for (const path of await paths(reader)) {
    const page = await sharedPage(reader, path)
    if (isCommon(page.article.body)) pages.push(page)
  }
  return { site: site(), pages }
}

/** The newsroom as a CMS would send it: what the portal has yet to decode. */
export async function wireContent(newsroom: string) {
  const source = createEmbeddedSource(newsroom, Object.keys(services), failed)
  const articles: unknown[] = []
  for (const path of await paths(createReader(newsroom))) articles.push((await source.article(service, path)).json)
  const blocks: Record<string, unknown> = {}
  for (const ref of articles.flatMap(reusableRefs)) blocks[ref] ??= (await source.block(service, ref)).json
  const newest = (await source.archive(service, 'category', NEWEST_CATEGORY, 0)).json
  const home = (await source.home(service)).json
  return { homePageId: service.homePageId, home, newest, articles, blocks }
}

function createReader(newsroom: string): ContentRepository {
  const repositories = createContentRepositories({
    source: createEmbeddedSource(newsroom, Object.keys(services), failed),
    cache: createContentCache((_key, error) => failed(error)),
    services,
    images: imageRules({
      services,
      cdn: '/media',
      template: '{url}?w={width}&q={quality}',
      cropTemplate: '{url}?w={width}&h={height}',
    }),
    cmsUrls: {},
    report: () => {},
  })
  return repositories.reader(service)
}

/** Of all articles of the academy, newest first, in the CMS' form. */
async function paths(reader: ContentRepository): Promise<string[]> {
  const paths: string[] = []
  for await (const page of reader.pages('category', NEWEST_CATEGORY)) {
    paths.push(...cardsIn(page).map(({ link }) => cmsPath(link.href)))
  }
  return paths
}

async function sharedPage(reader: ContentRepository, path: string): Promise<SharedPage> {
  const article = await reader.article(path)
  if (isMissing(article)) throw new Error(`${path} is missing`)
  const chosen = await reader.cards(article.nextPaths.slice(0, NEXT_ARTICLES))
  return {
    article,
    contents: contentsOf(article, service),
    order: readingOrder(article, chosen, await reader.newest()),
    head: articleHead(article, service),
    jsonLd: articleGraph(article, service),
  }
}

function isCommon(blocks: readonly Block[]): boolean {
  return blocks.every((block) => COMMON_BLOCKS.has(block.type) && isCommon(innerBlocks(block)))
}

/** What stands around every article. */
function site() {
  const { name, title, color, colorOnDark, menu, group } = service
  const sisters = Object.values(services)
    .filter((sister: Service) => sister !== service)
    .map((sister) => ({ title: sister.title, ...(hasUrl(sister) && { href: `${sister.serviceUrl}/` }) }))
  const copy = { ...pl, group: group.name }
  const { profiles: social, partners, pages } = group
  return { name, title, color, colorOnDark, menu, sisters, social, partners, pages, copy }
}

function failed(error: unknown): void {
  throw error
}
