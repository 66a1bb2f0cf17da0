import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, type Missing } from '../../src/content/repository.ts'
import { type ContentLimits, createContentCache } from '../../src/sources/cache/content-cache.ts'
import { createContentRepositories } from '../../src/sources/content-repositories.ts'
import { createHubSource } from '../../src/sources/hub/hub.ts'
import type { ContentSource, WireResponse } from '../../src/sources/source.ts'
import { createHosts } from '../../src/sources/upstream/host.ts'
import { type Problem, WireShapeError } from '../../src/system/report.ts'
import { imagesOn, services } from '../content/world.ts'
import { type Behaviour, type HubServer, startHub } from '../support/hub-server.ts'
import { ROOT } from '../support/root.ts'

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
const SECOND = 1000
const DAY = 24 * 3600 * SECOND
const ARTICLE = '/2026/03/trzy-pytania-o-portfel'
const ARTICLE_CALL = `/wp-json/bb/v2/post${ARTICLE}`
const HOME_CALL = '/wp-json/hub/v2/page/5257367'
const AUTHOR_CALL = '/wp-json/hub/v2/author/anna-przykladowa/0'
const BLOCKS_CALL = '/wp-json/bb/v2/post/2026/03/jak-dziala-podpis-cyfrowy'
const CATEGORY_CALL = '/wp-json/hub/v2/taxonomy/category/bezpieczenstwo/0'

let hub: HubServer

beforeEach(async () => {
  hub = await startHub(FIXTURES)
})
afterEach(() => hub.close())

/** All content over one hub, with a manual clock. */
function openRepositories(ownSource?: ContentSource, limits?: ContentLimits) {
  let now = Date.now()
  const hostOf = createHosts({ now: () => now })
  const source = ownSource ?? createHubSource({ bizblog: hub.url, post: hub.url }, undefined, hostOf)
  const problems: Problem[] = []
  const covered: unknown[] = []
  const repositories = createContentRepositories({
    source,
    cache: createContentCache(
      (_key, error) => covered.push(error),
      () => now,
      limits,
    ),
    services,
    images: imagesOn(),
    cmsUrls: { akademia: 'https://cms.szpalta.test' },
    report: (problem) => problems.push(problem),
  })
  return {
    problems,
    covered,
    reader: repositories.reader(services.akademia),
    readerOf: repositories.reader,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const misbehaveJson = (path: string, json: unknown, more: Behaviour = {}) =>
  hub.misbehave(path, { body: JSON.stringify(json), ...more })

async function fixture(call: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(FIXTURES, `${call}.json`), 'utf8')) as Record<string, unknown>
}

async function present<T extends object>(response: Promise<T | Missing>): Promise<T> {
  const value = await response
  if (isMissing(value)) throw new Error('missing')
  return value
}

describe('content', () => {
  test('is decoded: home page, article, lists, search', async () => {
    const { reader } = openRepositories()
    expect(await present(reader.home())).toMatchObject({ id: '5257367', title: 'Akademia krypto' })
    expect(await present(reader.article(ARTICLE))).toMatchObject({ id: '302', path: ARTICLE })
    expect(await present(reader.archive('category', 'bezpieczenstwo', 0))).toMatchObject({
      maxPage: 2,
      type: 'category',
    })
    expect(await present(reader.archive('author', 'anna-przykladowa', 0))).toMatchObject({ author: { textCount: 3 } })
    expect((await reader.search('podpis', 1)).cards.map(({ id }) => id)).toEqual(['301'])
  })

  test('is requested and decoded only once for as long as it is fresh (WIRE-6)', async () => {
    const { reader } = openRepositories()
    expect(await reader.article(ARTICLE)).toBe(await reader.article(ARTICLE))
    expect(hub.countOf(ARTICLE_CALL)).toBe(1)
  })

  test('of two services is separate, even at the same paths', async () => {
    const { reader, readerOf } = openRepositories()
    expect(await present(reader.article(ARTICLE))).toMatchObject({ path: ARTICLE })
    expect(await present(readerOf(services.post).article(ARTICLE))).toMatchObject({ path: `${ARTICLE}.html` })
  })

  test('of a changed article is new after one refresh', async () => {
    const { reader, readerOf, pass } = openRepositories()
    await reader.article(ARTICLE)
    misbehaveJson(ARTICLE_CALL, { ...(await fixture(ARTICLE_CALL)), title: 'Zmieniony' })
    pass(31 * SECOND)
    expect(await present(readerOf(services.akademia, { revalidate: true }).article(ARTICLE))).toMatchObject({
      title: 'Zmieniony',
    })
  })
})

