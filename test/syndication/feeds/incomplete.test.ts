import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'
import { startWebSubHub, type WebSubHub } from '../../support/websub-hub.ts'

const TOKEN = 'bardzo-tajny-token'
const FEED = '/api/feed/feed-gn'
const ARTICLES = 6
/** Later than a feed waits for texts. */
const LATE_MS = 5500

let cms: HubServer
let hub: WebSubHub
let portal: TestPortal
let title: string

beforeEach(async () => {
  title = 'Stary tytuł'
  const articleOf = (index: number) => (index === 0 ? { title } : {})
  cms = await startHub(
    undefined,
    largeArchive({ count: ARTICLES, perPage: 10, newest: Date.UTC(2026, 0, 31), hoursBetween: 1, articleOf }),
  )
  hub = await startWebSubHub(() => portal.port)
  portal = await startTestPortal({
    CONTENT: 'hub',
    CMS_URL: cms.url,
    PURGE_TOKEN: TOKEN,
    WEBSUB_HUB_URL: hub.url,
  })
})
afterEach(async () => {
  await portal.close()
  await hub.close()
  await cms.close()
})

const textsIn = (feed: string): number => feed.split('<content').length - 1
const late = (index: number): void => {
  const path = `/wp-json/bb/v2/post/2026/01/artykul-${index}`
  let calls = 0
  cms.misbehave(path, () => {
    calls += 1
    return calls === 1 ? { delay: LATE_MS } : undefined
  })
}

test('a feed that lacks a late text is fresh nowhere, and is completed without another request (FEED-7)', async () => {
  late(2)
  const first = await portal.get(FEED)
  expect([first.status, textsIn(first.text), first.headers['cache-control']]).toEqual([200, ARTICLES - 1, 'no-cache'])
  // The entry is there, without its text.
  expect(first.text).toContain('Artykuł 2')
  const whole = await until(
    () => portal.get(FEED),
    ({ text }) => textsIn(text) === ARTICLES,
  )
  expect(whole.headers['cache-control']).toContain('max-age=60')
})

test('a whole feed stays until the new one is whole, too, and the hub waits for that (FEED-7, PURGE-11)', async () => {
  expect(textsIn((await portal.get(FEED)).text)).toBe(ARTICLES)
  title = 'Nowy tytuł'
  cms.misbehave('/wp-json/bb/v2/post/2026/01/artykul-3', { status: 500 })
  await fetch(`${portal.url}/ops/purge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: '{"tags":["post-100000","post-99997"]}',
  })
  const meanwhile = await portal.get(FEED)
  expect([textsIn(meanwhile.text), meanwhile.text.includes('Stary tytuł')]).toEqual([ARTICLES, true])
  expect(hub.fetched).toEqual([])
  cms.misbehave('/wp-json/bb/v2/post/2026/01/artykul-3', () => undefined)
  await until(
    () => hub.fetched.length,
    (length) => length >= 2,
  )
  expect(hub.fetched.map(({ text }) => text.includes('Nowy tytuł'))).toEqual([true, true])
  expect(hub.fetched.filter(({ topic }) => topic === FEED).map(({ text }) => textsIn(text))).toEqual([ARTICLES])
})

test('a slow CMS with few workers: no feed without its texts is fresh, and it is completed without a reader (FEED-7)', async () => {
  const WORKERS = 2
  const TAKES_MS = 900
  const COUNT = 20
  const archive = largeArchive({ count: COUNT, perPage: 50, newest: Date.UTC(2026, 0, 31), hoursBetween: 1 })
  // Each article waits for a worker, whether its caller still does or not.
  let workers: number[] = Array.from({ length: WORKERS }, () => 0)
  const slow = await startHub(undefined, (call) => {
    const behaviour = archive(call)
    if (!call.path.includes('/bb/v2/post/')) return behaviour
    const freeAt = Math.max(Math.min(...workers), Date.now()) + TAKES_MS
    workers = [...workers.toSorted((a, b) => a - b).slice(1), freeAt]
    return { ...behaviour, delay: freeAt - Date.now() }
  })
  const own = await startTestPortal({ CONTENT: 'hub', CMS_URL: slow.url })
  try {
    const startedAt = performance.now()
    const first = await own.get(FEED)
    const waited = performance.now() - startedAt
    expect([textsIn(first.text) < COUNT, first.headers['cache-control']]).toEqual([true, 'no-cache'])
    expect(waited).toBeLessThan(9000)
    // The stored one is sent until it is complete, and no cache in front may serve it while it refreshes.
    const second = await own.get(FEED)
    expect([second.headers['x-cache'], second.headers['cache-control']]).toEqual(['stale', 'no-cache'])
    // The calls of the CMS alone say when it is done: nobody requests the feed meanwhile. Two tries are two seconds apart, and
    // on a slow machine a try needs a while until its first call.
    const isCalm = async () => {
      const calls = slow.calls.length
      await new Promise((resolve) => setTimeout(resolve, 5500))
      return slow.calls.length === calls
    }
    for (let tries = 0; tries < 25 && !(await isCalm()); tries++);
    const whole = await own.get(FEED)
    expect([textsIn(whole.text), whole.headers['x-cache'], whole.headers['cache-control']]).toEqual([
      COUNT,
      'hit',
      expect.stringContaining('max-age=60'),
    ])
    console.info(
      `${COUNT} articles of ${TAKES_MS} ms with ${WORKERS} workers: whole after ${Math.round((performance.now() - startedAt) / 1000)} s, ${slow.calls.length} calls`,
    )
  } finally {
    await own.close()
    await slow.close()
  }
})
