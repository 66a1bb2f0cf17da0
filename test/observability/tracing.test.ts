import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { metricsIn, type ReceivedSpan, spansIn } from '../support/otlp.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const ARTICLE = '/2026/03/jak-dziala-podpis-cyfrowy'
const CMS_PATH = `/wp-json/bb/v2/post${ARTICLE}`
const CALLER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00'
const HEADER_SECRET = 'tajny-naglowek-odbiorcy'

let hub: HubServer
let receiver: Receiver
let portal: PortalProcess | undefined
beforeAll(async () => {
  hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
  receiver = await startReceiver()
})
afterEach(async () => {
  await portal?.stop()
  portal = undefined
  receiver.received.length = 0
  receiver.respond(200)
  hub.calls.length = 0
})
afterAll(async () => {
  await hub.close()
  await receiver.close()
})

async function start(variables: Record<string, string> = {}): Promise<PortalProcess> {
  portal = await startProcess({
    CONTENT: 'hub',
    CMS_URL: hub.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    ...variables,
  })
  await portal.ready()
  return portal
}

const traceOf = async (path: string): Promise<ReceivedSpan[]> => {
  const spans = await until(
    () => spansIn(receiver.received),
    (all) => all.some(({ kind, attributes }) => kind === 2 && attributes['url.path'] === path),
  )
  const root = spans.find(({ kind, attributes }) => kind === 2 && attributes['url.path'] === path)
  return spans.filter(({ traceId }) => traceId === root?.traceId)
}
const callsOf = (path: string) => hub.calls.filter((call) => call.path === path)

test('OBS-1, OBS-5: a cold page is a trace of request, render and calls of the CMS, which gets its id', async () => {
  const own = await start({
    OTEL_SERVICE_NAME: 'portal-testowy',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=proba,team=a%20b',
    OTEL_EXPORTER_OTLP_HEADERS: `x-klucz=${HEADER_SECRET}`,
  })
  const { status } = await own.ask(`${ARTICLE}?utm_source=jan@example.com&apikey=sekret`, {
    headers: { 'x-request-id': 'proba-12345' },
  })
  expect(status).toBe(200)
  const trace = await traceOf(ARTICLE)
  const named = (name: string) => trace.find((span) => span.name === name)
  const request = named('GET')
  const render = named('render')
  const call = trace.find(({ attributes }) => attributes['url.path'] === CMS_PATH)
  expect([request?.kind, request?.parentSpanId]).toEqual([2, undefined])
  expect([render?.kind, render?.parentSpanId]).toEqual([1, request?.spanId])
  expect(named('react')?.parentSpanId).toBe(render?.spanId)
  expect([call?.kind, call?.parentSpanId]).toEqual([3, render?.spanId])
  expect(request?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'szpalta.service': 'akademia',
    'szpalta.request_id': 'proba-12345',
    'szpalta.cause': 'reader',
  })
  expect(call?.attributes).toMatchObject({ 'server.address': new URL(hub.url).host, 'szpalta.rank': 'primary' })
  expect(request?.resource).toMatchObject({
    'service.name': 'portal-testowy',
    'deployment.environment.name': 'proba',
    team: 'a b',
  })
  expect(callsOf(CMS_PATH)[0]?.headers.traceparent).toBe(`00-${call?.traceId}-${call?.spanId}-01`)
  // OBS-10: nothing of the query, and no credential, is in the sent data; the receiver gets its configured header.
  const sent = receiver.received.map(({ body }) => body.toString()).join()
  expect(sent).not.toMatch(/jan@|sekret|utm_source/)
  expect(sent).not.toContain(HEADER_SECRET)
  expect(receiver.received[0]?.headers['x-klucz']).toBe(HEADER_SECRET)
})

