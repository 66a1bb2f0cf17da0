import { notesOn, type Place } from '../../src/system/deployment-notes.ts'
import { readEnv } from '../support/customer-site.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

let portal: PortalProcess | undefined
afterEach(async () => {
  await portal?.stop()
  portal = undefined
})

async function started(variables: Record<string, string>): Promise<PortalProcess> {
  portal = await startProcess(variables)
  await portal.ready()
  return portal
}
const linesOf = (own: PortalProcess, words: RegExp) => own.lines().filter(({ msg }) => words.test(String(msg)))

test.each(['1', '2'])('OPS-6: the log has the fitting sizes once, with %s processes', async (workers) => {
  const own = await started({ WEB_CONCURRENCY: workers, PAGE_CACHE_MB: '40' })
  const [line] = await until(
    () => linesOf(own, /sizes of the caches/),
    ({ length }) => length > 0,
  )
  expect(line).toMatchObject({ workers: Number(workers), pageCacheMb: 40, node: expect.stringMatching(/^v\d+/) })
  expect(line?.memoryMb).toBeGreaterThan(100)
  await own.ask('/')
  expect(linesOf(own, /sizes of the caches/)).toHaveLength(1)
})

test('REL-1: where releases run next to each other, missing files of the other one are reported', async () => {
  const place = {
    clearTexts: [],
    newsletterProvider: { kind: 'sare' },
    subscribersFile: 'data/s.sqlite',
    pageCache: {},
    edge: { arePurged: true, areForwarded: true },
  }
  const platform = { name: 'Heroku', proxies: 1, disk: 'none' } as const
  const saysOf = async (own: Partial<Place>, kind: Place['releaseFiles']['kind']) =>
    (await notesOn({ ...place, ...own, releaseFiles: { kind } }, ROOT))
      .filter(({ level }) => level === 'warn')
      .map(({ level, fix }) => `${level} ${fix}`)
  for (const own of [{ platform }, { inCluster: true }]) {
    expect(await saysOf(own, 'none')).toEqual([expect.stringMatching(/^warn Set REDIS_URL .*ASSETS_URL/)])
    expect(await saysOf(own, 'unsealed')).toEqual([expect.stringMatching(/^warn Set PURGE_TOKEN/)])
    for (const kind of ['store', 'url'] as const) expect(await saysOf(own, kind)).toEqual([])
  }
  expect(await saysOf({}, 'none')).toEqual([])
})

test('OPS-23: caches in front that may keep pages for long and get no purges are reported', async () => {
  const saysOf = async (variables: Record<string, string>) =>
    (
      await notesOn(
        { ...readEnv(variables), clearTexts: [], pageCache: {}, newsletterProvider: { kind: 'sare' } },
        ROOT,
      )
    )
      .filter(({ says }) => says.includes('Caches in front'))
      .map(({ level, says, fix }) => `${level} ${says} ${fix}`)
  const forwarding = { PURGE_FORWARD_URL: 'http://10.0.0.5', PURGE_FORWARD_TOKEN: 'dlugi-zeton' }
  const hub = { CONTENT: 'hub', CMS_URL: 'https://hub.example' }
  const kept = [expect.stringMatching(/^warn .* for 600 s \(EDGE_MAX_AGE\), and nothing forwards .*PURGE_FORWARD_URL/)]
  expect(await saysOf({ EDGE_MAX_AGE: '600' })).toEqual(kept)
  expect(await saysOf({ EDGE_MAX_AGE: '600', ...hub, PURGE_TOKEN: 'inny-zeton' })).toEqual(kept)
  const unsaid = [expect.stringMatching(/^warn .* for 600 s .*the CMS cannot say what has changed.*Set PURGE_TOKEN/)]
  expect(await saysOf({ EDGE_MAX_AGE: '600', ...hub, ...forwarding })).toEqual(unsaid)
  expect(await saysOf({ ...hub, ...forwarding })).toEqual([expect.stringMatching(/^info .* for a minute alone/)])
  const quiet: Array<Record<string, string>> = [
    {},
    forwarding,
    { EDGE_MAX_AGE: '0' },
    { EDGE_MAX_AGE: '600', ...forwarding },
  ]
  for (const variables of quiet) expect(await saysOf(variables)).toEqual([])
})

