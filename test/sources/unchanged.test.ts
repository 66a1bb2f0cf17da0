import type { Article } from '../../src/content/article.ts'
import { isMissing } from '../../src/content/repository.ts'
import { createContentCache } from '../../src/sources/cache/content-cache.ts'
import { type ContentRepositories, createContentRepositories } from '../../src/sources/content-repositories.ts'
import { createHubSource } from '../../src/sources/hub/hub.ts'
import type { ContentSource } from '../../src/sources/source.ts'
import { imagesOn, services } from '../content/world.ts'
import { type Behaviour, type HubServer, startHub } from '../support/hub-server.ts'
import { EDITOR, startSite, type TestSite } from './wordpress/site.ts'

const { akademia } = services
const SECOND = 1000
const PAGES = 200
const WHOLE = '/wp-json/bb/v2/post'
const BLOCK = '/wp-json/hub/v2/block/9'
const pathOf = (number: number): string => `/2026/03/tekst-${number}`
const numbers = Array.from({ length: PAGES }, (_, index) => index)

let now: number
let repositories: ContentRepositories
beforeEach(() => {
  now = 0
})

const pass = (milliseconds: number): void => {
  now += milliseconds
}

function open(source: ContentSource, cmsUrl: string): void {
  repositories = createContentRepositories({
    source,
    cache: createContentCache(
      () => {},
      () => now,
    ),
    services,
    images: imagesOn(),
    cmsUrls: { akademia: cmsUrl },
    report: () => {},
  })
}

/** As the background refresh of a page reads it. */
async function read(number: number): Promise<Article> {
  const article = await repositories.reader(akademia, { revalidate: true }).article(pathOf(number))
  if (isMissing(article)) throw new Error('missing')
  return article
}

/** Fewer at once than wait for a CMS at first. */
async function readAll(): Promise<Article[]> {
  const articles: Article[] = []
  for (let from = 0; from < PAGES; from += 20) {
    articles.push(...(await Promise.all(numbers.slice(from, from + 20).map(read))))
  }
  return articles
}

async function readInOrder(): Promise<Article[]> {
  const articles: Article[] = []
  for (const number of numbers) articles.push(await read(number))
  return articles
}

describe('articles of a hub (SRC-61)', () => {
  let hub: HubServer
  /** Whole articles sent, and those called unchanged. */
  let sent: { whole: number; unchanged: number }
  let titles: Map<string, string>
  let validator: 'etag' | 'last-modified'
  let block: string

  /** Answers as the code of a cache in front of the hub, or of the hub itself, does. */
  const articleOf = (path: string, headers: HubServer['calls'][number]['headers']): Behaviour => {
    const link = path.slice(WHOLE.length)
    const title = titles.get(link) ?? 'Tekst'
    const etag = `"${Buffer.from(title).toString('hex')}"`
    const lastModified = title === 'Tekst' ? 'Tue, 03 Mar 2026 09:00:00 GMT' : 'Wed, 04 Mar 2026 09:00:00 GMT'
    const isUnchanged =
      validator === 'etag' ? headers['if-none-match'] === etag : headers['if-modified-since'] === lastModified
    if (isUnchanged) {
      sent.unchanged += 1
      return { status: 304 }
    }
    sent.whole += 1
    const json = {
      ...{ ID: 7, type: 'post', title, relative_link: link, permalink: `https://cms.szpalta.test${link}/`, seo: {} },
      ...{ publication_date: '2026-03-05 07:00:00', author: false, fields: [] },
      blocks:
        link === pathOf(0) ? [{ blockName: 'core/block', attrs: { ref: 9 }, innerHTML: '', innerBlocks: [] }] : [],
    }
    const own: Record<string, string> = validator === 'etag' ? { etag } : { 'last-modified': lastModified }
    return { headers: own, body: JSON.stringify(json) }
  }

  beforeEach(async () => {
    ;[sent, titles, validator, block] = [{ whole: 0, unchanged: 0 }, new Map(), 'etag', 'Stary blok']
    hub = await startHub(undefined, ({ path, headers }) => {
      if (path.startsWith(WHOLE)) return articleOf(path, headers)
      const paragraph = { blockName: 'core/paragraph', attrs: {}, innerHTML: `<p>${block}</p>`, innerBlocks: [] }
      const shared = { blockName: 'core/block', attrs: { ref: 9 }, innerHTML: '', innerBlocks: [paragraph] }
      return path === BLOCK ? { body: JSON.stringify(shared) } : undefined
    })
    open(createHubSource({ bizblog: hub.url }), hub.url)
  })
  afterEach(() => hub.close())

  test.each(['etag', 'last-modified'] as const)('are not sent again while their %s is the same', async (kind) => {
    validator = kind
    const first = await readAll()
    expect(sent).toEqual({ whole: PAGES, unchanged: 0 })
    pass(61 * SECOND)
    const second = await readAll()
    expect(sent).toEqual({ whole: PAGES, unchanged: PAGES })
    // Neither decoded nor rendered again.
    expect(second.every((article, index) => article === first[index])).toBe(true)
    titles.set(pathOf(5), 'Zmieniony')
    pass(61 * SECOND)
    expect((await readAll())[5]?.title).toBe('Zmieniony')
    expect(sent).toEqual({ whole: PAGES + 1, unchanged: 2 * PAGES - 1 })
  })

  test('after a purge an entity tag still counts, a date does not for what the purge may concern', async () => {
    await read(1)
    repositories.expire()
    await read(1)
    expect(sent).toEqual({ whole: 1, unchanged: 1 })
    validator = 'last-modified'
    titles.set(pathOf(1), 'Zmieniony')
    repositories.expire()
    await read(1)
    const before = { ...sent }
    for (const purge of [
      undefined,
      { service: 'akademia', paths: [], tags: ['category-x'] },
      { service: 'akademia', paths: [], tags: ['post-7'] },
    ]) {
      repositories.expire(purge)
      await read(1)
    }
    expect(sent).toEqual({ ...before, whole: before.whole + 3 })
    repositories.expire({ service: 'akademia', paths: ['/inny'], tags: ['post-8', 'category-x'] })
    await read(1)
    expect(sent).toEqual({ whole: before.whole + 3, unchanged: before.unchanged + 1 })
  })

  test('follow their shared blocks, which have revisions of their own', async () => {
    const first = await read(0)
    expect(JSON.stringify(first.body)).toContain('Stary blok')
    pass(61 * SECOND)
    expect(await read(0)).toBe(first)
    block = 'Nowy blok'
    pass(61 * SECOND)
    expect(JSON.stringify((await read(0)).body)).toContain('Nowy blok')
  })
})

