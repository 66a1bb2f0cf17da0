import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CARD_BLOCK_TYPES } from '../../src/content/home-block.ts'
import { blockTypeOf } from '../../src/content/normalise/normalisers.ts'
import { countWords, plainText } from '../../src/content/text.ts'
import { memoryIndexes } from '../../src/search/search-indexes.ts'
import { type ParsedBlock, parseBlocks } from '../../src/sources/block-grammar.ts'
import { buildCatalogue, type CatalogueArticle } from '../../src/sources/embedded/catalogue.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import { createArticleSearch } from '../../src/sources/embedded/search.ts'
import { type CustomerService, createServices, SERVICE_NAMES } from '../support/customer-site.ts'
import { ROOT } from '../support/root.ts'

/** Article block types (BLOCK-2), by their names. */
const CONTENT_BLOCKS =
  `paragraph heading list quote table html separator chart cover reusable-block shade-content columns
  image gallery youtube vimeo instagram twitter facebook spotify reddit tiktok embed giphy gfycat linkedin soundcloud
  photo-box newsletter code tradingview sponsored-paragraph buybox buybox-fast spacer offer-comparison offer-table
  watch-guide`.split(/\s+/)
const HOME_BLOCKS = [
  ...CARD_BLOCK_TYPES,
  ...'newsletter section-title big-title ad-slot partner szybkie-linki tiktok-row spacer yt-sw-chanel-box'.split(' '),
]
const PROVIDERS = new Set('youtube vimeo instagram twitter facebook spotify reddit tiktok'.split(' '))
const SIX_SERVICES: CustomerService[] = ['post', 'plus', 'rozrywka', 'bizblog', 'autoblog']
const NEWSROOM = join(ROOT, 'newsroom')

const problems: unknown[] = []
const { files } = await createFolder(NEWSROOM).read()
const catalogue = await buildCatalogue(files, SERVICE_NAMES, undefined, (problem) => problems.push(problem))
const articlesOf = (name: CustomerService): CatalogueArticle[] => catalogue.services.get(name)?.articles ?? []
const everything = SERVICE_NAMES.flatMap((name) => articlesOf(name).map((article) => ({ name, article })))

function* everyBlock(blocks: readonly ParsedBlock[]): Generator<ParsedBlock> {
  for (const block of blocks) {
    yield block
    yield* everyBlock(block.innerBlocks)
  }
}

/** The type of a block (BLOCK-2); a provider is a type of its own until the portal maps it. */
function contractType(block: ParsedBlock): string | undefined {
  const provider = block.blockName === 'core/embed' ? String(block.attrs.providerNameSlug) : undefined
  const named = provider === 'x' ? 'twitter' : provider
  if (named !== undefined) return PROVIDERS.has(named) ? named : 'embed'
  return blockTypeOf({ blockName: block.blockName ?? undefined, blockType: undefined, attrs: block.attrs })
}

test('every file is valid', () => {
  expect(problems).toEqual([])
})

test('there are at least 40 academy articles, and 20 of each other service that has a home', () => {
  expect(articlesOf('akademia').length).toBeGreaterThanOrEqual(40)
  for (const name of SIX_SERVICES) expect([name, articlesOf(name).length >= 20]).toEqual([name, true])
})

/** News of a day, and a text that is mostly its recording. */
const SHORT = [
  'nocna-zmiana-ma-dziewiec-godzin',
  'nowe-auto-sprawdzi-czy-patrzysz-na-droge',
  'posluchaj-dwoch-kwint',
  'producent-zglasza-luke-w-dobe',
]

test('every article has 400 to 1,200 words, but for short news of 80 to 300', () => {
  const isShort = (path: string): boolean => SHORT.some((slug) => path.endsWith(`/${slug}`))
  const counted = everything.map(({ article }) => [article.path, countWords(plainText(article.body))] as const)
  const outside = counted.filter(([path, words]) =>
    isShort(path) ? words < 80 || words > 300 : words < 400 || words > 1200,
  )
  expect(counted.filter(([path]) => isShort(path))).toHaveLength(SHORT.length)
  expect(outside).toEqual([])
})

test('the academy has articles in all five categories and under at least 20 of its 24 tags', () => {
  const categories = new Set(articlesOf('akademia').map(({ meta }) => meta.category))
  const tags = new Set(articlesOf('akademia').flatMap(({ meta }) => meta.tags))
  expect([...categories].sort()).toEqual(['bezpieczenstwo', 'edukacja', 'inwestycje', 'najnowsze', 'zastosowania'])
  expect(tags.size).toBeGreaterThanOrEqual(20)
})

