import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'
import { realHub } from '../support/real-input.ts'
import { firstOutOfOrder, hasClass, missingWords, visibleWords, wordsInClass } from '../support/visible-text.ts'

/** Content of a real WordPress, as the hub would send it. It is test data and no part of the project. */
const REAL_INPUT = realHub('only the own fixtures of the project are walked')
const OWN_INPUT = join(ROOT, 'test/support/fixtures/hub')
const POSTS = 'wp-json/bb/v2/post'
const HOME = 'wp-json/hub/v2/page/5257367.json'

const inputs = [{ name: 'own fixtures', folder: OWN_INPUT }]
if (REAL_INPUT !== undefined) inputs.push({ name: 'real input', folder: REAL_INPUT })

interface InputBlock {
  blockName: string | null
  attrs: { url?: string; data?: Record<string, unknown> }
  innerHTML: string
  innerContent?: Array<string | null>
  innerBlocks: InputBlock[]
}

interface InputList {
  blocks: Array<{ blockContent?: { posts?: InputCard[] } }>
  posts?: InputCard[]
}
interface InputCard {
  relative_link: string
}

describe.each(inputs)('the whole $name through the portal', ({ name, folder }) => {
  let hub: HubServer
  let portal: TestPortal

  beforeAll(async () => {
    hub = await startHub(folder)
    portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: 'off' })
  })
  afterAll(async () => {
    await hub.close()
    await portal.close()
  })

  test('every article answers 200 with every word of its blocks, in order, and every embed (RUN-7)', async () => {
    const files = await jsonFiles(join(folder, POSTS))
    const failures: object[] = []
    for (const file of files) {
      const { blocks } = JSON.parse(await readFile(join(folder, POSTS, file), 'utf8')) as { blocks: InputBlock[] }
      const { status, text } = await portal.follow(pathOf(file))
      const [wanted, actual] = [wordsOfBlocks(blocks), wordsInClass(text, 'article-body') ?? []]
      const lostSettings = settingsOf(blocks).filter((words) => !actual.join(' ').includes(words))
      const missing = [...missingWords(wanted, actual), ...lostSettings]
      const outOfOrder = firstOutOfOrder(wanted, actual)
      const lostEmbeds = embedsOf(blocks).filter((key) => !text.includes(key))
      if (status !== 200 || missing.length > 0 || outOfOrder !== undefined || lostEmbeds.length > 0) {
        failures.push({ file, status, missing: missing.slice(0, 20).join(' '), outOfOrder, lostEmbeds })
      }
    }
    report(name, 'articles', files.length, failures.length)
    expect(files.length).toBeGreaterThan(2)
    expect(failures).toEqual([])
  })

  test('every category, tag and author, page by page, and the home page answer 200 with every card', async () => {
    const pages = [{ pagePath: '/', file: HOME }, ...(await listPages(folder))]
    const failures: object[] = []
    for (const { pagePath: path, file } of pages) {
      const list = JSON.parse(await readFile(join(folder, file), 'utf8')) as InputList
      const { status, text } = await portal.follow(path)
      const lost = linksOf(list).filter((link) => !text.includes(`href="${link}"`))
      if (status !== 200 || lost.length > 0) failures.push({ pagePath: path, status, lost })
    }
    report(name, 'lists and home page', pages.length, failures.length)
    expect(pages.length).toBeGreaterThan(4)
    expect(failures).toEqual([])
  })

  test('none of it makes the portal log an error', () => {
    expect(portal.errors()).toEqual([])
  })
})

function report(name: string, what: string, all: number, failed: number): void {
  process.stdout.write(`${name}, ${what}: ${all - failed} of ${all}\n`)
}

async function jsonFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith('.json')).sort()
}