test('SRC-61: lists and home pages of a hub are not sent again while their ETag is the same; a date says nothing of them', async () => {
  const list = '/wp-json/hub/v2/taxonomy/category/edukacja/0'
  const home = '/wp-json/hub/v2/page/'
  const author = '/wp-json/hub/v2/author/'
  const sent = new Map<string, number[]>()
  let [title, hasTags] = ['Lista', true]
  const hub = await startHub(undefined, ({ path, headers }) => {
    if (![list, home, author].some((known) => path.startsWith(known))) return undefined
    const etag = `"${Buffer.from(title).toString('hex')}"`
    const date = 'Tue, 03 Mar 2026 09:00:00 GMT'
    const isUnchanged = hasTags ? headers['if-none-match'] === etag : headers['if-modified-since'] === date
    const kind = path.startsWith(author) ? author : path.startsWith(home) ? home : list
    sent.set(kind, [...(sent.get(kind) ?? []), isUnchanged ? 304 : 200])
    if (isUnchanged) return { status: 304 }
    const type = kind === author ? 'author' : 'category'
    const json = { ID: 7, type, title, name: title, sumOfPosts: 0, postPerPage: 10, posts: [], blocks: [], seo: {} }
    const own: Record<string, string> = hasTags ? { etag } : { 'last-modified': date }
    return { headers: own, body: JSON.stringify(json) }
  })
  open(createHubSource({ bizblog: hub.url }), hub.url)
  const service = { ...akademia, homePageId: '12' }
  const readTwo = async () => {
    const reader = repositories.reader(service, { revalidate: true })
    await reader.archive('author', 'ola', 0)
    return Promise.all([reader.archive('category', 'edukacja', 0), reader.home()])
  }
  const first = await readTwo()
  pass(61 * SECOND)
  const second = await readTwo()
  expect(second.map((one, index) => one === first[index])).toEqual([true, true])
  expect([sent.get(list), sent.get(home)]).toEqual([
    [200, 304],
    [200, 304],
  ])
  // Made of two responses.
  expect(sent.get(author)?.includes(304)).toBe(false)
  title = 'Inna'
  repositories.expire()
  expect((await readTwo()).map((one, index) => one === first[index])).toEqual([false, false])
  hasTags = false
  for (const _ of [1, 2]) {
    pass(61 * SECOND)
    await readTwo()
  }
  expect(sent.get(list)).toEqual([200, 304, 200, 200, 200])
  await hub.close()
})

