import { join } from 'node:path'
import { createMetrics } from '../../src/observability/metrics.ts'
import { startHub } from '../support/hub-server.ts'
import { ROOT, startTestPortal } from '../support/portal.ts'

const TOKEN = 'tajny-token-metryk'
const ARTICLE = '/2026/11/multisig-dwa-z-trzech'

test('exports the outcomes of the page cache, responses by route and status, calls of the source, and the process (RUN-6)', async () => {
  const portal = await startTestPortal({ METRICS_TOKEN: TOKEN })
  await Promise.all([portal.get(ARTICLE), portal.get(ARTICLE)])
  await portal.get(ARTICLE)
  await portal.get('/nie-ma-takiej-strony')
  await portal.get('/api/feed/rss')
  const { status, headers, text } = await portal.get('/metrics', { authorization: `Bearer ${TOKEN}` })
  await portal.close()
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    expect.stringMatching(/^text\/plain/),
    'no-store',
  ])
  const value = (line: string) =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.split(' ')[1],
    )
  const [hit = 0, miss = 0, coalesced = 0] = ['hit', 'miss', 'coalesced'].map((outcome) =>
    value(`szpalta_page_cache_requests_total{outcome="${outcome}"}`),
  )
  // The second of two parallel readers waits for the first one's page, or gets it from the cache.
  expect([hit + miss + coalesced, hit + coalesced]).toEqual([5, 2])
  expect(value('szpalta_answer_seconds_count{route="page",status="200"}')).toBe(1)
  expect(value('szpalta_answer_seconds_count{route="page",status="404"}')).toBe(1)
  expect(value('szpalta_answer_seconds_count{route="/api/feed/rss",status="200"}')).toBe(1)
  expect(value('szpalta_source_call_seconds_count{call="article",outcome="ok"}')).toBeGreaterThan(1)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).not.toContain(ARTICLE)
})

test('OBS-41: of a hundred readers of one page one is a miss, and the others are coalesced; all are responses (OBS-42)', async () => {
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
  const portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, METRICS_TOKEN: TOKEN })
  const figures = async (name: string) => {
    const { text } = await portal.get('/metrics', { authorization: `Bearer ${TOKEN}` })
    const lines = text.matchAll(new RegExp(`^${name}\\{outcome="(\\w+)"\\} (\\d+)$`, 'gm'))
    return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]))
  }
  await portal.get('/healthz')
  expect(await figures('szpalta_reader_responses_total')).toEqual({ ok: 0, failed: 0 })
  hub.misbehaveAll({ status: 500, body: '{}', delay: 300 })
  const statuses = await Promise.all(Array.from({ length: 100 }, () => portal.get('/2026/03/nie-teraz')))
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([503]))
  expect(await figures('szpalta_page_cache_requests_total')).toMatchObject({ hit: 0, stale: 0, miss: 1, coalesced: 99 })
  expect(await figures('szpalta_reader_responses_total')).toEqual({ ok: 0, failed: 100 })
  // What the application itself sends counts too, and a post that is refused is no failure.
  await portal.get('/api/search?s=klucz')
  await portal.get('/robots.txt')
  await portal.get('/robots.txt')
  const { ok } = await figures('szpalta_reader_responses_total')
  expect(ok).toBeGreaterThanOrEqual(2)
  await portal.close()
  await hub.close()
})

test('OBS-42: what the application sends from 500 on is a failed response, a refusal is none', async () => {
  const readers = { ok: 0, failed: 0 }
  const { served } = createMetrics({
    counts: { hit: 0, stale: 0, miss: 0, coalesced: 0, refused: 0 },
    readers,
    version: '1',
  })
  for (const status of [200, 304, 404, 499]) served(status)
  expect(readers).toEqual({ ok: 4, failed: 0 })
  for (const status of [500, 503]) served(status)
  expect(readers).toEqual({ ok: 4, failed: 2 })
})

test('OBS-46: a store that refuses what one use needs is not up, until it is accepted again', async () => {
  const { registry, store, storeRefuses } = createMetrics({
    counts: { hit: 0, stale: 0, miss: 0, coalesced: 0, refused: 0 },
    readers: { ok: 0, failed: 0 },
    version: '1',
  })
  const up = async () => /^szpalta_shared_store_up\S* (\d)$/m.exec(await registry.metrics())?.[1]
  expect(await up()).toBeUndefined()
  store(true)
  expect(await up()).toBe('1')
  storeRefuses('purges', true)
  storeRefuses('views', true)
  store(true)
  storeRefuses('views', false)
  expect(await up()).toBe('0')
  expect(await registry.metrics()).toContain('szpalta_shared_store_refused{use="purges"} 1\n')
  storeRefuses('purges', false)
  expect(await up()).toBe('1')
})

test('paths that differ only by case are one route, so that nobody fills the memory with metrics', async () => {
  const portal = await startTestPortal({ METRICS_TOKEN: TOKEN })
  for (const path of ['/newsletter/potwierdz/x', '/Newsletter/POTWIERDZ/x', '/nEwSlEtTeR/potwierdz/x'])
    await portal.get(path)
  const { text } = await portal.get('/metrics', { authorization: `Bearer ${TOKEN}` })
  await portal.close()
  expect(text.match(/^szpalta_answer_seconds_count.*potwierdz.*$/gim)).toEqual([
    // The other two are missing pages.
    'szpalta_answer_seconds_count{route="/newsletter/potwierdz/:token",status="404"} 1',
  ])
})

test('without a token in the settings there is no such path; with another one nobody is let in (PURGE-3)', async () => {
  const closed = await startTestPortal()
  expect((await closed.get('/metrics')).status).toBe(404)
  await closed.close()
  const open = await startTestPortal({ METRICS_TOKEN: TOKEN })
  expect((await open.get('/metrics')).status).toBe(401)
  expect((await open.get('/metrics', { authorization: 'Bearer inny' })).status).toBe(401)
  await open.close()
})

test('exports the breaker state of each host, the calls made to it and those refused', async () => {
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
  const portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, METRICS_TOKEN: TOKEN })
  const { host } = new URL(hub.url)
  const metrics = async () => (await portal.get('/metrics', { authorization: `Bearer ${TOKEN}` })).text
  expect(await metrics()).toContain(`szpalta_upstream_breaker_state{host="${host}"} 0\n`)
  await hub.refuse()
  await portal.get('/2026/03/pierwszy')
  await portal.get('/2026/03/drugi')
  const text = await metrics()
  await portal.close()
  expect(text).toContain(`szpalta_upstream_breaker_state{host="${host}"} 2\n`)
  expect(text).toContain(`szpalta_upstream_call_seconds_count{host="${host}",outcome="ok"} `)
  expect(text).toContain(`szpalta_upstream_call_seconds_count{host="${host}",outcome="unreachable"} 2\n`)
  expect(text).toMatch(/^szpalta_upstream_refused_total\{host="[^"]+",reason="open"\} [1-9]/m)
})