describe('missing content', () => {
  test.each([
    ['HTTP 404', null, { status: 404 }],
    ['HTTP 200 with an error in it', { errors: { statusCode: 404 } }, {}],
    ['an error as text', { errors: { statusCode: '404' } }, {}],
    ['an empty list in place of one item', [], {}],
  ])('%s is missing for every kind of page', async (_name, json, more) => {
    const { reader } = openRepositories()
    for (const call of [ARTICLE_CALL, HOME_CALL, CATEGORY_CALL]) misbehaveJson(call, json, more)
    expect(await reader.article(ARTICLE)).toEqual({ missing: true })
    expect(await reader.home()).toEqual({ missing: true })
    expect(await reader.archive('category', 'bezpieczenstwo', 0)).toEqual({ missing: true })
  })

  test('a service without the id of a home page has one where the source can make it (SRC-53)', async () => {
    const { homePageId: _id, ...nameless } = services.akademia
    const json = { blocks: [], title: 'Zrobiona' }
    for (const needsHomeId of [false, true]) {
      const source = { ...responding(json, async () => ({ call: 'block', json: undefined })), needsHomeId }
      const home = await openRepositories(source).readerOf(nameless).home()
      expect(home).toMatchObject(needsHomeId ? { missing: true } : { title: 'Zrobiona' })
    }
  })

  test('may name its new location, in a 404 and in a 200 (WIRE-5)', async () => {
    const { reader } = openRepositories()
    const json = { errors: { statusCode: 404, redirectLink: '/kategoria/bezpieczenstwo' } }
    misbehaveJson(ARTICLE_CALL, json, { status: 404 })
    misbehaveJson(HOME_CALL, json)
    const missing = { missing: true, redirectLink: '/kategoria/bezpieczenstwo' }
    expect([await reader.article(ARTICLE), await reader.home()]).toEqual([missing, missing])
  })

  test('a search without results is empty', async () => {
    const { reader } = openRepositories()
    expect(await reader.search('nie ma takiego', 1)).toEqual({ cards: [], hasMore: false, missing: [] })
    hub.misbehave('/wp-json/hub/v2/search/brak/1', { status: 404 })
    expect(await reader.search('brak', 1)).toEqual({ cards: [], hasMore: false, missing: [] })
  })

  test('a page beyond the last of a list is missing, although the CMS responds (PAGE-7)', async () => {
    const { reader } = openRepositories()
    const json = { ...(await fixture(CATEGORY_CALL)), posts: [], blocks: [] }
    misbehaveJson('/wp-json/hub/v2/taxonomy/category/bezpieczenstwo/3', json)
    expect(await reader.archive('category', 'bezpieczenstwo', 3)).toEqual({ missing: true })
  })

  test('is requested again after half a minute, and appears once it exists', async () => {
    const { reader, pass } = openRepositories()
    hub.misbehave(ARTICLE_CALL, { status: 404 })
    await reader.article(ARTICLE)
    hub.recover()
    expect(await reader.article(ARTICLE)).toEqual({ missing: true })
    pass(31 * SECOND)
    expect(await present(reader.article(ARTICLE))).toMatchObject({ id: '302' })
  })
})

