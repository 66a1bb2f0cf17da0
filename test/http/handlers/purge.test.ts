import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'

const TOKEN = 'bardzo-tajny-token'
const ARTICLE = '/2026/01/artykul-0'
const AMP = `/wp-json/amp/v2/post${ARTICLE}`
const LIST = '/kategoria/najnowsze'
const FEED = '/api/feed/feed-gn'
const OTHER = '/search'

let title: string
let hub: HubServer
let portal: TestPortal
let websub: Server
let pings: string[]

beforeEach(async () => {
  title = 'Stary tytuł'
  pings = []
  websub = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', () => {
      const form = new URLSearchParams(body)
      pings.push(`${form.get('hub.mode')} ${form.get('hub.url')}`)
      response.end()
    })
  })
  await new Promise<void>((resolve) => websub.listen(0, '127.0.0.1', resolve))
  hub = await startHub(
    undefined,
    largeArchive({
      count: 20,
      perPage: 10,
      newest: Date.UTC(2026, 0, 31),
      hoursBetween: 1,
      articleOf: (index) => (index === 0 ? { title } : {}),
    }),
  )
  portal = await startTestPortal({
    CONTENT: 'hub',
    CMS_URL: hub.url,
    PURGE_TOKEN: TOKEN,
    WEBSUB_HUB_URL: `http://127.0.0.1:${(websub.address() as AddressInfo).port}/`,
  })
})
afterEach(async () => {
  await portal.close()
  await hub.close()
  websub.closeAllConnections()
  await new Promise((resolve) => websub.close(resolve))
})

const purge = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${portal.url}/ops/purge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
    body,
  })
const shows = async (path: string) => {
  const { headers, text } = await portal.get(path)
  return [headers['x-cache'], text.includes('Stary') ? 'old' : text.includes('Nowy') ? 'new' : 'neither']
}

/** Waits for the refresh that the request for a stale page started. */
async function refreshed(path: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await portal.get(path)).headers['x-cache'] === 'hit') return
    await wait(30)
  }
}

test('by tag: page, AMP, lists and feeds of an article; the next request gets the stale page and the new feed, later ones the fresh page (PURGE-1, PURGE-2, PURGE-10)', async () => {
  const paths = [ARTICLE, AMP, LIST, FEED]
  for (const path of [...paths, OTHER]) await portal.get(path)
  title = 'Nowy tytuł'
  for (const path of paths) expect([path, ...(await shows(path))]).toEqual([path, 'hit', 'old'])

  const reply = await purge('{"tags":["post-100000"]}')
  expect([reply.status, await reply.json()]).toEqual([200, { purged: 4 }])
  for (const path of [ARTICLE, AMP, LIST]) expect([path, ...(await shows(path))]).toEqual([path, 'stale', 'old'])
  expect((await shows(FEED))[1]).toBe('new')
  for (const path of paths) await refreshed(path)
  for (const path of paths) expect([path, ...(await shows(path))]).toEqual([path, 'hit', 'new'])
  expect((await portal.get(OTHER)).headers['x-cache']).toBe('hit')
})

test('while the CMS hangs, the next request waits two seconds for the new feed, and gets the old one (PURGE-10)', async () => {
  await portal.get(FEED)
  title = 'Nowy tytuł'
  hub.misbehaveAll({ manner: 'hang' })
  await purge('{"tags":["post-100000"]}')
  const startedAt = performance.now()
  expect(await shows(FEED)).toEqual(['stale', 'old'])
  const waited = performance.now() - startedAt
  console.info(`feed after a purge while the CMS hangs: after ${Math.round(waited)} ms`)
  // The CMS' own deadlines for a list and its texts are 6.5 s.
  expect(waited).toBeGreaterThan(1900)
  expect(waited).toBeLessThan(4400)
})

test('by path: that page with any query, of the service of the Host header', async () => {
  for (const path of [ARTICLE, `${ARTICLE}?newsletter=dodany`, AMP]) await portal.get(path)
  await portal.get(ARTICLE, { host: 'post.localhost' })
  title = 'Nowy tytuł'
  expect(await (await purge(`{"paths":["${ARTICLE}?cokolwiek=1"]}`)).json()).toEqual({ purged: 2 })
  await refreshed(ARTICLE)
  expect(await shows(ARTICLE)).toEqual(['hit', 'new'])
  expect(await shows(AMP)).toEqual(['hit', 'old'])
})

