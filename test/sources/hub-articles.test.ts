import { isMissing } from '../../src/content/repository.ts'
import { createContentCache } from '../../src/sources/cache/content-cache.ts'
import { type ContentRepositories, createContentRepositories } from '../../src/sources/content-repositories.ts'
import { createArticleEndpoints } from '../../src/sources/hub/article-endpoints.ts'
import { createHubSource } from '../../src/sources/hub/hub.ts'
import { createHosts } from '../../src/sources/upstream/host.ts'
import { imagesOn, services } from '../content/world.ts'
import { type Behaviour, type HubServer, startHub } from '../support/hub-server.ts'

const { akademia } = services
const WHOLE = '/wp-json/bb/v2/post'
const PLAIN = '/wp-json/hub/v2/post'
const PATH = '/2026/03/tekst'

let hub: HubServer
let repositories: ContentRepositories
let now = 0
/** Longer than a URL that failed is not called again. */
const pass = (): void => {
  now += 1001
}
beforeEach(async () => {
  hub = await startHub(undefined, ({ path }) => {
    const isPlain = path === PLAIN + PATH
    return isPlain || path === WHOLE + PATH ? articleOf(isPlain) : undefined
  })
  repositories = createContentRepositories({
    source: createHubSource({ bizblog: hub.url }, undefined, createHosts({ now: () => now })),
    cache: createContentCache(
      () => {},
      () => now,
    ),
    services,
    images: imagesOn(),
    cmsUrls: { akademia: hub.url },
    report: () => {},
  })
})
afterEach(() => hub.close())

function articleOf(isPlain: boolean): Behaviour {
  const json = {
    ...{ ID: 7, type: 'post', title: 'Tekst', relative_link: PATH, permalink: `https://cms.szpalta.test${PATH}/` },
    ...{ publication_date: '2026-03-05 07:00:00', blocks: [], seo: {}, author: false, fields: [] },
    ...(!isPlain && { nrm_interactions: { comments: 5 } }),
  }
  return { body: JSON.stringify(json) }
}

const reader = () => repositories.reader(akademia)
const calls = (): string[] => hub.calls.map(({ path }) => path.slice('/wp-json/'.length))
const [whole, plain] = [`bb/v2/post${PATH}`, `hub/v2/post${PATH}`]
const countOf = async (): Promise<number | undefined> => {
  const article = await reader().article(PATH)
  return isMissing(article) ? undefined : article.commentCount
}

/** Everything that shows an article without interactions. */
const WITHOUT: Record<string, () => Promise<unknown>> = {
  'a further article': () => reader().furtherArticle(PATH),
  'a card of one': () => reader().cards([PATH]),
  'a feed': () => reader().articles([PATH]),
  'an AMP document': () => reader().plainArticle(PATH),
}

describe('an article of the hub (WIRE-9)', () => {
  test.each(Object.entries(WITHOUT))(
    '%s is read without interactions, and once for all of them',
    async (_name, read) => {
      await read()
      for (const other of Object.values(WITHOUT)) await other()
      expect(calls()).toEqual([plain])
    },
  )

  test('a page is read with them, and serves all others', async () => {
    expect(await countOf()).toBe(5)
    for (const read of Object.values(WITHOUT)) await read()
    expect(calls()).toEqual([whole])
  })

  test('a page after the others has its number of comments all the same', async () => {
    await reader().plainArticle(PATH)
    expect(await countOf()).toBe(5)
    expect(calls()).toEqual([plain, whole])
  })

  test('a purge makes both forms old', async () => {
    await reader().plainArticle(PATH)
    await countOf()
    repositories.expire()
    await reader().plainArticle(PATH)
    await countOf()
    expect(calls().slice(2)).toEqual([plain, whole])
  })

  test('a hub without the second endpoint is requested once', async () => {
    hub.misbehave(PLAIN + PATH, { status: 404, body: '{"code":"rest_no_route"}' })
    await reader().plainArticle(PATH)
    expect(calls()).toEqual([plain, whole])
    repositories.expire()
    for (const read of Object.values(WITHOUT)) await read()
    expect(calls().slice(2)).toEqual([whole])
  })

  test.each([
    ['a failure', { status: 500 }],
    ['no JSON', { body: '<html>' }],
  ])('%s at one of the two has its place taken by the other', async (_name, behaviour) => {
    hub.misbehave(PLAIN + PATH, (nth) => (nth === 1 ? behaviour : undefined))
    expect(isMissing((await reader().plainArticle(PATH)) as object)).toBe(false)
    expect(calls()).toEqual([plain, whole])
    pass()
    repositories.expire()
    await reader().plainArticle(PATH)
    hub.misbehave(WHOLE + PATH, behaviour)
    expect(await countOf()).toBeUndefined()
    expect(calls().slice(2)).toEqual([plain, whole, plain])
  })

  test('a failure of both is a failure, and what neither has is missing', async () => {
    hub.misbehaveAll({ status: 500 })
    await expect(reader().plainArticle(PATH)).rejects.toThrow('hub/v2/post')
    await expect(reader().article(PATH)).rejects.toThrow('bb/v2/post')
    hub.recover()
    expect(await reader().plainArticle('/nie-ma')).toMatchObject({ missing: true })
  })

  test.each([
    ['a failure', { status: 500 }],
    ['no JSON', { body: '<html>' }],
  ])('%s of the one endpoint that a hub has is no missing article', async (_name, behaviour) => {
    hub.misbehave(PLAIN + PATH, { status: 404, body: '{"code":"rest_no_route"}' })
    hub.misbehave(WHOLE + PATH, (nth) => (nth === 1 ? behaviour : undefined))
    await expect(reader().plainArticle(PATH)).rejects.toThrow('bb/v2/post')
    pass()
    expect(isMissing((await reader().plainArticle(PATH)) as object)).toBe(false)
  })

  test('a missing article costs a page one call, and the others one once the endpoint has answered', async () => {
    expect(await reader().article('/nie-ma')).toMatchObject({ missing: true })
    expect(calls()).toEqual(['bb/v2/post/nie-ma'])
    await reader().plainArticle(PATH)
    await reader().plainArticle('/tez-nie-ma')
    expect(calls().slice(1)).toEqual([plain, 'hub/v2/post/tez-nie-ma'])
  })
})

test('an endpoint that a hub lacked is tried again after an hour', async () => {
  let time = 0
  const requested: string[] = []
  const endpoints = createArticleEndpoints('whole', 'plain', () => time)
  const read = async (endpoint: string) => {
    requested.push(endpoint)
    return { call: endpoint, json: endpoint === 'plain' ? undefined : {} }
  }
  await endpoints.read(true, read)
  expect(endpoints.hasPlain).toBe(false)
  await endpoints.read(true, read)
  time = 3_600_000
  expect(endpoints.hasPlain).toBe(true)
  await endpoints.read(true, read)
  expect(requested).toEqual(['plain', 'whole', 'whole', 'plain', 'whole'])
})