describe('responses of the wrong shape', () => {
  test.each([
    ['relative_link', 42, 'relative_link', 'number'],
    ['relative_link', undefined, 'relative_link', 'absent'],
    ['blocks', { 0: 'x' }, 'blocks', 'object'],
    ['blocks', undefined, 'blocks', 'absent'],
    ['title', { rendered: 'x' }, 'title', 'object'],
  ])('an article whose %s is %p is a failure that names call and field', async (field, value, named, kind) => {
    const { reader } = openRepositories()
    misbehaveJson(ARTICLE_CALL, { ...(await fixture(ARTICLE_CALL)), [field]: value })
    const failing = reader.article(ARTICLE)
    await expect(failing).rejects.toThrow(WireShapeError)
    await expect(failing).rejects.toMatchObject({ problem: { call: `GET ${ARTICLE_CALL}`, field: named, kind } })
  })

  test.each([
    ['sumOfPosts', 'dużo'],
    ['postPerPage', 0],
    ['posts', 'brak'],
    ['type', 'strona'],
  ])('a list whose %s is %p is a failure that names call and field', async (field, value) => {
    const { reader } = openRepositories()
    misbehaveJson(CATEGORY_CALL, { ...(await fixture(CATEGORY_CALL)), [field]: value })
    const failing = reader.archive('category', 'bezpieczenstwo', 0)
    await expect(failing).rejects.toMatchObject({ problem: { call: `GET ${CATEGORY_CALL}`, field } })
  })

  test.each(['text', 7, true, null, [1], {}, { code: 'internal_server_error', data: { status: 500 } }])(
    '%p instead of an article is a failure (WIRE-4)',
    async (json) => {
      const { reader } = openRepositories()
      misbehaveJson(ARTICLE_CALL, json)
      await expect(reader.article(ARTICLE)).rejects.toThrow(WireShapeError)
    },
  )

  test('an error of 500 and above inside HTTP 200 is a failure, not missing content (WIRE-5)', async () => {
    const { reader } = openRepositories()
    misbehaveJson(ARTICLE_CALL, { errors: { statusCode: 500 } })
    await expect(reader.article(ARTICLE)).rejects.toThrow(WireShapeError)
  })

  test('a search without its list is a failure', async () => {
    const { reader } = openRepositories()
    misbehaveJson('/wp-json/hub/v2/search/x/1', { wyniki: [] })
    await expect(reader.search('x', 1)).rejects.toMatchObject({ problem: { field: 'posts', kind: 'absent' } })
  })

  test('a broken card is dropped alone, and one report names it (HOME-4, WIRE-4)', async () => {
    const { reader, problems } = openRepositories()
    const list = await fixture(CATEGORY_CALL)
    misbehaveJson(CATEGORY_CALL, { ...list, blocks: [], posts: [{ title: 'Bez adresu' }, ...(list.posts as object[])] })
    const { cards } = await present(reader.archive('category', 'bezpieczenstwo', 0))
    expect(cards.map(({ id }) => id)).toEqual(['301', '302'])
    expect(problems).toEqual([{ call: `GET ${CATEGORY_CALL}`, field: 'posts.0.relative_link', kind: 'absent' }])
  })

  test.each([
    ['an article', ARTICLE_CALL],
    ['a home page', HOME_CALL],
    ['a list', CATEGORY_CALL],
    ['an author', AUTHOR_CALL],
  ])('%s with a wrong value in any one place is read or refused, and never crashes', async (_name, call) => {
    expect(await crashesOf(call, await fixture(call))).toEqual([])
  })

  test('so is an article with any one of its blocks damaged', async () => {
    const article = await fixture(BLOCKS_CALL)
    const blocks = article.blocks as object[]
    const crashes = await Promise.all(
      blocks.map((block) => crashesOf(BLOCKS_CALL, { relative_link: '/a', title: 'A', blocks: [block] })),
    )
    expect(blocks.length).toBeGreaterThan(30)
    expect(crashes.flat()).toEqual([])
    // Thousands of damaged articles: seconds of computing.
  })
})

