import { generateKeyPairSync } from 'node:crypto'
import { type AmpCacheServer, startAmpCache } from '../../support/amp-cache-server.ts'
import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'

const TOKEN = 'bardzo-tajny-token'
const ARTICLE = '/2026/01/artykul-0'
const AMP = `/wp-json/amp/v2/post${ARTICLE}`
const KEY_PATH = '/.well-known/amphtml/apikey.pub'
const HOST = 'akademia.szpalta.test'
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

let title: string
let hub: HubServer
let cache: AmpCacheServer
let portal: TestPortal

const start = async (variables: Record<string, string> = { AMP_CACHE_PRIVATE_KEY: KEY }) => {
  portal = await startTestPortal(
    {
      CONTENT: 'hub',
      CMS_URL: hub.url,
      SERVICE: 'akademia',
      SERVICE_URL_AKADEMIA: `https://${HOST}`,
      PURGE_TOKEN: TOKEN,
      METRICS_TOKEN: TOKEN,
      ...variables,
    },
    {},
    undefined,
    undefined,
    () => cache.origin,
  )
}
beforeEach(async () => {
  title = 'Stary tytuł'
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
  cache = await startAmpCache(async (host, path) => (await portal.get(path, { host })).text)
})
afterEach(async () => {
  await portal.close()
  await cache.close()
  await hub.close()
})

const purge = (body: object) =>
  fetch(`${portal.url}/ops/purge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(body),
  })
const updated = (count: number) =>
  until(
    () => cache.updates.length,
    (length) => length >= count,
  )

test.each([
  ['by its tag', { tags: ['post-100000', 'category-najnowsze'] }],
  ['by its path', { paths: ['/', ARTICLE, '/kategoria/najnowsze'] }],
  ['by both', { paths: [ARTICLE, AMP], tags: ['post-100000'] }],
])('a purged article leaves AMP caches, which then get the new document: %s (AMP-13)', async (_name, body) => {
  await start()
  for (const path of [AMP, '/wp-json/amp/v2/post/2026/01/artykul-1', '/kategoria/najnowsze']) await portal.get(path)
  title = 'Nowy tytuł'
  expect((await purge(body)).status).toBe(200)
  await updated(1)
  expect(cache.updates.map(({ document, status }) => [document, status])).toEqual([[HOST + AMP, 200]])
  expect(cache.updates[0]?.fetched).toContain('Nowy tytuł')
  expect(cache.updates[0]?.fetched).not.toContain('Stary tytuł')
  const metrics = () => portal.get('/metrics', { authorization: `Bearer ${TOKEN}` })
  await until(
    async () => (await metrics()).text,
    (text) => text.includes('szpalta_amp_cache_updates_total{outcome="taken"} 1'),
  )
  expect(portal.errors()).toEqual([])
})

test('a cache that hangs keeps neither the purge nor a reader waiting, and the end of the portal neither', async () => {
  await start()
  cache.behave(() => 'hang')
  await portal.get(AMP)
  title = 'Nowy tytuł'
  expect(await (await purge({ tags: ['post-100000'] })).json()).toEqual({ purged: 1 })
  await until(
    async () => (await portal.get(AMP)).text,
    (text) => text.includes('Nowy tytuł'),
  )
})

test('a cache that refuses is one error in the log, without the key', async () => {
  await start()
  cache.behave(() => 403)
  await purge({ paths: [ARTICLE] })
  await updated(1)
  await until(
    () => portal.errors().length,
    (length) => length > 0,
  )
  expect(JSON.stringify(portal.errors())).toContain('the AMP cache cdn.ampproject.org did not take an update')
  expect(JSON.stringify(portal.logs)).not.toContain(KEY.split('\n')[3])
})

test('the public key is text on every service; without a private one there is neither key nor update', async () => {
  await start({ AMP_CACHE_PRIVATE_KEY: KEY.replaceAll('\n', '\\n') })
  for (const host of [HOST, 'post.localhost']) {
    const { status, headers, text } = await portal.get(KEY_PATH, { host })
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^-----BEGIN PUBLIC KEY-----\n/)
  }
  expect((await portal.get('/robots.txt', { host: HOST })).text).not.toContain('.well-known')
  await portal.close()
  await start({})
  expect((await portal.get(KEY_PATH)).status).toBe(404)
  await purge({ paths: [ARTICLE], tags: ['post-100000'] })
  expect(cache.updates).toEqual([])
})
