import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loggedUrl } from '../../../src/observability/log/plain-path.ts'
import { startHub } from '../../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { ROOT } from '../../support/root.ts'
import { until } from '../../support/until.ts'

const ARTICLE = '/2026/11/multisig-dwa-z-trzech'

let portal: PortalProcess | undefined
afterEach(() => portal?.stop())

async function start(variables: Record<string, string>): Promise<PortalProcess> {
  portal = await startProcess(variables)
  await portal.ready()
  return portal
}

const linesOf = (own: PortalProcess) => own.lines().filter(({ msg }) => msg === 'request')
const linesAbout = (own: PortalProcess, path: string) =>
  linesOf(own).filter((line) => String(line.path).startsWith(path))

test('OBS-20: misses have a line by default, with the cache outcome; hits have none', async () => {
  const own = await start({})
  const { text, headers } = await own.ask(ARTICLE, { headers: { 'x-request-id': 'proba-12345' } })
  await own.ask(ARTICLE)
  await own.ask('/robots.txt?x=1')
  const { status } = await own.ask('/assets/nie-ma.js')
  const lines = await until(
    () => linesOf(own),
    (all) => all.some(({ path }) => path === '/assets/nie-ma.js'),
  )
  const [article, ...more] = lines.filter(({ path }) => path === ARTICLE)
  expect(more).toEqual([])
  expect(article).toMatchObject({
    requestId: 'proba-12345',
    method: 'GET',
    status: 200,
    cache: 'miss',
    service: 'akademia',
  })
  expect(Number(article?.ms)).toBeGreaterThan(0)
  // On the wire, including the head.
  expect(Number(article?.bytes)).toBeGreaterThan(Number(headers['content-length'] ?? text.length))
  expect(lines.find(({ path }) => path === '/assets/nie-ma.js')).toMatchObject({ status, cache: 'none' })
  expect(lines.find(({ path }) => path === '/robots.txt?***')).toMatchObject({ cache: 'miss' })
  // OBS-47.
  expect(own.output).not.toContain('127.0.0.1')
})

test('OBS-20: with all, a sample of the hits has lines, with the sampling rate', async () => {
  const own = await start({ ACCESS_LOG: 'all', ACCESS_LOG_SAMPLE: '0.5' })
  await own.ask(ARTICLE)
  const HITS = 200
  for (let hit = 0; hit < HITS; hit++) await own.ask(ARTICLE)
  const hits = linesAbout(own, ARTICLE).filter(({ cache }) => cache === 'hit')
  // Six standard deviations on both sides.
  expect(hits.length).toBeGreaterThan(HITS / 2 - 42)
  expect(hits.length).toBeLessThan(HITS / 2 + 42)
  for (const line of hits) {
    expect(line).toMatchObject({ status: 200, sample: 0.5, service: 'akademia', method: 'GET' })
    expect(Number(line.bytes)).toBeGreaterThan(1000)
  }
})

test('OBS-20: a file of the build is a hit, and has one line with all', async () => {
  const own = await start({ ACCESS_LOG: 'all', ACCESS_LOG_SAMPLE: '1' })
  const name = (await readdir(join(ROOT, 'dist/assets'))).find((file) => /^app-\w+\.css$/.test(file))
  const { status, text } = await own.ask(`/assets/${name}`)
  expect(status).toBe(200)
  await own.ask('/assets/nie-ma.js')
  const lines = await until(
    () => linesAbout(own, '/assets/'),
    (all) => all.some(({ path }) => path === '/assets/nie-ma.js'),
  )
  expect(lines).toMatchObject([
    { path: `/assets/${name}`, status: 200, cache: 'hit', sample: 1, service: 'akademia' },
    { path: '/assets/nie-ma.js', status: 404, cache: 'none' },
  ])
  expect(Number(lines[0]?.bytes)).toBeGreaterThan(text.length)
})

test('OBS-20: with off no request has a line, and the log has its others', async () => {
  const own = await start({ ACCESS_LOG: 'off' })
  await own.ask(ARTICLE)
  await own.ask('/assets/nie-ma.js')
  own.child.kill('SIGTERM')
  await own.exit()
  expect(linesOf(own)).toEqual([])
  expect(own.lines().map(({ msg }) => msg)).toContain('drained')
})

test('OBS-21: no line contains a reader’s input, and none can be forged', async () => {
  const own = await start({ ACCESS_LOG: 'all', ACCESS_LOG_SAMPLE: '1', METRICS_TOKEN: 'tajny-token-miar' })
  // OBS-44: probes and scrapes have no line, a guess at the token has one.
  for (const path of ['/healthz', '/readyz', '/readyz?x=1']) expect((await own.ask(path)).status).toBe(200)
  expect((await own.ask('/metrics', { headers: { authorization: 'Bearer tajny-token-miar' } })).status).toBe(200)
  expect((await own.ask('/metrics')).status).toBe(401)
  await own.ask('/search?s=moja%20choroba&page=2&imie=jan')
  await own.ask('/search/moja%20choroba/1')
  await own.ask('/newsletter/potwierdz/AAAAAAAAAAAAAAAAAAAAAA')
  await own.ask('/jan@example.com/x')
  await own.ask('/%0a%7B%22level%22:60%7D?utm=%0a{"level":60}')
  await until(
    () => linesOf(own),
    (all) => all.length >= 6,
  )
  expect(linesOf(own).map(({ path }) => path)).toEqual([
    '/metrics',
    '/search?s=***&page=2&***',
    '/search/***/1',
    '/newsletter/potwierdz/***',
    '/***/x',
    '/***?***',
  ])
  expect(own.output).not.toMatch(/choroba|imie|jan@|AAAAAAAA/)
  expect(own.lines().filter(({ level }) => level === 60)).toEqual([])
})

test('OBS-21: values of known parameters are in a line when they are plain', () => {
  expect(loggedUrl('/api/feed/rss?cat=bezpieczenstwo&page=2')).toBe('/api/feed/rss?cat=bezpieczenstwo&page=2')
  expect(loggedUrl('/media/a.jpg?w=640&q=80')).toBe('/media/a.jpg?w=640&q=80')
  expect(loggedUrl('/x?page=1%0a2&newsletter=dodany')).toBe('/x?page=***&newsletter=dodany')
  expect(loggedUrl(`/${'a'.repeat(5000)}`).length).toBeLessThan(400)
})

test.each(['on', 'off'])(
  'OBS-20: a reader who goes away leaves one line that says so (page cache %s)',
  async (cache) => {
    const hub = await startHub()
    const own = await start({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: cache })
    hub.misbehaveAll({ status: 404, body: '{}', delay: 1000 })
    await expect(own.ask(ARTICLE, { signal: AbortSignal.timeout(300) })).rejects.toThrow()
    const lines = await until(
      () => linesAbout(own, ARTICLE),
      (all) => all.length > 0,
    )
    await hub.close()
    expect(lines).toMatchObject([{ isCutOff: true, bytes: 0 }])
  },
)