describe('while the CMS fails', () => {
  const failures: Array<[string, Behaviour]> = [
    ['answers 500', { status: 500 }],
    ['closes the connection', { manner: 'cut' }],
    ['sends HTML', { body: '<h1>Konserwacja</h1>' }],
    ['sends the wrong shape', { body: '{"relative_link":null}' }],
    ['redirects to itself endlessly', { location: ARTICLE_CALL }],
  ]

  test.each(failures)('and %s, earlier content is served for a day, and the failure is reported', async (_n, how) => {
    const { reader, covered, pass } = openRepositories()
    const good = await reader.article(ARTICLE)
    hub.misbehave(ARTICLE_CALL, how)
    pass(DAY)
    expect(await reader.article(ARTICLE)).toBe(good)
    while (covered.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(String(covered[0])).toContain(ARTICLE_CALL)
  })

  test.each(failures)(
    'and %s, content that was never loaded is a failure, which is remembered for a second (RES-4)',
    async (_n, how) => {
      const { reader, pass } = openRepositories()
      hub.misbehave(ARTICLE_CALL, how)
      await expect(reader.article(ARTICLE)).rejects.toThrow(ARTICLE_CALL)
      // Some are tried twice, or redirected.
      const calls = hub.countOf(ARTICLE_CALL)
      for (let nth = 0; nth < 10; nth++) await expect(reader.article(ARTICLE)).rejects.toThrow(ARTICLE_CALL)
      expect(hub.countOf(ARTICLE_CALL)).toBe(calls)
      hub.recover()
      // Longer than those last that were slow on a busy machine.
      pass(5 * SECOND)
      expect(await present(reader.article(ARTICLE))).toMatchObject({ id: '302' })
    },
  )
})

/** A twentieth of what the portal keeps. */
const FEW: ContentLimits = { most: 100, unbounded: 25, bytes: 1_000_000_000 }

test('a flood of searches and nonexistent URLs evicts no article', async () => {
  const empty = responding({ posts: [] }, async () => ({ call: 'block', json: undefined }))
  let article: unknown = { relative_link: '/a', title: 'A', blocks: [] }
  const { reader, pass } = openRepositories(
    {
      ...empty,
      article: async (_service, path) => ({ call: path, json: path === '/a' ? article : undefined }),
    },
    FEW,
  )
  const good = await reader.article('/a')
  for (let n = 0; n < 2 * FEW.most; n++)
    await Promise.all([reader.search(`słowo ${n}`, 1), reader.article(`/nie-ma-${n}`)])
  article = 'garbage'
  pass(31 * SECOND)
  expect(await reader.article('/a')).toBe(good)
})

test('a reader receives an article immediately, though a feed waits for it in a full bulkhead (COST-55)', async () => {
  hub.misbehaveAll(({ path }) => (path.includes('/taxonomy/tag/') ? { manner: 'hang' } : undefined))
  const { reader } = openRepositories()
  const lists = Array.from({ length: 8 }, (_, n) => reader.pages('tag', `slow-${n}`).next())
  const hanging = Promise.allSettled(lists)
  while (hub.calls.length < 8) await new Promise((resolve) => setTimeout(resolve, 5))
  const feed = reader.articles([ARTICLE])
  const startedAt = performance.now()
  expect(await present(reader.article(ARTICLE))).toMatchObject({ id: '302' })
  expect(performance.now() - startedAt).toBeLessThan(2000)
  expect((await hanging).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'))
  await feed
})

test('secondary content is requested with that rank, the content of the page itself is not', async () => {
  const calls: string[] = []
  const article = { relative_link: '/a', title: 'A', blocks: [] }
  const { reader } = openRepositories({
    ...responding(article, async () => ({ call: 'block', json: undefined })),
    article: async (_service, path, rank = 'primary') => {
      calls.push(`${rank} ${path}`)
      return { call: path, json: article }
    },
    archive: async (_service, _kind, slug, _page, rank = 'primary') => {
      calls.push(`${rank} ${slug}`)
      return { call: slug, json: undefined }
    },
  })
  await reader.article('/page')
  await reader.archive('tag', 'lista', 0)
  await reader.cards(['/card'])
  await reader.newest()
  await reader.articles(['/in-a-feed'])
  expect(calls).toEqual([
    'primary /page',
    'primary lista',
    'secondary /card',
    'secondary najnowsze',
    'lists /in-a-feed',
  ])
})

describe('reusable blocks', () => {
  const text = (response: object) => JSON.stringify(response)

  const REF = '/wp-json/hub/v2/block/9100'
  const WITH_BLOCK = '/2026/03/jak-dziala-podpis-cyfrowy'
  const shared = 'Ramka, którą dzieli wiele artykułów.'

  test('replace their references (BLOCK-21)', async () => {
    const { reader } = openRepositories()
    expect(text(await reader.article(WITH_BLOCK))).toContain(shared)
  })

  test.each([
    ['is missing', { status: 404 }],
    ['fails', { status: 500 }],
    [
      'references itself',
      {
        body: '{"blockName":"core/block","attrs":{"ref":9100},"innerBlocks":[{"blockName":"core/block","attrs":{"ref":9100}}]}',
      },
    ],
    ['is garbage', { body: '"x"' }],
  ])('one that %s is missing alone', async (_name, how) => {
    const { reader } = openRepositories()
    hub.misbehave(REF, how)
    const article = text(await reader.article(WITH_BLOCK))
    expect(article).not.toContain(shared)
    expect(article).toContain('Dowód mieści się w\u00a0jednym akapicie.')
  })

  test('one that loaded before stays in its place while it fails', async () => {
    const { reader, readerOf, pass } = openRepositories()
    await reader.article(WITH_BLOCK)
    hub.misbehave(REF, { status: 500 })
    pass(31 * SECOND)
    const refreshed = await readerOf(services.akademia, { revalidate: true }).article(WITH_BLOCK)
    expect(hub.countOf(BLOCKS_CALL)).toBe(2)
    expect(text(refreshed)).toContain(shared)
  })

  test('one that changes is shown in its new version', async () => {
    const { reader, readerOf, pass } = openRepositories()
    await reader.article(WITH_BLOCK)
    hub.misbehave(REF, { body: text(await fixture(REF)).replace(shared, 'Nowa ramka.') })
    pass(31 * SECOND)
    const refreshed = await readerOf(services.akademia, { revalidate: true }).article(WITH_BLOCK)
    expect(text(refreshed)).toContain('Nowa ramka.')
  })

  test('many slow nested ones take two seconds in total', async () => {
    const block = (_service: unknown, ref: string) =>
      new Promise<WireResponse>((resolve) => {
        const response: WireResponse = { call: 'block', json: namingBlock(Number(ref.slice(1)) + 1) }
        setTimeout(resolve, 1500, response).unref()
      })
    const article = { relative_link: '/a', title: 'A', blocks: [namingBlock(0)] }
    const { reader } = openRepositories(responding(article, block))
    const startedAt = performance.now()
    expect(await present(reader.article('/a'))).toMatchObject({ title: 'A' })
    expect(performance.now() - startedAt).toBeLessThan(2900)
  })

  test('a long chain of slow ones is abandoned', async () => {
    let calls = 0
    const block = async () => {
      await new Promise((resolve) => setTimeout(resolve, 250))
      return { call: 'block', json: namingBlock(++calls) }
    }
    const article = { relative_link: '/a', title: 'A', blocks: [namingBlock(0)] }
    const { reader } = openRepositories(responding(article, block))
    expect(await present(reader.article('/a'))).toMatchObject({ title: 'A' })
    expect(calls).toBeLessThan(20)
  })
})

/** A reusable block that references the next one. */
function namingBlock(ref: number): object {
  const inner = { blockName: 'core/block', attrs: { ref: `n${ref}` }, innerHTML: '', innerBlocks: [] }
  return { blockName: 'core/block', attrs: [], innerHTML: '', innerBlocks: [inner] }
}

/** A source with one response for every call. */
function responding(json: unknown, block: ContentSource['block']): ContentSource {
  const response = async () => ({ call: 'call', json })
  return { home: response, article: response, archive: response, search: response, block, prepare: async () => {} }
}

const WRONG_VALUES: readonly unknown[] = [null, false, true, 0, -1, '', 'x', '%', [], [[]], {}, { x: 1 }]

/** Puts each wrong value in each place of a response, and returns those that caused anything but a WireShapeError. */
async function crashesOf(call: string, response: object): Promise<object[]> {
  const original = JSON.stringify(response)
  const crashes: object[] = []
  for (const path of pathsIn(response)) {
    for (const value of WRONG_VALUES) {
      const changed: unknown = JSON.parse(original)
      setAt(changed, path, value)
      const error: unknown = await readAs(call, changed).catch((reason: unknown) => reason)
      if (error instanceof Error && !(error instanceof WireShapeError)) {
        crashes.push({ path: path.join('.'), value, error: error.message })
      }
    }
  }
  return crashes
}

/** Decodes a response by the kind of its call. */
function readAs(call: string, json: unknown): Promise<unknown> {
  const source = responding(json, async () => ({ call, json: undefined }))
  const { reader } = openRepositories(source)
  if (call === HOME_CALL) return reader.home()
  if (call === CATEGORY_CALL) return reader.archive('category', 'bezpieczenstwo', 0)
  return call === AUTHOR_CALL ? reader.archive('author', 'anna-przykladowa', 0) : reader.article('/a')
}

/** Every place of a JSON value: the whole, then each field and item. */
function pathsIn(json: unknown, path: string[] = []): string[][] {
  if (typeof json !== 'object' || json === null) return [path]
  return [path, ...Object.entries(json).flatMap(([key, value]) => pathsIn(value, [...path, key]))]
}

function setAt(json: unknown, path: readonly string[], value: unknown): void {
  const key = path.at(-1)
  const parent = path.slice(0, -1).reduce<unknown>((node, step) => Reflect.get(node as object, step), json)
  if (key !== undefined) Reflect.set(parent as object, key, value)
}

test('SRC-6: cards come from the source’s lists where it has them, and no text is read for them', async () => {
  const read: string[] = []
  const article = { relative_link: '/page', title: 'Strona', blocks: [], type: 'page' }
  const post = { ID: '1', type: 'post', title: 'A', relative_link: '/a', permalink: 'https://cms.example/a' }
  const posts = [post, { ...post, ID: '2', title: 'B', relative_link: '/b', nrm_meta_noindex: true }]
  const { reader } = openRepositories({
    ...responding(article, async () => ({ call: 'block', json: undefined })),
    article: async (_service, path) => {
      read.push(path)
      return { call: path, json: path === '/page' ? article : undefined }
    },
    card: async (_service, path) => ({
      call: 'card',
      json: { posts: posts.filter((one) => one.relative_link === path) },
    }),
  })
  const paths = ['/a', '/none', '/page', '/b']
  expect((await reader.cards(paths)).map(({ title }) => title)).toEqual(['A', 'Strona', 'B'])
  expect(read).toEqual(['/none', '/page'])
  expect((await reader.listedCards(paths)).map(({ title }) => title)).toEqual(['A'])
  const [first] = await reader.cards(['/a'])
  expect((await reader.cards(['/a']))[0]).toBe(first)
})

test('cards that lists fail to bring are read as articles', async () => {
  const article = { relative_link: '/a', title: 'A', blocks: [] }
  const { reader } = openRepositories({
    ...responding(article, async () => ({ call: 'block', json: undefined })),
    article: async (_service, path) => ({ call: path, json: article }),
    card: () => Promise.reject(new Error('no lists')),
  })
  expect((await reader.cards(['/a'])).map(({ title }) => title)).toEqual(['A'])
})
