import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, type PortalProcess, type ProcessResponse, startProcess } from '../support/process.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'
import { startVarnish, type VarnishServer } from '../support/varnish-server.ts'
import { describeWithRedis, REDIS_PROGRAM } from '../support/with-redis.ts'
import { testWithVarnish, VARNISH_PROGRAM } from '../support/with-varnish.ts'

const SECOND = 'dist-second-release'
const HOST = 'akademia.example'
const TABLE = '{release-files}'
const DAY = 86_400_000
const FORMS = ['identity', 'gzip', 'br']
/** In the markup of a page, in a script, a style sheet, or the service worker. */
const NAMED = /\/?([\w.-]+-[A-Z0-9]{8}\.(?:css|js|woff2))/g

/** Articles of the newsroom that readers of another instance have read, the most read first. */
const READ = [
  '/2026/11/arkusz-zlecen-w-liczbach',
  '/2026/04/co-naprawde-przechowuje-portfel',
  '/2026/11/nie-ma-takiego',
]
/** The set of the views of this hour (src/features/most-read/most-read.ts). */
const setOfNow = (): string => `{most-read}:akademia:24h:${Math.floor(Date.now() / 3_600_000)}`

/** Names of the files of a build, without the compressed copies. */
async function filesOf(build: string): Promise<string[]> {
  const names = await readdir(join(ROOT, build, 'assets'))
  return names.filter((name) => !/\.(?:br|gz)$/.test(name))
}