/** `2012/03/slug.json` is the article at `/2012/03/slug`. */
function pathOf(file: string): string {
  const path = file.replace(/\.json$/, '')
  return `/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** Page 0 of the hub is the bare path, page n is at `/page/n`. */
async function listPages(folder: string): Promise<Array<{ pagePath: string; file: string }>> {
  const lists = [
    ['/kategoria', 'wp-json/hub/v2/taxonomy/category'],
    ['/tag', 'wp-json/hub/v2/taxonomy/tag'],
    ['/author', 'wp-json/hub/v2/author'],
  ] as const
  const pages = lists.map(async ([prefix, path]) => {
    const files = await jsonFiles(join(folder, path))
    return files.map((file) => {
      const [slug = '', page = '0'] = file.replace(/\.json$/, '').split('/')
      const pagePath = `${prefix}/${encodeURIComponent(slug)}${page === '0' ? '' : `/page/${page}`}`
      return { pagePath, file: join(path, file) }
    })
  })
  return (await Promise.all(pages)).flat()
}

/** Paths of the cards that a list must show: those of its blocks, or of its posts when it has no blocks. */
function linksOf({ blocks, posts }: InputList): string[] {
  const inBlocks = blocks.flatMap((block) => block.blockContent?.posts ?? [])
  return (blocks.length > 0 ? inBlocks : (posts ?? [])).map((card) => pathOf(card.relative_link.slice(1)))
}

/** Words of the blocks that a page must contain: their own markup with their inner blocks in their places. */
function wordsOfBlocks(blocks: readonly InputBlock[]): string[] {
  return blocks.flatMap((block) => {
    // A shortcode is a command to WordPress, not text.
    if (block.blockName === 'core/shortcode') return []
    const inner = block.innerBlocks.map((one) => wordsOfBlocks([one]))
    const pieces = block.innerContent ?? [block.innerHTML]
    return [...pieces.flatMap((piece) => (piece === null ? (inner.shift() ?? []) : ownWords(piece))), ...inner.flat()]
  })
}

/** A URL that is alone on its line is an embed (EMB-2). */
const LONE_URL = /<p>(https?:\/\/[^\s<]+)<\/p>/g

/** The URL in the wrapper of an embed becomes a player or a link, not text. */
function ownWords(markup: string): string[] {
  // A file's button is no part of the word in front of it.
  const apart = markup.replace(LONE_URL, '').replace(/(?=<a [^>]*wp-block-file__button)/g, ' ')
  return visibleWords(apart, (element) => hasClass(element, 'wp-block-embed__wrapper'))
}

/** Identifies an embedded URL: its last non-empty part, or the id of a video. */
function embedsOf(blocks: readonly InputBlock[]): string[] {
  return blocks.flatMap(({ blockName, attrs, innerHTML, innerBlocks }) => {
    const target = blockName?.startsWith('core/embed') || blockName?.startsWith('core-embed/') ? attrs.url : undefined
    const lone = [...innerHTML.matchAll(LONE_URL)].map(([, url = '']) => url)
    const keys = [...(target === undefined ? [] : [target]), ...lone].flatMap((one) => {
      const url = URL.parse(one)
      return url?.searchParams.get('v') ?? url?.pathname.split('/').findLast((part) => part !== '') ?? []
    })
    return [...keys, ...embedsOf(innerBlocks)]
  })
}

/** Settings of the portal's own blocks that are visible text. */
const TEXT_SETTINGS = new Set(
  'title header description label unit source author code content sponsorName button_string shop price name columns values'.split(
    ' ',
  ),
)

function settingsOf(blocks: readonly InputBlock[]): string[] {
  const textsIn = (value: unknown, isText: boolean): string[] => {
    if (typeof value === 'string') return isText ? [value] : []
    if (typeof value !== 'object' || value === null) return []
    const isList = Array.isArray(value)
    return Object.entries(value).flatMap(([key, item]) => textsIn(item, isList ? isText : TEXT_SETTINGS.has(key)))
  }
  return blocks.flatMap(({ blockName, attrs, innerBlocks }) => {
    const texts = blockName?.startsWith('acf/') ? textsIn(attrs.data, false) : []
    const shown = texts.map((text) => (text.startsWith('<p>') ? visibleWords(text) : text.split(/\s+/)).join(' '))
    return [...shown, ...settingsOf(innerBlocks)]
  })
}
