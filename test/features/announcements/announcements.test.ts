import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Archive } from '../../../src/content/archive.ts'
import { archiveKeys, articleKeys, feedsKey, postKey, serviceKey } from '../../../src/content/surrogate-keys.ts'
import type { Currency } from '../../../src/edge/page-cache/renewal.ts'
import { keysOf, type PageKeys } from '../../../src/edge/page-cache/stored-page.ts'
import { type AnnouncementsSettings, createAnnouncements } from '../../../src/features/announcements/announcements.ts'
import { createWebSub } from '../../../src/features/announcements/delivery.ts'
import { services } from '../../content/world.ts'
import { articleOf } from '../../support/render.ts'
import { until } from '../../support/until.ts'

const { akademia } = services
const ORIGIN = akademia.serviceUrl ?? ''
const FEEDS = ['/api/feed/feed-gn', '/api/feed/rss']
const ARTICLE = articleOf()
const SETTLED = Promise.resolve()

type Stored = { url: string; status: number; keys: PageKeys }
const stored = (url: string, keys: readonly string[], status = 200): Stored => {
  const headers = { 'surrogate-key': keys.join(' ') }
  return { url, status, keys: keysOf({ service: akademia.name, status, headers }) }
}

let closing: AbortController
let pages: Stored[]
let purges: number
let currencies: Map<string, Currency>
let rendered: string[]
/** Paths of feeds that the hub got a notice of, and of pages that the engines got. */
let hub: string[]
let engine: string[]
let errors: string[]
/** Ends the wait of the hub's notices, where it is away. */
let hubIsBack: () => void
let hubWait: Promise<void>

beforeEach(() => {
  closing = new AbortController()
  pages = []
  purges = 0
  currencies = new Map()
  rendered = []
  hub = []
  engine = []
  errors = []
  hubWait = Promise.resolve()
  hubIsBack = () => {}
})
afterEach(() => closing.abort())

const hubIsAway = (): void => {
  hubWait = new Promise((resolve) => {
    hubIsBack = resolve
  })
}
const pathOf = (href: string): string => href.slice(ORIGIN.length)

function start(settings: Partial<AnnouncementsSettings> = {}) {
  const announcements = createAnnouncements({
    webSub: {
      async publish(topic) {
        hub.push(pathOf(topic))
        await hubWait
      },
    },
    indexNow: { add: (url) => void engine.push(pathOf(url)) },
    renew: async (_host, url) => {
      rendered.push(url)
      return currencies.get(url) ?? 'whole'
    },
    pageCache: {
      pagesOf: () => pages,
      get purges() {
        return purges
      },
    },
    reader: () => ({ article: async () => ARTICLE, newest: async () => [] }),
    signal: closing.signal,
    onError: (error) => void errors.push(String(error)),
    ...settings,
  })
  return ({ paths = [], tags = [] }: { paths?: string[]; tags?: string[] }): void => {
    purges += 1
    const purge = { service: akademia.name, paths, tags: [...tags, feedsKey(akademia.name)] }
    announcements.publish(purge, akademia, SETTLED)
  }
}
const calls = (list: readonly string[], path: string): number => list.filter((one) => one === path).length
/** Everything that does not wait for a timer. */
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

test('purges while a hub is away are joined, also for feeds that are not stored (PURGE-11)', async () => {
  const publish = start()
  hubIsAway()
  for (let n = 0; n < 50; n++) {
    publish({ tags: ['tag-klucze'] })
    await rest()
  }
  const tag = `${FEEDS[0]}?tag=klucze`
  expect([calls(hub, tag), calls(hub, FEEDS[0] ?? '')]).toEqual([1, 1])
  expect(calls(rendered, tag)).toBe(0)
  hubIsBack()
  await until(
    () => calls(hub, tag),
    (count) => count === 2,
  )
  await rest()
  expect([calls(hub, tag), calls(hub, FEEDS[0] ?? '')]).toEqual([2, 2])
})

test('a change while the hub is notified is announced after it, without a page cache too (PURGE-11)', async () => {
  const publish = start({ pageCache: undefined })
  hubIsAway()
  publish({ tags: ['tag-klucze'] })
  await rest()
  publish({ tags: ['tag-klucze'] })
  await rest()
  hubIsBack()
  await rest()
  expect(FEEDS.map((path) => calls(hub, path))).toEqual([2, 2])
})

test('what waits for a hub that is away is bounded, and what is left out is logged (PURGE-11)', async () => {
  const publish = start()
  hubIsAway()
  for (let n = 0; n < 600; n++) publish({ tags: [`tag-t${n}`] })
  await rest()
  expect(hub.length).toBe(1000)
  expect(errors.length).toBe(101)
  expect(errors[0]).toContain(`too many URLs of ${akademia.name} wait for notices: 2 are left out`)
  hubIsBack()
  await until(
    () => hub.length,
    (length) => length >= 1000,
  )
  await rest()
  expect(new Set(hub).size).toBe(1000)
})

test('after the end nobody is notified of what waits (PURGE-11)', async () => {
  const publish = start()
  hubIsAway()
  publish({ tags: Array.from({ length: 20 }, (_, n) => `tag-t${n}`) })
  await rest()
  const before = hub.length
  closing.abort()
  hubIsBack()
  await rest()
  expect(hub.length).toBe(before)
})

