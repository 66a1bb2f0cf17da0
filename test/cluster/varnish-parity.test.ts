import { appendFile, cp, mkdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROUTES } from '../../src/portal/routes.ts'
import { createLiveNewsroom, type LiveNewsroom, updatesOfDay } from '../support/live-newsroom.ts'
import { podcastSite } from '../support/podcast-site.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { rawRequest } from '../support/raw-request.ts'
import { until } from '../support/until.ts'
import { startVarnish, type VarnishServer } from '../support/varnish-server.ts'
import { describeWithVarnish, VARNISH_PROGRAM } from '../support/with-varnish.ts'

const HOST = 'gazeta.example'
const EPISODE = '/2026/03/odcinek-2'
const MOVED = '/stary-adres'

/** Headers whose values are the same at every time and place, or are Varnish's own. */
const COMPARED = [
  ...['content-type', 'location', 'etag', 'content-encoding', 'content-range', 'accept-ranges', 'vary', 'allow'],
  ...['x-robots-tag', 'surrogate-key', 'access-control-allow-origin', 'access-control-allow-credentials'],
  ...['content-security-policy', 'strict-transport-security', 'set-cookie', 'retry-after', 'content-disposition'],
]

interface Answered {
  status: number
  headers: Record<string, unknown>
  body: string
}