test('every content block type is used somewhere (BLOCK-2)', () => {
  const used = new Set(
    everything.flatMap(({ article }) => [...everyBlock(parseBlocks(article.body))].map(contractType)),
  )
  expect(CONTENT_BLOCKS.filter((type) => !used.has(type))).toEqual([])
})

test('the home pages together use every home block type', () => {
  const homes = [...catalogue.services.values()].flatMap(({ home }) => (home ? [home.body] : []))
  const used = new Set(homes.flatMap((body) => parseBlocks(body).map(contractType)))
  expect(homes).toHaveLength(6)
  expect(HOME_BLOCKS.filter((type) => !used.has(type))).toEqual([])
})

test('categories, tags and authors exist by name', () => {
  for (const { name, article } of everything) {
    const terms = catalogue.services.get(name)?.terms
    const known = new Set([...(terms?.categories ?? []), ...(terms?.tags ?? [])].map(({ slug }) => slug))
    const unknown = [article.meta.category, ...article.meta.tags].filter((slug) => !known.has(slug))
    expect([article.path, unknown]).toEqual([article.path, []])
    expect(article.meta.author.filter((slug) => !catalogue.authors.has(slug))).toEqual([])
  }
})

test('authors are fictitious and say so', () => {
  for (const author of catalogue.authors.values()) expect(author.description).toMatch(/postać fikcyjna/i)
})

test('links to other articles and lists resolve', () => {
  const broken = everything.flatMap(({ name, article }) => {
    const own = catalogue.services.get(name)
    const lists = new Set([
      ...(own?.terms.categories ?? []).map(({ slug }) => `/kategoria/${slug}`),
      ...(own?.terms.tags ?? []).map(({ slug }) => `/tag/${slug}`),
    ])
    const links = [...article.body.matchAll(/<a href="(\/[^"#]*)/g)].map(([, link = '']) => link)
    const bad = links.filter((link) => !own?.byPath.has(link) && !lists.has(link) && !catalogue.pages.has(link))
    return bad.map((link) => `${article.path} -> ${link}`)
  })
  expect(broken).toEqual([])
})

test('every named image has its file', () => {
  const named = new Set(files.flatMap(({ text }) => text.match(/\/\d{4}\/\d{2}\/[a-z0-9-]+\.webp/g) ?? []))
  const missing = [...named].filter((path) => !existsSync(join(NEWSROOM, 'images', path)))
  expect(named.size).toBeGreaterThan(70)
  expect(missing).toEqual([])
})

test('the menus of all services name existing categories and tags', () => {
  for (const service of Object.values(createServices())) {
    const terms = catalogue.services.get(service.name)?.terms
    const paths = service.menu.flatMap((item) => [item.link, ...(item.items ?? []).map(({ link }) => link)])
    const known = new Set([
      ...(terms?.categories ?? []).map(({ slug }) => `/kategoria/${slug}`),
      ...(terms?.tags ?? []).map(({ slug }) => `/tag/${slug}`),
    ])
    expect([service.name, paths.filter((path) => !known.has(path))]).toEqual([service.name, []])
  }
})

/** Milliseconds between two looks at the clock of this test; a slice has ten. */
const STEP = 3

/** A clock that goes on with each look at it. @returns puts the real one back */
function steppedClock(): () => void {
  const real = performance.now
  let now = 0
  performance.now = () => {
    now += STEP
    return now
  }
  return () => {
    performance.now = real
  }
}

test('a page of results is made in slices, also where each article fits in one (COST-1)', async () => {
  const own = catalogue.services.get('akademia')
  if (!own) throw new Error('the newsroom has no academy')
  const search = createArticleSearch(createServices().akademia, own, catalogue, memoryIndexes)
  await search.suggest('klucz', 1)
  const putBack = steppedClock()
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  try {
    const { articles } = await search.find('klucz portfel sieć', {}, 0, 10)
    expect(articles).toHaveLength(10)
    expect(articles.filter(({ snippet }) => snippet !== undefined).length).toBeGreaterThan(5)
  } finally {
    putBack()
    isOver = true
  }
  expect(turns).toBeGreaterThanOrEqual(5)
})