describe('articles of a WordPress (SRC-61)', () => {
  let site: TestSite
  let posts: Map<number, Record<string, unknown>>
  const counts = () => {
    const calls = site.server.calls.filter(({ path }) => path === '/wp-json/wp/v2/posts')
    const whole = calls.filter(({ query }) => query.has('slug')).length
    return { whole, dates: calls.filter(({ query }) => query.has('include')).length }
  }

  beforeEach(async () => {
    site = await startSite('none')
    posts = new Map(
      numbers.map((number) => {
        const slug = `tekst-${number}`
        return [1000 + number, site.post({ id: 1000 + number, slug, link: `${site.server.url}/2026/03/${slug}/` })]
      }),
    )
    site.server.on('/wp-json/wp/v2/posts', ({ query }) => {
      const [slug, included] = [query.get('slug'), query.get('include')?.split(',')]
      const all = [...posts.values()]
      if (included)
        return { json: all.filter(({ id }) => included.includes(String(id))).slice(0, Number(query.get('per_page'))) }
      return { json: slug === null ? [] : all.filter((post) => post.slug === slug) }
    })
    open(site.source, site.server.url)
  })
  afterEach(() => site.server.close())

  const change = (number: number, fields: Record<string, unknown>): void => {
    posts.set(1000 + number, { ...posts.get(1000 + number), ...fields })
  }

  test.each([
    ['together', readAll],
    ['one after the other', readInOrder],
  ])(
    'read %s are not read again while their date is the same, and the dates come in lists',
    async (_name, readThem) => {
      const first = await readThem()
      expect(counts()).toEqual({ whole: PAGES, dates: 0 })
      pass(61 * SECOND)
      const second = await readThem()
      expect(counts().whole).toBe(PAGES)
      // 99 posts a call, and one more for each 10 s that a busy machine takes.
      expect(counts().dates).toBeLessThan(PAGES / 10)
      expect(second.every((article, index) => article === first[index])).toBe(true)
    },
  )

  test.each<[string, Record<string, unknown>]>([
    ['saved', { modified_gmt: '2026-03-05T09:00:00', title: { rendered: 'Zmieniony' } }],
    ['moved', { link: 'https://inny.example/2026/03/tekst-3/', title: { rendered: 'Zmieniony' } }],
  ])('that was %s is read again', async (_name, fields) => {
    await read(3)
    change(3, { ...fields, ...(fields.link !== undefined && { link: `${site.server.url}/2026/04/tekst-3/` }) })
    pass(61 * SECOND)
    const again = await repositories.reader(akademia, { revalidate: true }).article(pathOf(3))
    expect(counts()).toMatchObject({ whole: fields.link === undefined ? 2 : expect.any(Number), dates: 1 })
    expect(isMissing(again) || again.title === 'Zmieniony').toBe(true)
  })

  test('that is no longer published is missing', async () => {
    await read(3)
    posts.delete(1003)
    pass(61 * SECOND)
    expect(await repositories.reader(akademia, { revalidate: true }).article(pathOf(3))).toMatchObject({
      missing: true,
    })
  })

  test('saved within the second of its date is read whole', async () => {
    change(3, { modified_gmt: new Date().toISOString().slice(0, 19) })
    await read(3)
    pass(61 * SECOND)
    await read(3)
    expect(counts()).toEqual({ whole: 2, dates: 0 })
  })

  test('named by a purge, or with a changed number of comments, is read whole; others are not', async () => {
    await Promise.all([read(3), read(4)])
    repositories.expire({ service: 'akademia', paths: ['/', pathOf(3)], tags: ['post-1003', 'category-najnowsze'] })
    await Promise.all([read(3), read(4)])
    expect(counts().whole).toBe(3)
    repositories.expireComments(['post-1004'])
    pass(61 * SECOND)
    await Promise.all([read(3), read(4)])
    expect(counts().whole).toBe(4)
  })

  test('of a site that refuses such lists are read whole', async () => {
    await read(3)
    site.server.on('/wp-json/wp/v2/posts', ({ query }) =>
      query.has('include')
        ? { status: 400, json: { code: 'rest_invalid_param' } }
        : { json: [posts.get(1003)].filter(({ slug } = {}) => slug === query.get('slug')) },
    )
    pass(61 * SECOND)
    expect((await read(3)).title).toBe('Tytuł')
    expect(counts()).toEqual({ whole: 2, dates: 1 })
  })
})

test('with credentials the dates are read as texts are: without them', async () => {
  const site = await startSite(EDITOR)
  const link = `${site.server.url}${pathOf(1)}/`
  site.server.on('/wp-json/wp/v2/posts', { json: [site.post({ slug: 'tekst-1', link })] })
  open(site.source, site.server.url)
  await read(1)
  pass(61 * SECOND)
  const before = site.server.calls.length
  await read(1)
  const calls = site.server.calls.slice(before)
  expect(calls.map(({ query, headers }) => [query.get('include'), headers.authorization])).toEqual([['12', undefined]])
  await site.server.close()
})
