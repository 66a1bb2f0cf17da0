import { createServer, type OutgoingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ROUTES } from '../../src/portal/routes.ts'
import { debianProgram } from '../support/debian-program.ts'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { freePort, type PortalProcess, startProcess } from '../support/process.ts'
import { rawRequest } from '../support/raw-request.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'
import { startVarnish, type VarnishServer } from '../support/varnish-server.ts'
import { describeWithVarnish, VARNISH_PROGRAM } from '../support/with-varnish.ts'

const redisProgram = debianProgram('redis-server', 'redis-server')
const describeWithBoth = VARNISH_PROGRAM === undefined || redisProgram === undefined ? describe.skip : describe

const HOST = 'post.example'
const TOKEN = 'bardzo-tajny-token'
const pagePath = (number: number): string => `/2026/01/artykul-${number}.html`

interface TestResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

describeWithBoth('Varnish with the configuration of deploy/, in front of two instances on one Redis', () => {
  let hub: HubServer
  let redis: RedisServer
  let varnish: VarnishServer
  let ports: [number, number]
  let portals: PortalProcess[]
  let title: string

  const startPortals = async (): Promise<void> => {
    const settings = {
      CONTENT: 'hub',
      CMS_URL: hub.url,
      SERVICE: 'post',
      SERVICE_URL_POST: `https://${HOST}`,
      PURGE_TOKEN: TOKEN,
      PURGE_FORWARD_URL: varnish.url,
      PURGE_FORWARD_TOKEN: varnish.purgeToken,
      REDIS_URL: redis.url,
    }
    portals = await Promise.all(ports.map((port) => startProcess({ ...settings, PORT: String(port) })))
    await Promise.all(portals.map((portal) => portal.ready()))
  }
  beforeAll(async () => {
    title = 'Tytuł'
    hub = await startHub(
      join(ROOT, 'test/support/fixtures/hub'),
      largeArchive({
        count: 80,
        perPage: 10,
        newest: Date.UTC(2026, 0, 31),
        hoursBetween: 1,
        articleOf: () => ({ title }),
      }),
    )
    ports = [await freePort(), await freePort()]
    redis = await startRedis(redisProgram ?? '')
    varnish = await startVarnish(VARNISH_PROGRAM ?? '', ports, [HOST, 'plus.example'])
    await startPortals()
    await ready()
  })
  afterAll(async () => {
    await varnish?.close()
    for (const portal of portals ?? []) await portal.stop()
    await redis?.close()
    await hub?.close()
  })

  const ask = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<TestResponse> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: varnish.port, path, method, agent: false }
      const call = request({ ...options, headers: { host: HOST, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      })
      call.on('error', reject)
      call.end()
    })
  const ready = () =>
    until(
      () => ask('/readyz'),
      ({ status }) => status === 200,
      20_000,
    )
  const kindOf = async (path: string, headers?: OutgoingHttpHeaders): Promise<unknown> =>
    (await ask(path, headers)).headers['x-proxy-cache']
  const titleOf = ({ body }: TestResponse): string => /<h1[^>]*>(?:<[^>]*>)*([^<]+)/.exec(body.toString())?.[1] ?? ''
  const purge = (headers: OutgoingHttpHeaders) => ask('/', headers, 'PURGE')

  test('the second reader of a page gets it from Varnish, also for a HEAD or a conditional request', async () => {
    expect(await kindOf(pagePath(1))).toBe('miss')
    const again = await ask(pagePath(1))
    expect([again.status, again.headers['x-proxy-cache']]).toEqual([200, 'hit'])
    // Readers do not get what is meant for Varnish (DEP-35).
    for (const name of ['surrogate-control', 'cdn-cache-control']) expect(again.headers[name]).toBeUndefined()
    expect(again.headers['cache-control']).toMatch(/^public, max-age=60, /)
    const head = await ask(pagePath(1), {}, 'HEAD')
    expect([head.status, head.body.length, head.headers['x-proxy-cache']]).toEqual([200, 0, 'hit'])
    const known = await ask(pagePath(1), { 'if-none-match': String(again.headers.etag) })
    expect([known.status, known.body.length]).toEqual([304, 0])
  })

  test('brotli, gzip and plain are stored separately, and sent as the portal made them', async () => {
    const plain = await ask(pagePath(2))
    const brotli = await ask(pagePath(2), { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const gzip = await ask(pagePath(2), { 'accept-encoding': 'gzip;q=1.0, br;q=0' })
    expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    // Other spellings of the same.
    expect(await kindOf(pagePath(2), { 'accept-encoding': 'br' })).toBe('hit')
    expect(await kindOf(pagePath(2), { 'accept-encoding': 'deflate' })).toBe('hit')
    expect(await kindOf(pagePath(2), { 'accept-encoding': 'gzip, brotli' })).toBe('hit')
  })

  test('cookies create no other object, and the cache sends none', async () => {
    expect(await kindOf(pagePath(3), { cookie: 'sesja=1' })).toBe('miss')
    const other = await ask(pagePath(3), { cookie: 'sesja=2' })
    expect([other.headers['x-proxy-cache'], other.headers['set-cookie']]).toEqual(['hit', undefined])
  })

  test('parameters without effect create no other object; the others do, in any order', async () => {
    expect(await kindOf(`${pagePath(4)}?utm_source=a`)).toBe('miss')
    for (const query of ['', '?', '?utm_source=b&fbclid=1', '?paged=3', '?x=s=1', '?newsletter=zmyslone']) {
      expect([query, await kindOf(pagePath(4) + query)]).toEqual([query, 'hit'])
    }
    expect(await kindOf('/search?s=krypto&page=2')).toBe('miss')
    expect(await kindOf('/search?page=2&utm=1&s=krypto&s=inne')).toBe('hit')
    expect(await kindOf('/search?page=3&s=krypto')).toBe('miss')
    expect(await kindOf(`${pagePath(4)}?newsletter=dodany`)).toBe('miss')
    expect(await kindOf(`${pagePath(4)}?a=1&newsletter=dodany&b=2`)).toBe('hit')
  })

  test('DEP-20 other spellings, hosts, parameters and headers of one page are one object', async () => {
    const path = pagePath(10)
    await ask(path)
    const before = await varnish.objects()
    for (let junk = 0; junk < 50; junk++) {
      const responses = await Promise.all([
        ask(`${path}?utm_${junk}=${junk}&a[]=${junk}`),
        ask(`${path}?newsletter=zmyslone-${junk}`),
        ask(`${path}?s=${junk}&page=${junk}&cat=${junk}&w=${junk}`),
        ask(path, { host: `zmyslony-${junk}.example` }),
        ask(path, { host: `POST.Example.:${8000 + junk}` }),
        ask(path, { cookie: `a=${junk}`, authorization: `Basic ${junk}`, accept: `text/x-${junk}` }),
        ask(path, { 'accept-encoding': `x-${junk}`, 'accept-language': `x-${junk}`, 'user-agent': `x-${junk}` }),
        ask(path, { 'x-forwarded-proto': `x-${junk}`, 'x-location': `/x-${junk}`, 'x-dropped-query': `?x=${junk}` }),
      ])
      expect(responses.map(({ status, headers }) => [status, headers['x-proxy-cache']])).toEqual(
        responses.map(() => [200, 'hit']),
      )
    }
    expect((await varnish.objects()) - before).toBe(0)
  })

  test('DEP-21 another spelling of a path redirects to the stored one, and is not stored', async () => {
    const path = pagePath(11)
    await ask(path)
    const before = await varnish.objects()
    const spellings = ['/2026/01/%61rtykul-11.html', '/2026//01/artykul-11.html', '/%32026/01/artykul%2D11%2Ehtml']
    for (const spelling of spellings) {
      const { status, headers, body } = await ask(`${spelling}?b=1`)
      expect([spelling, status, headers.location, body.length]).toEqual([spelling, 301, `${path}?b=1`, 0])
    }
    expect((await ask('/tag/%c5%82')).headers.location).toBe('/tag/%C5%82')
    // What the portal refuses is refused through Varnish too.
    for (const refused of [`/${path}`, `/a/..${path}`, `/a/%2e%2E${path}`])
      expect((await ask(refused)).status).toBe(404)
    expect((await varnish.objects()) - before).toBe(0)
    // Escapes are decoded once: this one is an escaped per cent sign.
    expect((await ask('/2026/01/%2561rtykul-11.html')).status).toBe(404)
  })

  test('DEP-25 where a page has moved, readers keep the parameters that create no other page', async () => {
    const moved = await ask(`${pagePath(12)}/?utm_source=a&fbclid=b`)
    expect([moved.status, moved.headers.location]).toEqual([301, expect.stringMatching(/\?utm_source=a&fbclid=b$/)])
    expect((await ask(`${pagePath(12)}/`)).headers.location).toMatch(/artykul-12(?:\.html)?$/)
  })

  test('DEP-20 two URLs are two objects where they are two pages to the portal, and one where they are one', async () => {
    const paths = [
      ...['/search', '/search?s=', '/search?s=a', '/search?s=b', '/search?s=a&page=2', '/search?page=2&s=a'],
      ...['/search?s=a+b', '/search?s=a%20b', '/search?%73=a', '/search?s=a&utm=1', '/search?S=a', '/search?xs=a'],
      ...['/api/feed/rss', '/api/feed/rss?cat=x', '/api/feed/rss?cat=x&page=2', '/api/feed/rss?page=2&cat=x'],
      ...['/api/feed/rss?s=1', '/api/feed/rss?article=x', '/api/feed/rss?cat=y', '/api/feed/feed-gn?cat=x'],
      ...[
        '/',
        '/?s=a',
        '/?page=2',
        '/?newsletter=dodany',
        '/?newsletter=blad&x=1',
        '/?x=1&newsletter=blad',
        '/?newsletter=x',
      ],
      ...['/api/feed/rss?tag=x', '/api/feed/rss?author=x', '/api/feed/rss?list=x'],
      ...[
        '/?p=12',
        '/?utm=1&p=12',
        '/?p=13',
        '/?page_id=12',
        '/?p=x',
        '/?cat=3&p=12',
        '/?tag=a',
        '/?feed=rss2',
        '/?paged=2',
      ],
      ...['/?amp', '/?amp=1', '/?x=1&amp', '/?ampere=1'],
      ...['/sitemap.xml', '/sitemap.xml?x=1', '/robots.txt', '/robots.txt?s=1'],
    ]
    const copies = new Map<string, string>()
    for (const path of paths) {
      await ask(path)
      copies.set(path, String((await ask(path)).headers['x-varnish']).split(' ')[1] ?? '')
    }
    for (const one of paths) {
      for (const other of paths) {
        const isOnePage = ROUTES.targetOf(one).url === ROUTES.targetOf(other).url
        expect([one, other, copies.get(one) === copies.get(other)]).toEqual([one, other, isOnePage])
      }
    }
  })

  test('DEP-24 unbounded keys are stored separately from pages', async () => {
    const copyOf = async () => String((await ask(pagePath(13))).headers['x-varnish']).split(' ')[1]
    await ask(pagePath(13))
    const copy = await copyOf()
    // More than its own storage holds, and more than that of pages.
    for (let number = 0; number < 500; number++) {
      await Promise.all([ask(`/search?s=klucz-${number}`), ask(`/kategoria/nie-ma-${number}`)])
    }
    expect(await copyOf()).toBe(copy)
  })

  test('uncacheable responses are not stored: failures, the operator’s endpoints, forms', async () => {
    for (const path of [
      '/readyz',
      '/version',
      '/newsletter/potwierdz/abc',
      '/newsletter/wypisz/abc',
      '/newsletter/ustawienia/abc',
    ]) {
      await ask(path)
      expect([path, await kindOf(path)]).toEqual([path, 'miss'])
    }
    // Not read by any feed: an instance with its content in the cache would show it.
    const contentPath = '/wp-json/bb/v2/post/2026/01/artykul-80'
    expect(hub.countOf(contentPath)).toBe(0)
    hub.misbehave(contentPath, { status: 500 })
    const failed = await ask(pagePath(80))
    expect([failed.status, failed.headers['cache-control']]).toEqual([503, 'no-store'])
    hub.recover()
    await until(
      () => ask(pagePath(80)),
      ({ status }) => status === 200,
      40_000,
    )
    expect((await ask('/', {}, 'TRACE')).status).toBe(405)
  })

  test('PURGE by surrogate key needs the token, and makes only objects with the key stale', async () => {
    await ask(pagePath(5))
    await ask(pagePath(6))
    const key = { 'surrogate-key': 'post-99995' }
    expect((await purge(key)).status).toBe(401)
    expect((await purge({ ...key, authorization: 'Bearer ' })).status).toBe(401)
    expect((await purge({ ...key, authorization: 'Bearer zmyslony-token' })).status).toBe(401)
    /** Varnish's id of the object that it sent. */
    const copyOf = async (path: string) => String((await ask(path)).headers['x-varnish']).split(' ')[1]
    const before = { five: await copyOf(pagePath(5)), six: await copyOf(pagePath(6)) }
    expect(await copyOf(pagePath(5))).toBe(before.five)
    expect((await purge({ ...key, authorization: `Bearer ${varnish.purgeToken}` })).status).toBe(200)
    // The first client still gets the stale object, and triggers the fetch of a new one.
    expect(await copyOf(pagePath(5))).toBe(before.five)
    await until(
      () => copyOf(pagePath(5)),
      (copy) => copy !== undefined && copy !== before.five,
    )
    expect(await copyOf(pagePath(6))).toBe(before.six)
  })

  test('a purge at one instance reaches Varnish and the other one, by path with any query and by tag (PURGE-7)', async () => {
    const shows = async (path: string, wanted: string) =>
      until(
        async () => titleOf(await ask(path)),
        (shown) => shown === wanted,
        20_000,
      )
    /** At one instance: it notifies the other one and Varnish. */
    const purgeOne = async (body: object): Promise<void> => {
      const headers = { host: HOST, 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` }
      const reply = await portals[0]?.ask('/ops/purge', { method: 'POST', headers, body: JSON.stringify(body) })
      expect(reply?.status).toBe(200)
    }
    const paths = [pagePath(7), `${pagePath(7)}?newsletter=blad`]
    for (const path of paths) await shows(path, 'Tytuł')
    title = 'Nowy tytuł'
    await purgeOne({ paths: [pagePath(7)] })
    for (const path of paths) await shows(path, 'Nowy tytuł')
    title = 'Nowszy tytuł'
    await purgeOne({ tags: ['post-99993'] })
    for (const path of paths) await shows(path, 'Nowszy tytuł')
    title = 'Tytuł'
  })

  test('a 404 is never served stale: the next reader gets what has been published since', async () => {
    const link = '/2026/01/dopiero-co'
    const path = `${link}.html`
    expect((await ask(path)).status).toBe(404)
    hub.misbehave(`/wp-json/bb/v2/post${link}`, {
      body: JSON.stringify({ ID: 7, title: 'Dopiero co', relative_link: link, blocks: [], seo: {} }),
    })
    const headers = { host: HOST, 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` }
    const purgeRequest = { method: 'POST', headers, body: JSON.stringify({ paths: [path] }) }
    for (const portal of portals) expect((await portal.ask('/ops/purge', purgeRequest)).status).toBe(200)
    await purge({ 'surrogate-key': `path:${path}`, authorization: `Bearer ${varnish.purgeToken}` })
    expect((await ask(path)).status).toBe(200)
    hub.recover()
  })

  test('with both instances gone, readers get Varnish’s objects past their freshness; then the new instances serve', async () => {
    const path = pagePath(8)
    expect((await ask(path)).status).toBe(200)
    await Promise.all(portals.map((portal) => portal.stop()))
    // Stale at once, as after its minute.
    await purge({ 'surrogate-key': 'post-99992', authorization: `Bearer ${varnish.purgeToken}` })
    for (let attempt = 0; attempt < 20; attempt++) {
      const { status, headers } = await ask(path)
      expect([status, headers['x-proxy-cache']]).toEqual([200, 'hit'])
    }
    const never = await ask(pagePath(9))
    expect([never.status, never.headers['cache-control']]).toEqual([503, 'no-store'])
    await startPortals()
    await ready()
    expect(titleOf(await ask(pagePath(9)))).toBe('Tytuł')
  })
})

describeWithVarnish('how long Varnish keeps what an instance sends (DEP-35)', () => {
  let instance: Server
  let varnish: VarnishServer
  const counts = new Map<string, number>()
  const brief = { 'cache-control': 'public, max-age=1', 'cdn-cache-control': 'public, max-age=86400' }
  const long = 'max-age=86400, stale-while-revalidate=600, stale-if-error=86400'
  const sent: Record<string, OutgoingHttpHeaders> = {
    '/long': { ...brief, 'surrogate-control': long },
    '/brief': brief,
    '/short': { 'cache-control': 'public, max-age=600', 'surrogate-control': 'stale-if-error=86400, max-age=1' },
    '/stale': { ...brief, 'surrogate-control': long, 'x-cache': 'stale' },
    '/odd': { ...brief, 'surrogate-control': 'content="ESI/1.0", s-max-age=600' },
    '/secret': { 'cache-control': 'no-store', 'surrogate-control': long },
  }

  beforeAll(async () => {
    instance = createServer(({ url = '' }, response) => {
      counts.set(url, (counts.get(url) ?? 0) + 1)
      response.writeHead(200, { 'content-type': 'text/html', ...sent[url] }).end(`${counts.get(url)}`)
    })
    await new Promise<void>((resolve) => instance.listen(0, '127.0.0.1', resolve))
    const { port } = instance.address() as AddressInfo
    varnish = await startVarnish(VARNISH_PROGRAM ?? '', [port, port], [HOST])
  })
  afterAll(async () => {
    await varnish?.close()
    instance?.closeAllConnections()
    await new Promise((resolve) => instance.close(resolve))
  })
  const get = (path: string) => fetch(varnish.url + path)

  test('DEP-21: a target that does not begin with a slash reaches no instance, but for OPTIONS *', async () => {
    const send = async (method: string, target: string): Promise<number> =>
      (await rawRequest(varnish.port, `${method} ${target} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`))
        .status
    const before = [...counts]
    for (const target of ['https://zly.example', 'https:zly.example/', 'x', '?x=1', '*'])
      expect([target, await send('GET', target)]).toEqual([target, 400])
    expect([...counts]).toEqual(before)
    expect([await send('OPTIONS', '*'), counts.get('*')]).toEqual([200, 1])
  })

  test('for what Surrogate-Control says, else Cache-Control, and what is stale for a second', async () => {
    for (const path of Object.keys(sent)) await (await get(path)).text()
    await wait(2500)
    const readers: Array<Record<string, string | null>> = []
    for (const path of Object.keys(sent)) {
      // The first reader after the end of a copy gets it, and a new one is fetched.
      const { headers } = await get(path)
      const [control, surrogate, cdn, age] = ['cache-control', 'surrogate-control', 'cdn-cache-control', 'age'].map(
        (name) => headers.get(name),
      )
      readers.push({
        path,
        control: control ?? null,
        others: [surrogate, cdn].join(''),
        age: age === null ? null : 'there',
      })
    }
    await until(
      () => ['/brief', '/short', '/stale', '/odd', '/secret'].map((path) => counts.get(path)),
      (all) => all.every((count) => count === 2),
    )
    expect(counts.get('/long')).toBe(1)
    const control = (path: string) => String(sent[path]?.['cache-control'])
    expect(readers).toEqual(
      Object.keys(sent).map((path) => ({
        path,
        control: control(path),
        others: '',
        // Of what no purge ends the time here counts for browsers too.
        age: path === '/brief' ? 'there' : null,
      })),
    )
  })
})