describeWithRedis('an instance of one release next to one of another, on one Redis', () => {
  let redis: RedisServer
  let varnish: VarnishServer | undefined
  let first: PortalProcess
  let second: PortalProcess
  let names: { first: string[]; second: string[] }

  beforeAll(async () => {
    redis = await startRedis(REDIS_PROGRAM ?? '')
    const ports: [number, number] = [await freePort(), await freePort()]
    await promisify(execFile)('node', ['test/support/second-build.mjs', SECOND], { cwd: ROOT })
    names = { first: await filesOf('dist'), second: await filesOf(SECOND) }
    const settings = (port: number) => ({
      PORT: String(port),
      REDIS_URL: redis.url,
      SERVICE_URL_AKADEMIA: `https://${HOST}`,
    })
    for (const [index, path] of READ.entries()) await redis.send('ZADD', setOfNow(), String(9 - index), path)
    if (VARNISH_PROGRAM !== undefined) varnish = await startVarnish(VARNISH_PROGRAM, ports, [HOST])
    first = await startProcess(settings(ports[0]))
    second = await startProcess({ ...settings(ports[1]), WARM_UP: '3', ACCESS_LOG: 'all' }, { build: SECOND })
    await Promise.all([first.ready(), second.ready()])
  })
  afterAll(async () => {
    await first?.stop()
    await second?.stop()
    await varnish?.close()
    await redis?.close()
    await rm(join(ROOT, SECOND), { recursive: true, force: true })
  })

  const file = (portal: PortalProcess, name: string, encoding = 'identity', headers = {}, method = 'GET') =>
    portal.ask(`/assets/${name}`, { method, headers: { 'accept-encoding': encoding, ...headers } })
  const shown = ({ status, headers: { date: _, ...headers }, text }: ProcessResponse) => ({ status, headers, text })
  /** Of the files, those that an instance does not have. */
  const missingAt = async (portal: PortalProcess, wanted: readonly string[]): Promise<string[]> => {
    const missing = []
    for (const name of wanted) if ((await file(portal, name)).status !== 200) missing.push(name)
    return missing
  }
  /** What a reader's browser loads for the front page: what it names, and what that names. */
  const namedBy = async (portal: PortalProcess): Promise<string[]> => {
    const named = new Set<string>()
    const collect = ({ text }: ProcessResponse) => {
      for (const [, name = ''] of text.matchAll(NAMED)) named.add(name)
    }
    for (const path of ['/', '/sw.js', '/offline']) collect(await portal.ask(path))
    for (const name of named) if (/\.(?:css|js)$/.test(name)) collect(await file(portal, name))
    return [...named]
  }

  test('REL-4 what somebody else has written to the store is not sent', async () => {
    const evil = 'evil-AAAAAAAA.js'
    await redis.send('SET', `${TABLE}:${evil}`, `id ${Buffer.from('alert(1)').toString('base64')}`)
    const [known = ''] = names.second.filter((name) => name.endsWith('.css'))
    const record = String(await redis.send('HGET', TABLE, known))
    // A record of another file, one that begins again, and a body that is another one.
    for (const forged of [record, `${Date.now() + DAY} x y`, record.replace(/^\d+/, String(Date.now() + 99 * DAY))]) {
      await redis.send('HSET', TABLE, evil, forged)
      await new Promise((resolve) => setTimeout(resolve, 1100))
      expect([forged, await first.status(`/assets/${evil}`)]).toEqual([forged, 404])
    }
    const key = `${TABLE}:${known}`
    const body = String(await redis.send('GET', key))
    await redis.send('SET', key, `id ${Buffer.from('*{}').toString('base64')}`, 'KEEPTTL')
    expect(await first.status(`/assets/${known}`)).toBe(404)
    await redis.send('SET', key, body, 'KEEPTTL')
    expect(await first.status(`/assets/${known}`)).toBe(200)
  })

  test('REL-1 every file of either build is found at either instance, those that pages name first', async () => {
    const [older, newer] = [await namedBy(first), await namedBy(second)]
    expect(older.length).toBeGreaterThan(40)
    expect(newer.length).toBeGreaterThan(40)
    expect(newer.filter((name) => names.first.includes(name))).toEqual([])
    for (const extension of ['.css', '.js', '.woff2'])
      expect([extension, newer.some((name) => name.endsWith(extension))]).toEqual([extension, true])
    expect(await missingAt(second, older)).toEqual([])
    expect(await missingAt(first, newer)).toEqual([])
    expect(await missingAt(second, names.first)).toEqual([])
    expect(await missingAt(first, names.second)).toEqual([])
  })

  test('REL-1 such a file is sent as the instance that built it sends it: headers, forms, parts, conditions', async () => {
    const pick = (extension: string) => names.second.filter((name) => name.endsWith(extension)).slice(0, 3)
    for (const name of [...pick('.css'), ...pick('.js'), ...pick('.woff2'), ...names.second.slice(-8)]) {
      for (const encoding of FORMS) {
        const [own, others] = [await file(second, name, encoding), await file(first, name, encoding)]
        // Another level of gzip may save a few bytes more.
        if (encoding === 'gzip') {
          expect([name, others.headers['content-encoding']]).toEqual([name, own.headers['content-encoding']])
          expect(others.headers.etag).toBe(own.headers.etag)
        } else expect([name, shown(others)]).toEqual([name, shown(own)])
      }
      const [own, others] = [await file(second, name), await file(first, name)]
      expect(others.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      for (const headers of [
        { range: 'bytes=5-20' },
        { range: 'bytes=99999999-' },
        { 'if-none-match': String(own.headers.etag) },
        { 'x-forwarded-proto': 'https' },
      ])
        expect(shown(await file(first, name, 'br', headers))).toEqual(shown(await file(second, name, 'br', headers)))
      expect(shown(await file(first, name, 'br', {}, 'HEAD'))).toEqual(
        shown(await file(second, name, 'br', {}, 'HEAD')),
      )
      expect(others.text).toBe(own.text)
    }
  })

  testWithVarnish('REL-1 the same behind Varnish, whichever instance it asks', async () => {
    const missing = []
    for (const name of [...names.first, ...names.second]) {
      const { status } = await fetch(`${varnish?.url}/assets/${name}`, { headers: { host: HOST } })
      if (status !== 200) missing.push(name)
    }
    expect(missing).toEqual([])
  })

  test('REL-8 an instance that becomes ready has the front page and the most read articles, as many as it may fetch', async () => {
    const [line] = second.lines().filter(({ msg }) => msg === 'pages are there before readers come')
    expect(line).toMatchObject({ pages: 3 })
    const order = second.lines().map(({ msg }) => msg)
    expect(order.indexOf('ready')).toBeGreaterThan(order.indexOf('pages are there before readers come'))
  })

  test('REL-6 names that no build gave are 404, stored nowhere, and cost the store one reading a second at most', async () => {
    const [script = ''] = names.second.filter((name) => name.endsWith('.js'))
    const strange = [
      `${script}.map`,
      `${script}.br`,
      'boot-aaaaaaaa.js',
      'boot.js',
      '..%2fserver.js',
      'x-AAAAAAAA.html',
    ]
    const commands = async () =>
      Number(/cmdstat_hgetall:calls=(\d+)/.exec(String(await redis.send('INFO', 'commandstats')))?.[1])
    const before = await commands()
    const startedAt = performance.now()
    const invented = Array.from({ length: 60 }, (_, index) => `boot-${String(index).padStart(8, '0')}.js`)
    for (const name of [...strange, ...invented]) {
      const { status, headers } = await file(first, name)
      expect([name, [400, 404].includes(status), headers['cache-control']]).toEqual([name, true, 'no-store'])
    }
    expect((await commands()) - before).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1000)
  })

  test('REL-1 files end seven days after the last instance of their release, whose running begins that time again', async () => {
    const [name = ''] = names.first
    for (const key of [TABLE, `${TABLE}:${name}`]) {
      const left = Number(await redis.send('PTTL', key))
      expect([key, left > 7 * DAY - 60_000, left < 7.1 * DAY]).toEqual([key, true, true])
    }
  })

  test('REL-6 while the store is away own files are sent, others as far as they were read; afterwards all again', async () => {
    const [own = ''] = names.first
    const [read = ''] = names.second
    expect(await first.status(`/assets/${read}`)).toBe(200)
    await redis.kill()
    expect(await first.status(`/assets/${own}`)).toBe(200)
    expect(await first.status(`/assets/${read}`)).toBe(200)
    const gone = await file(first, 'boot-ZZZZZZZZ.js')
    expect([gone.status, gone.headers['cache-control'], gone.ms < 5000]).toEqual([404, 'no-store', true])
    await redis.start()
    // Published again, as the store has lost all.
    await until(
      () => redis.send('HLEN', TABLE),
      (count) => Number(count) >= names.first.length + names.second.length,
      20_000,
    )
  })
})