test('all: every page of the service of the Host header; and a path in the form of the CMS (PURGE-8)', async () => {
  const paths = [ARTICLE, AMP, LIST, OTHER]
  for (const path of paths) await portal.get(path)
  await portal.get(ARTICLE, { host: 'post.localhost' })
  title = 'Nowy tytuł'
  expect(await (await purge('{"all":true}')).json()).toEqual({ purged: 4 })
  for (const path of paths) await refreshed(path)
  expect(await shows(ARTICLE)).toEqual(['hit', 'new'])
  // The article, and the feeds that were rendered for the hub.
  expect(await (await purge(`{"paths":["${ARTICLE}/"]}`)).json()).toEqual({ purged: 3 })
  expect((await purge('{"all":false}')).status).toBe(400)
})

test('a page that is not cached yet is rendered from fresh content, not from purged content', async () => {
  await portal.get(ARTICLE)
  title = 'Nowy tytuł'
  await purge('{"tags":["post-100000"]}')
  expect(await shows(AMP)).toEqual(['miss', 'new'])
})

test('a rendering that started before the purge is not cached as fresh (PURGE-4)', async () => {
  let answered = 0
  hub.misbehave(`/wp-json/bb/v2/post${ARTICLE}`, () => {
    answered += 1
    if (answered > 1) return undefined
    const body = JSON.stringify({ ID: 100_000, title: 'Stary tytuł', relative_link: ARTICLE, blocks: [], seo: {} })
    return { body, delay: 1500 }
  })
  const first = portal.get(ARTICLE)
  await until(
    () => answered,
    (count) => count === 1,
  )
  title = 'Nowy tytuł'
  await purge('{"tags":["post-100000"]}')
  expect(await shows(ARTICLE)).toEqual(['miss', 'new'])
  // The older rendering ends after the newer one, which stays cached, for this request too.
  expect((await first).text).toContain('Nowy')
  expect(await shows(ARTICLE)).toEqual(['hit', 'new'])
})

test('while the CMS fails, the purged page is still served (PURGE-4)', async () => {
  await portal.get(ARTICLE)
  hub.misbehave(`/wp-json/bb/v2/post${ARTICLE}`, { status: 500 })
  await purge('{"tags":["post-100000"]}')
  for (let reader = 0; reader < 3; reader++) {
    expect((await portal.get(ARTICLE)).text).toContain('Stary tytuł')
    await wait(50)
  }
})

test('a form has the same effect as JSON (PURGE-1)', async () => {
  await portal.get(ARTICLE)
  const reply = await purge('tags=post-100000&tags=x&paths=%2Fnic', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(await reply.json()).toEqual({ purged: 1 })
})

test('the WebSub hub is notified that the feeds have changed (FEED-9)', async () => {
  await purge('{"tags":["post-100000"]}')
  for (let tries = 0; tries < 100 && pings.length < 2; tries++) await wait(30)
  expect(pings.sort()).toEqual([
    'publish https://akademia.szpalta.test/api/feed/feed-gn',
    'publish https://akademia.szpalta.test/api/feed/rss',
  ])
})

test('a WebSub hub that is down costs a log line, not the purge', async () => {
  websub.closeAllConnections()
  await new Promise((resolve) => websub.close(resolve))
  expect((await purge('{"tags":["x"]}')).status).toBe(200)
  await until(
    () => JSON.stringify(portal.errors()),
    (errors) => errors.includes('WebSub hub did not take'),
  )
})

test.each([
  ['no token', '{"tags":["x"]}', { authorization: '' }, 401],
  ['another token', '{"tags":["x"]}', { authorization: 'Bearer nie-ten-token-nie' }, 401],
  ['nothing to purge', '{}', {}, 400],
  ['a body of invalid JSON', '{', {}, 400],
  ['a list of other values', '{"tags":[1]}', {}, 400],
  ['a URL instead of a path', '{"paths":["https://zly.example/"]}', {}, 400],
  ['a tag with a space', '{"tags":["a b"]}', {}, 400],
  ['too many tags', JSON.stringify({ tags: Array.from({ length: 501 }, () => 'x') }), {}, 400],
  ['a body that is too large', JSON.stringify({ tags: ['x'.repeat(2_100_000)] }), {}, 413],
  ['a prototype', '{"__proto__":{"tags":["x"]}}', {}, 400],
])('%s is refused', async (_name, body, headers, status) => {
  const reply = await purge(body, headers as Record<string, string>)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([status, 'no-store'])
})

test('another method is refused, and without a configured token the endpoint does not exist (PURGE-3)', async () => {
  const read = await fetch(`${portal.url}/ops/purge`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
  const closed = await startTestPortal()
  const reply = await fetch(`${closed.url}/ops/purge`, {
    method: 'POST',
    body: '{"tags":["x"]}',
    headers: { authorization: 'Bearer undefined' },
  })
  await closed.close()
  expect(reply.status).toBe(404)
})