test('after the end no further article is read for its lists', async () => {
  let reads = 0
  const article = async () => {
    reads += 1
    closing.abort()
    return ARTICLE
  }
  const publish = start({ reader: () => ({ article, newest: async () => [] }) })
  publish({ paths: Array.from({ length: 10 }, (_, n) => `/2026/02/wpis-${n}`) })
  await rest()
  expect(reads).toBe(1)
})

test('a purge by paths with more lists than are announced: the stored feeds of its articles’ lists (PURGE-11)', async () => {
  const tags = Array.from({ length: 25 }, (_, n) => ({ name: `T${n}`, href: `/tag/t${n}` }))
  const feed = `${FEEDS[0]}?tag=t7`
  pages = [stored(feed, ['tag-t7']), stored(`${FEEDS[0]}?tag=inny`, ['tag-inny'])]
  const publish = start({ reader: () => ({ article: async () => ({ ...ARTICLE, tags }), newest: async () => [] }) })
  publish({ paths: [ARTICLE.path] })
  await rest()
  expect([...hub].sort()).toEqual([...FEEDS, feed].sort())
})

test('a purge of an article by path and its key, without its lists: their feeds too (PURGE-11)', async () => {
  const tags = [{ name: 'Klucze', href: '/tag/klucze' }]
  const publish = start({ reader: () => ({ article: async () => ({ ...ARTICLE, tags }), newest: async () => [] }) })
  publish({ paths: [ARTICLE.path], tags: ['post-5'] })
  await rest()
  expect(hub).toContain(`${FEEDS[0]}?tag=klucze`)
})

test('what is missing, and was before, is announced to no engine; a withdrawal is (MAP-15)', async () => {
  const [never, withdrawn, missing] = ['/2026/02/nigdy', '/2026/02/cofniety', '/2026/02/brak']
  pages = [stored(withdrawn, ['post-5']), stored(missing, [], 404)]
  for (const path of [never, withdrawn, missing]) currencies.set(path, 'gone')
  const publish = start()
  publish({ paths: [never, withdrawn, missing] })
  await rest()
  expect(engine).toEqual([withdrawn])
  // Announced, then withdrawn when it is no longer stored.
  pages = []
  currencies.delete(never)
  publish({ paths: [never] })
  await rest()
  currencies.set(never, 'gone')
  publish({ paths: [never] })
  await rest()
  publish({ paths: [never] })
  await rest()
  expect(engine).toEqual([withdrawn, never, never])
})

test('a page that is not for search engines is announced to none, unless it was announced before (MAP-15)', async () => {
  let isNoindex = true
  const article = async () => ({ ...ARTICLE, isNoindex })
  const publish = start({ reader: () => ({ article, newest: async () => [] }) })
  pages = [stored(ARTICLE.path, ['post-5'])]
  for (const hidden of [true, false, true, true]) {
    isNoindex = hidden
    publish({ paths: [ARTICLE.path] })
    await rest()
    engine.push(hidden ? 'hidden' : 'shown')
  }
  expect(engine).toEqual(['hidden', ARTICLE.path, 'shown', ARTICLE.path, 'hidden', 'hidden'])
})

test('feeds that a hub has no time for do not keep the notices of others waiting (PURGE-11)', async () => {
  let [open, most] = [0, 0]
  const server = createServer((request, response) => {
    open += 1
    most = Math.max(most, open)
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', () => {
      const topic = pathOf(new URLSearchParams(body).get('hub.url') ?? '')
      const isBusy = topic.includes('tag=t')
      if (!isBusy) hub.push(topic)
      setImmediate(() => {
        open -= 1
        response.writeHead(isBusy ? 503 : 202, { 'retry-after': '600' }).end()
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const failed: string[] = []
  const webSub = createWebSub(`http://127.0.0.1:${port}/`, closing.signal, (error) => void failed.push(String(error)))
  const publish = start({ webSub })
  publish({ tags: Array.from({ length: 15 }, (_, n) => `tag-t${n}`) })
  // Two formats of each of the lists.
  await until(
    () => failed.length,
    (count) => count === 30,
  )
  publish({ tags: ['tag-klucze'] })
  await until(
    () => calls(hub, `${FEEDS[0]}?tag=klucze`),
    (count) => count === 1,
  )
  expect(most).toBeLessThanOrEqual(10)
  closing.abort()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a key of an article names its page, not a list at a path of its own that begins with it (MAP-15)', async () => {
  const service = serviceKey(akademia.name)
  const { id, seo, adSlots, outOfPageSlots, removedSlots, adSources } = ARTICLE
  const list: Archive = {
    ...{ seo, adSlots, outOfPageSlots, removedSlots, adSources },
    type: 'tag',
    name: 'Klucze',
    heading: 'Klucze',
    blocks: [],
    cards: [],
    maxPage: 1,
    perPage: 10,
    total: 1,
  }
  pages = [
    stored('/2026/02/wpis', [...articleKeys(ARTICLE, akademia), service]),
    stored('/serie/klucze', [...archiveKeys(list, '/serie/klucze', akademia), postKey(id), service]),
  ]
  start()({ tags: [`post-${id}`] })
  await rest()
  expect(engine).toEqual(['/2026/02/wpis'])
})
