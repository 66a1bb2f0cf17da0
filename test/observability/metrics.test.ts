import { join } from 'node:path'
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
  expect([hit + miss, hit + coalesced]).toEqual([5, 2])
  expect(value('szpalta_answer_seconds_count{route="page",status="200"}')).toBe(1)
  expect(value('szpalta_answer_seconds_count{route="page",status="404"}')).toBe(1)
  expect(value('szpalta_answer_seconds_count{route="/api/feed/rss",status="200"}')).toBe(1)
  expect(value('szpalta_source_call_seconds_count{call="article",outcome="ok"}')).toBeGreaterThan(1)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).not.toContain(ARTICLE)
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
