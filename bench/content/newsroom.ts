/** The newsroom's articles as the benchmark needs them; bundled and run by `content.mjs`. */

import { cardsIn } from '../../src/content/archive.ts'
import { type Article, articleTerms } from '../../src/content/article.ts'
import { type Block, type BlockType, innerBlocks } from '../../src/content/block.ts'
import type { Card } from '../../src/content/card.ts'
import { type ContentsItem, contentsOf } from '../../src/content/contents.ts'
import { furtherKeys } from '../../src/content/further-list.ts'
import { type HomeBlock, isCardBlock } from '../../src/content/home-block.ts'
import { imageRules } from '../../src/content/image-rules.ts'
import { reusableRefs } from '../../src/content/normalise/blocks.ts'
import { cmsPath } from '../../src/content/public-paths.ts'
import { type ReadingOrder, readingOrder } from '../../src/content/reading-order.ts'
import { type ContentRepository, isMissing, NEXT_ARTICLES } from '../../src/content/repository.ts'
import { pl } from '../../src/languages/messages/pl.ts'
import { articleHead } from '../../src/seo/article-head.ts'
import { buildHead, type HeadModel } from '../../src/seo/head.ts'
import { articleGraph, homeGraph } from '../../src/seo/structured-data/graph.ts'
import { NEWEST_CATEGORY } from '../../src/services/list-kind.ts'
import { existingService, hasUrl } from '../../src/services/registry.ts'
import type { Service } from '../../src/services/service.ts'
import { readSite } from '../../src/site/read-site.ts'
import { createContentCache } from '../../src/sources/cache/content-cache.ts'
import { createContentRepositories } from '../../src/sources/content-repositories.ts'
import { createEmbeddedSource } from '../../src/sources/embedded/embedded.ts'
import { type CardPlace, cardPlaces, LIST_PLACE, pathPlaces, placeStyle } from '../../views/components/card-places.ts'
import { cardImage } from '../../views/components/sizes-attribute.ts'
import { EAGER_BLOCKS, lazyHeight } from '../../views/home/home-blocks.tsx'