test('OBS-1: a hit is no trace; OBS-3: the metrics of /metrics are sent under the same names', async () => {
  const own = await start({ METRICS_TOKEN: 'tajny-token-metryk' })
  await own.ask(ARTICLE)
  for (let hits = 0; hits < 5; hits++) expect((await own.ask(ARTICLE)).headers['x-cache']).toBe('hit')
  await traceOf(ARTICLE)
  const hasHits = (metrics: ReturnType<typeof metricsIn>) =>
    metrics.some(
      ({ name, sum }) =>
        name === 'szpalta_page_cache_requests_total' &&
        sum?.isMonotonic === true &&
        sum.dataPoints.some(({ attributes, asDouble }) => attributes[0]?.value.stringValue === 'hit' && asDouble === 5),
    )
  const metrics = await until(() => metricsIn(receiver.received), hasHits)
  const pages = spansIn(receiver.received).filter(({ attributes }) => attributes['url.path'] === ARTICLE)
  expect(pages).toHaveLength(1)
  const { text } = await own.ask('/metrics', { headers: { authorization: 'Bearer tajny-token-metryk' } })
  const printed = [...text.matchAll(/^# TYPE (\S+) (?!summary)/gm)].map(([, name]) => name)
  expect(new Set(metrics.map(({ name }) => name))).toEqual(new Set(printed))
  // A histogram is cumulative: the buckets are not added up again.
  const responses = metrics.filter(({ name }) => name === 'szpalta_answer_seconds').at(-1)?.histogram?.dataPoints ?? []
  expect(responses.length).toBeGreaterThan(0)
  for (const { count, bucketCounts, explicitBounds } of responses) {
    expect(bucketCounts.reduce<number>((sum, one) => sum + Number(one), 0)).toBe(Number(count))
    expect(bucketCounts).toHaveLength(explicitBounds.length + 1)
  }
})

test('OBS-5, OBS-7: a trusted caller’s trace continues, whatever its sampling flag; another one’s does not', async () => {
  const trusting = await start({ TRUST_PROXY: 'loopback' })
  await trusting.ask(ARTICLE, { headers: { traceparent: CALLER } })
  const trace = await traceOf(ARTICLE)
  const request = trace.find(({ kind }) => kind === 2)
  expect([request?.traceId, request?.parentSpanId]).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'])
  expect(callsOf(CMS_PATH)[0]?.headers.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/)
  await trusting.stop()
  receiver.received.length = 0

  const wary = await start({ TRUST_PROXY: '192.0.2.1' })
  await wary.ask(ARTICLE, { headers: { traceparent: CALLER } })
  expect((await traceOf(ARTICLE))[0]?.traceId).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736')
})

test('OBS-7: nothing is recorded at a share of 0, despite the caller’s flag; the CMS gets the flag of that decision', async () => {
  const own = await start({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
  await own.ask(ARTICLE, { headers: { traceparent: CALLER.replace(/00$/, '01') } })
  expect(callsOf(CMS_PATH)[0]?.headers.traceparent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-00$/)
  own.child.kill('SIGTERM')
  expect(await own.exit()).toBe(0)
  expect(spansIn(receiver.received)).toEqual([])
})

test('OBS-3: pending data is sent before the process ends, as protobuf unless JSON is configured', async () => {
  const own = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: '', OTEL_METRICS_EXPORTER: 'none' })
  await own.ask(ARTICLE)
  own.child.kill('SIGTERM')
  expect(await own.exit()).toBe(0)
  const { headers, body } = receiver.received.at(-1) ?? {}
  expect(headers?.['content-type']).toBe('application/x-protobuf')
  expect(body?.includes(CMS_PATH)).toBe(true)
  expect(receiver.received.some(({ path }) => path === '/v1/metrics')).toBe(false)
})

test.each([
  ['hangs', 'hang'],
  ['fails', 500],
] as const)(
  'OBS-4: a receiver that %s costs a reader nothing, and the log one line of each kind',
  async (_name, how) => {
    receiver.respond(how)
    const own = await start()
    for (let attempt = 0; attempt < 20; attempt++) {
      const { status, ms } = await own.ask(`/nie-ma-${attempt}`)
      expect([status, ms < 1000]).toEqual([404, true])
    }
    await until(
      () => own.lines().filter(({ msg }) => msg === 'telemetry is not taken'),
      (lines) => lines.length >= 2,
      20_000,
    )
    const toldAt = Date.now()
    own.child.kill('SIGTERM')
    expect(await own.exit()).toBe(0)
    expect(Date.now() - toldAt).toBeLessThan(6000)
    const lines = own.lines().filter(({ msg }) => msg === 'telemetry is not taken')
    expect(lines.map(({ what }) => what).sort()).toEqual(['metrics', 'traces'])
    expect(own.complaints).toBe('')
  },
)

test('OBS-4: without the setting no header is sent, and neither OpenTelemetry nor the client of a tracker is loaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'szpalta-coverage-'))
  const programs = async (): Promise<string> => {
    const files = await readdir(folder)
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const urls = texts.flatMap((text) => [...text.matchAll(/"url":"(file:[^"]+\/dist\/[^"]+)"/g)].map(([, url]) => url))
    const loaded = await Promise.all([...new Set(urls)].map((url) => readFile(fileURLToPath(url ?? ''), 'utf8')))
    return loaded.join('\n')
  }
  const runOnce = async (variables: Record<string, string>): Promise<string> => {
    const own = await start({ ...variables, NODE_V8_COVERAGE: folder })
    await own.ask(ARTICLE)
    own.child.kill('SIGTERM')
    await own.exit()
    return programs()
  }
  const off = await runOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })
  expect(off).toContain('szpalta_answer_seconds')
  expect(off).not.toContain('BatchSpanProcessor')
  expect(off).not.toContain('x-sentry-envelope')
  expect(callsOf(CMS_PATH)[0]?.headers).not.toHaveProperty('traceparent')
  const on = await runOnce({ SENTRY_DSN: `http://klucz@127.0.0.1:${receiver.port}/1` })
  expect(on).toContain('BatchSpanProcessor')
  expect(on).toContain('x-sentry-envelope')
  await rm(folder, { recursive: true, force: true })
})