describeWithVarnish('Varnish in front of a portal', () => {
  let portal: PortalProcess
  let varnish: VarnishServer
  let live: LiveNewsroom
  let site: Awaited<ReturnType<typeof podcastSite>>
  let since: string

  beforeAll(async () => {
    site = await podcastSite()
    live = await createLiveNewsroom(updatesOfDay(30, '2026-11-24'))
    const { SITE_DIR = '' } = site.variables
    const coverage = 'akademia/articles/multisig-dwa-z-trzech.html'
    await cp(join(live.folder, coverage), join(site.folder, 'newsroom', coverage))
    await mkdir(join(site.folder, 'newsroom/images/2026/03'), { recursive: true })
    const image = sharp({ create: { width: 900, height: 600, channels: 3, background: { r: 9, g: 60, b: 120 } } })
    await image.jpeg().toFile(join(site.folder, 'newsroom/images/2026/03/zdjecie.jpg'))
    await appendFile(
      join(SITE_DIR, 'redirects.csv'),
      ['from,to,status', `${MOVED},${EPISODE}`, '/?id=5,/tag/czas', '/stare.php?id=7,/plus,302', '/usuniete,,410'].join(
        '\n',
      ),
    )
    portal = await startProcess({
      ...site.variables,
      SERVICE: 'akademia',
      SERVICE_URL_AKADEMIA: `https://${HOST}`,
      UNKNOWN_HOSTS: 'refuse',
    })
    await portal.ready()
    varnish = await startVarnish(VARNISH_PROGRAM ?? '', [portal.port, portal.port], [HOST])
    await until(
      async () => (await ask(varnish.port, '/readyz')).status,
      (status) => status === 200,
      20_000,
    )
    const { body } = await ask(portal.port, `/fragment/live${live.path}`)
    since = /data-seen="([^"]+)"/.exec(body)?.[1] ?? ''
    await ask(portal.port, '/')
  })
  afterAll(async () => {
    await varnish?.close()
    await portal?.stop()
    await live?.remove()
    await rm(site.folder, { recursive: true })
  })

  const ask = (port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const call = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          agent: false,
          headers: { host: HOST, 'x-forwarded-proto': 'https', ...headers },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            // A 304 may repeat what the client has (RFC 9110, 15.4.5). Sound has one encoding: it may vary by it or not.
            const left = response.statusCode === 304 ? ['content-type'] : []
            if (path.split('?', 1)[0]?.endsWith('.mp3')) left.push('vary')
            const names = COMPARED.filter((name) => !left.includes(name))
            const compared = names.map((name) => [name, response.headers[name]])
            const body = Buffer.concat(chunks).toString('latin1')
            resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(compared), body })
          })
        },
      )
      call.on('error', reject)
      call.end()
    })

  /** Answers that differ, of a request through Varnish (twice: fetched and stored) and straight from the portal. */
  const differences = async (
    paths: readonly string[],
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<unknown[]> => {
    const all: unknown[] = []
    for (const path of paths) {
      const straight = await ask(portal.port, path, headers, method)
      for (const time of [1, 2]) {
        const through = await ask(varnish.port, path, headers, method)
        if (JSON.stringify(through) !== JSON.stringify(straight))
          all.push({ path, time, straight: brief(straight), through: brief(through) })
      }
    }
    return all
  }
  const brief = ({ status, headers, body }: Answered) => ({
    status,
    ...JSON.parse(JSON.stringify(headers)),
    body: body.length,
    'content-security-policy': undefined,
  })

  /** Every kind of route. */
  const routes = (): string[] => [
    ...['/', '/search', '/search/klucz/1', '/search/klucz/suggestions', '/tag/czas', '/plus', '/nie-ma-takiej'],
    ...[EPISODE, `${EPISODE}/`, MOVED, '/usuniete', '/stare.php', `/amp${EPISODE}`, `/wp-json/amp/v2/post${EPISODE}`],
    ...[`/fragment${EPISODE}`, `/fragment/live${live.path}`, `/api/amp/next${EPISODE}`, '/api/getScrollPosts'],
    ...['/api/feed/feed-gn', '/api/feed/rss', '/api/feed/comments', '/api/feed/podcast', '/api/feed/chapters'],
    ...[
      '/api/feed/transcript',
      '/api/most-read',
      '/api/oembed',
      '/api/consent',
      '/api/nie-ma',
      '/media/2026/03/zdjecie.webp',
    ],
    ...['/sitemap.xml', '/news-sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/offline', '/favicon.ico'],
    ...['/icons/akademia.svg', '/assets/nie-ma.js', '/nagrania/1.mp3', '/wp-admin/post.php', '/feed/', '/page/2'],
    ...['/preview/1', '/newsletter/wypisz/x', '/version'],
  ]
  /** Every parameter that counts somewhere, and others, each with values that mean something. */
  const parameters = (): string[] => [
    ...[
      's=klucz',
      's=',
      's',
      'category=edukacja',
      'from=2026-01-01',
      'to=2026-02-30',
      'page=2',
      'page=02',
      'page=1',
      'page=x',
    ],
    ...[
      `since=${encodeURIComponent(since)}`,
      'since=zmyslone',
      'cat=edukacja',
      'tag=czas',
      'tag=bitcoin',
      'author=maja-lewandowicz',
    ],
    ...[
      'series=rozmowy',
      'list=a%2Fb',
      `article=${EPISODE}`,
      `article=${encodeURIComponent(EPISODE)}`,
      'window=1h',
      'window=x',
    ],
    ...[
      `url=https://${HOST}${EPISODE}`,
      `url=${encodeURIComponent(`https://${HOST}${EPISODE}`)}`,
      'format=xml',
      'maxwidth=300',
    ],
    ...[
      'from=3',
      '__amp_source_origin=https%3A%2F%2Fgazeta.example',
      'w=320',
      'h=180',
      'v=1',
      'p=12',
      'p=x',
      'page_id=3',
    ],
    ...[
      'feed=atom',
      'paged=2',
      'amp',
      'amp=1',
      'newsletter=dodany',
      'newsletter=x',
      'id=5',
      'id=7',
      'utm_source=a&fbclid=b',
    ],
    ...[
      '?',
      '&',
      '=',
      'x=%00',
      'x=%zz',
      '%73=klucz',
      'c%61t=edukacja',
      'a[]=1',
      'reply=1',
      'output=text',
      'action=edit',
    ],
  ]
  /** Of a listed route every parameter alone, twice, and with others in either order; elsewhere many at once. */
  const queriesOf = (route: string): string[] => {
    const all = parameters()
    const several = all.map((_, index) => [0, 11, 23].map((step) => all[(index + step) % all.length]).join('&'))
    const declared = ROUTES.at(route)?.parameters
    if (!declared) return several.filter((_, index) => index % 6 === 0)
    const own = declared.map(({ name }) => name)
    const repeated = all.filter((one) => own.some((name) => one === name || one.startsWith(`${name}=`)))
    return [
      ...all,
      ...several.filter((_, index) => index % 3 === 0),
      ...repeated.map((one) => `${one}&x=1&${one}&${one}`),
    ]
  }

  test('DEP-25 routes × parameters: no response through Varnish differs from the portal’s', async () => {
    expect(since).not.toBe('')
    const paths = routes().flatMap((route) => [
      route,
      `${route}?`,
      ...queriesOf(route).map((query) => `${route}?${query}`),
    ])
    expect(paths.length).toBeGreaterThan(1000)
    expect(await differences(paths)).toEqual([])
  }, 600_000)

  test('DEP-25 nor of a HEAD, a condition, a range, an encoding, a cookie or a scheme', async () => {
    const { headers } = await ask(portal.port, EPISODE)
    const paths = [
      EPISODE,
      `${EPISODE}?utm_source=a`,
      '/nagrania/1.mp3',
      '/media/2026/03/zdjecie.webp?w=320&x=1',
      MOVED,
      '/tag/czas',
    ]
    expect(await differences(paths, {}, 'HEAD')).toEqual([])
    const conditions: Array<Record<string, string>> = [
      { 'if-none-match': String(headers.etag) },
      { 'if-none-match': `"x", ${String(headers.etag)}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': new Date().toUTCString() },
      { range: 'bytes=0-99' },
      { range: 'bytes=-10', 'if-range': '"x"' },
      { 'accept-encoding': 'br' },
      { cookie: 'a=1', authorization: 'Basic eA==' },
      { accept: 'image/avif,*/*' },
      { 'x-forwarded-proto': 'http' },
      { host: `www.${HOST}` },
    ]
    const differing: unknown[] = []
    for (const condition of conditions) {
      const differ = await differences(paths, condition)
      if (differ.length > 0) differing.push(condition, ...differ)
    }
    expect(differing).toEqual([])
  }, 120_000)

  test('DEP-21 a target in absolute form reaches no instance', async () => {
    const absolute = (target: string) =>
      rawRequest(varnish.port, `GET ${target} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
    for (const target of ['https://zly.example', 'https:zly.example/', 'x', '//']) {
      expect([target, (await absolute(target)).status >= 400 || (await absolute(target)).status === 301]).toEqual([
        target,
        true,
      ])
    }
  })
})