/** One decoded article with the other content of its page: only rendering is left. */
export interface SharedPage {
  article: Article & ReturnType<typeof articleTerms>
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

/** Those of the articles that are compared in a browser: the Next.js app has components for these as well. */
const READERS_BLOCKS: ReadonlySet<BlockType> = new Set([
  ...COMMON_BLOCKS,
  'gallery',
  'correction',
  'youtube',
  'vimeo',
  'tiktok',
  'twitter',
  'facebook',
  'instagram',
  'reddit',
  'linkedin',
  'spotify',
  'soundcloud',
  'giphy',
  'embed',
  'gfycat',
])

/** Columns of twelve: a row that is wider shows the time of day. */
const NARROW_COLUMN = 4

const { services } = await readSite('sites/szpalta')
const academy = existingService(services, 'akademia')

/** What the other frameworks' apps render, as plain JSON: the portal's own content after decoding. */
export async function sharedContent(newsroom: string) {
  return { site: siteOf(academy), pages: await pagesOf(createReader(newsroom, academy), academy, COMMON_BLOCKS) }
}

/**
 * Home page and articles of services, for what a reader's browser makes of them: images as their own files, which the
 * framework is to resize, and links that lead within the app, where it has the page, else to the portal.
 * @returns by the name of the service
 */
export async function readersContent(newsroom: string, names: readonly string[]) {
  const entries = await Promise.all(
    names.map(async (name) => [name, await readersSite(newsroom, existingService(services, name))] as const),
  )
  return Object.fromEntries(entries)
}

async function readersSite(newsroom: string, service: Service) {
  const reader = createReader(newsroom, service)
  const home = await reader.home()
  if (isMissing(home)) throw new Error(`${service.name} has no home page`)
  const head = buildHead({ service, path: '/', seo: home.seo })
  const pages = await pagesOf(reader, service, READERS_BLOCKS)
  const own = new Set(pages.map(({ article }) => article.path))
  const site = {
    site: {
      ...siteOf(service),
      homePath: `/${service.name}`,
      hasThemeSwitch: service.theme === 'switchable',
      subscribers: service.youtubeSubscribers,
    },
    home: {
      title: home.title ?? head.title,
      head,
      jsonLd: homeGraph(home, head, service),
      blocks: placed(home.blocks),
    },
    pages: pages.map(({ order, ...rest }) => ({
      ...rest,
      order: { ...order, related: withPlaces(order.related, cardPlaces('postsrow', order.related.length)) },
    })),
  }
  return JSON.parse(JSON.stringify(site, forReaders(service, own)))
}

/** Each card with its place in the grid, which the portal computes from their number. */
function placed(blocks: readonly HomeBlock[]) {
  return blocks
    .filter(({ type }) => type !== 'ad-slot' && type !== 'most-read')
    .map((block, index) => {
      const shown = { ...block, isLazy: index >= EAGER_BLOCKS, lazyHeight: lazyHeight(block) }
      if (!isCardBlock(block)) return shown
      const count = block.cards.length
      return {
        ...shown,
        cards: withPlaces(block.cards, block.isPath ? pathPlaces(count) : cardPlaces(block.type, count)),
      }
    })
}

function withPlaces(cards: readonly Card[], places: readonly CardPlace[]) {
  return cards.map((card, index) => {
    const place = places[index] ?? LIST_PLACE
    const image = place.shape === 'text' ? undefined : card.thumbnail
    return {
      ...card,
      place: {
        shape: place.shape,
        withClock: place.shape === 'row' && place.wide.span > NARROW_COLUMN,
        style: placeStyle(place, image !== undefined),
        ...(image && { sizes: cardImage(image, place).sizes }),
      },
    }
  })
}

/** A replacer of `JSON.stringify`: images and links as `readersContent` says. */
function forReaders(service: Service, own: ReadonlySet<string>) {
  return (key: string, value: unknown): unknown => {
    if (typeof value === 'string' && (key === 'href' || key === 'link')) {
      if (value === '/') return `/${service.name}`
      if (!value.startsWith('/')) return value
      return own.has(value) ? `/${service.name}${value}` : `${service.serviceUrl ?? ''}${value}`
    }
    if (isImage(value)) {
      const { srcSet: _, ...image } = value
      return { ...image, src: value.src.replace(/\?.*$/, ''), isOriginal: true }
    }
    return value
  }
}

function isImage(value: unknown): value is { src: string; srcSet: string } {
  return typeof value === 'object' && value !== null && 'src' in value && 'srcSet' in value
}

/** All articles that are made of some blocks alone. */
async function pagesOf(
  reader: ContentRepository,
  service: Service,
  blocks: ReadonlySet<BlockType>,
): Promise<SharedPage[]> {
  const pages: SharedPage[] = []
  for (const path of await paths(reader)) {
    const page = await sharedPage(reader, path, service)
    if (isMadeOf(page.article.body, blocks)) pages.push(page)
  }
  return pages
}

/** The newsroom as a CMS would send it: what the portal has yet to decode. */
export async function wireContent(newsroom: string) {
  const source = createEmbeddedSource(newsroom, Object.keys(services), failed)
  const articles: unknown[] = []
  const reader = createReader(newsroom, academy)
  for (const path of await paths(reader)) articles.push((await source.article(academy, path)).json)
  const blocks: Record<string, unknown> = {}
  for (const ref of articles.flatMap(reusableRefs)) blocks[ref] ??= (await source.block(academy, ref)).json
  const newest = (await source.archive(academy, 'category', NEWEST_CATEGORY, 0)).json
  const home = (await source.home(academy)).json
  return { homePageId: academy.homePageId, home, newest, articles, blocks }
}

function createReader(newsroom: string, service: Service): ContentRepository {
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

/** Of all articles of a service, newest first, in the CMS' form. */
async function paths(reader: ContentRepository): Promise<string[]> {
  const paths: string[] = []
  for await (const page of reader.pages('category', NEWEST_CATEGORY)) {
    const own = cardsIn(page).filter(({ isPromo }) => !isPromo)
    paths.push(...own.map(({ link }) => cmsPath(link.href)))
  }
  return paths
}

async function sharedPage(reader: ContentRepository, path: string, service: Service): Promise<SharedPage> {
  const article = await reader.article(path)
  if (isMissing(article)) throw new Error(`${path} is missing`)
  const keys = furtherKeys(article)
  const list = await reader.cards(keys.slice(0, NEXT_ARTICLES))
  return {
    article: { ...article, ...articleTerms(article) },
    contents: contentsOf(article, service),
    order: readingOrder(article, { list, keys, newest: await reader.newest() }),
    head: articleHead(article, service),
    jsonLd: articleGraph(article, service),
  }
}

function isMadeOf(blocks: readonly Block[], types: ReadonlySet<BlockType>): boolean {
  return blocks.every((block) => types.has(block.type) && isMadeOf(innerBlocks(block), types))
}

/** What stands around every article. */
function siteOf(service: Service) {
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