test('REL-4, REL-1: files are sealed with a secret that all instances have, or are not shared', () => {
  const kindOf = (variables: Record<string, string>) => readEnv(variables).releaseFiles
  expect(kindOf({})).toEqual({ kind: 'none' })
  expect(kindOf({ REDIS_URL: 'redis://localhost' })).toEqual({ kind: 'unsealed' })
  expect(kindOf({ REDIS_URL: 'redis://:haslo@localhost' })).toEqual({ kind: 'store', secret: 'haslo' })
  const purges = { PURGE_TOKEN: 'zeton-czyszczenia' }
  expect(kindOf({ REDIS_URL: 'redis://:haslo@localhost', ...purges })).toEqual({
    kind: 'store',
    secret: purges.PURGE_TOKEN,
  })
  const url = 'https://files.example/assets'
  expect(kindOf({ REDIS_URL: 'redis://localhost', ASSETS_URL: `${url}/` })).toEqual({ kind: 'url', url })
  expect(() => readEnv({ ASSETS_URL: 'http://files.example/assets' })).toThrow('ASSETS_URL')
})

test('OPS-8, OPS-10, OPS-13: a known platform’s proxies are trusted; files that do not last there and secrets in clear text are reported', async () => {
  const own = await started({
    DYNO: 'web.1',
    SUBSCRIBERS_FILE: '/tmp/never-written.sqlite',
    PURGE_FORWARD_URL: 'http://10.0.0.5',
    PURGE_FORWARD_TOKEN: 'bardzo-tajny-zeton',
  })
  const [line] = await until(
    () => linesOf(own, /proxies are trusted/),
    ({ length }) => length > 0,
  )
  expect(line).toMatchObject({ platform: 'Heroku', trustProxy: 1 })
  await until(
    () => linesOf(own, /SUBSCRIBERS_FILE .* does not last: Heroku keeps no files/),
    ({ length }) => length === 1,
  )
  expect(linesOf(own, /PURGE_FORWARD_TOKEN goes to 10\.0\.0\.5 in clear text/)).toMatchObject([{ level: 40 }])
  const { headers } = await own.ask('/', { headers: { 'x-forwarded-proto': 'https' } })
  expect(headers['strict-transport-security']).toMatch(/^max-age=63072000/)
})

test('OPS-8: untrusted forwarded headers are reported once, and trusted ones are not', async () => {
  const own = await started({ TRUST_PROXY: '10.0.0.0/8' })
  for (let times = 0; times < 3; times++) {
    await own.ask('/', { headers: { 'x-forwarded-proto': 'https' } })
    await own.ask('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  }
  await until(
    () => linesOf(own, /forwarded headers are not believed/),
    ({ length }) => length > 0,
  )
  expect(linesOf(own, /forwarded headers are not believed/)).toMatchObject([{ level: 40, address: '127.0.0.1' }])
  await own.stop()
  const trusting = await started({})
  await trusting.ask('/', { headers: { 'x-forwarded-proto': 'https' } })
  await trusting.ask('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(linesOf(trusting, /forwarded headers are not believed/)).toEqual([])
})

test('OPS-12: UNKNOWN_HOSTS=refuse answers 421 to unknown hosts, persisted page or not; operations work under any', async () => {
  const own = await started({ UNKNOWN_HOSTS: 'refuse', SERVICE_URL_AKADEMIA: 'https://gazeta.example' })
  const status = async (host: string, path = '/') => (await own.ask(path, { headers: { host } })).status
  for (const host of ['gazeta.example', 'GAZETA.example:443', 'post.localhost', 'localhost:3000']) {
    expect([host, await status(host)]).toEqual([host, 200])
  }
  for (const host of ['inna.example', 'gazeta.example.evil', '10.0.0.7', '']) {
    expect([host, await status(host)]).toEqual([host, 421])
  }
  for (const path of ['/healthz', '/readyz', '/version'])
    expect([path, await status('10.0.0.7', path)]).toEqual([path, 200])
  for (const path of ['/assets/x', '/healthz/x', '/api/getScrollPosts', '/robots.txt']) {
    expect([path, await status('10.0.0.7', path)]).toEqual([path, 421])
  }
})

test('RUN-3: /version names the build, and nothing of its runtime', async () => {
  const own = await started({})
  expect(JSON.parse((await own.ask('/version')).text)).toEqual({ name: 'szpalta', version: expect.any(String) })
})
