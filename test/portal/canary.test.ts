import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import * as z from 'zod'
import { checkedContent } from '../../src/edge/page-cache/snapshot.ts'
import { canariesIn, sendCanaries } from '../support/canaries.ts'
import { freePort, type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

/** Every secret setting, with a unique value. */
const SECRETS = {
  CMS_KEY: 'kanarek cms key 1',
  SARE_API_KEY: 'kanarek-sare-2',
  GIPHY_API_KEY: 'kanarek-giphy-3',
  PURGE_TOKEN: 'kanarek-purge-4',
  METRICS_TOKEN: 'kanarek-metrics-5',
  PURGE_FORWARD_TOKEN: 'kanarek-forward-6',
  KV_REST_API_TOKEN: 'kanarek-kv-7',
}
const REDIS_PASSWORD = 'kanarek-redis-8'
const USER = 'redaktor-kanarek'
const READER = 'czytelniczka@poczta.example'
const READER_IP = '203.0.113.77'
const ARTICLE = '/2026/03/artykul'
const BASIC = Buffer.from(`${USER}:${SECRETS.CMS_KEY}`).toString('base64')

/** A secret as it is, and as it is sent. */
const NEEDLES = [...Object.values(SECRETS), REDIS_PASSWORD, BASIC].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
])
const leaksIn = (text: string): string[] => NEEDLES.filter((needle) => text.includes(needle))

/** A server that echoes every request, in each part of a response. */
type Manner = 'json' | 'html' | 'redirect' | 'status' | 'cut' | 'shape'
let manner: Manner = 'json'
let output = ''

function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const heard = `${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks)}`
    output += heard
    if (manner === 'cut') return void response.destroy()
    if (manner === 'redirect') {
      const key = encodeURIComponent(String(request.headers.authorization ?? request.headers.apikey ?? request.url))
      return void response.writeHead(302, { location: `http://inny.example/?${key}`, 'x-heard': key }).end(heard)
    }
    if (manner === 'status') return void response.writeHead(500, { 'x-heard': encodeURIComponent(heard) }).end(heard)
    if (manner === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${heard}</p>`)
    if (manner === 'shape') return void response.writeHead(200).end(JSON.stringify({ errors: heard, result: heard }))
    const gif = {
      blockName: 'acf/giphy',
      attrs: { data: { id_gifa: `gif${output.length}` } },
      innerHTML: '',
      innerBlocks: [],
    }
    const article = { title: 'Tytuł', relative_link: ARTICLE, blocks: [gif], posts: [], max_pages: 1 }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(article))
  })
}

const server = createServer(echo)
let stand: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stand = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': READER_IP },
  body: JSON.stringify(body),
})

/** Sends requests to everything that responds, and returns all responses with their headers. */
async function askEverything({ ask }: PortalProcess): Promise<string> {
  const own = { authorization: `Bearer ${SECRETS.PURGE_TOKEN}` }
  const requests: Array<Parameters<PortalProcess['ask']>> = [
    ...[
      '/',
      ARTICLE,
      `${ARTICLE}?${output.length}`,
      `/wp-json/amp/v2/post${ARTICLE}`,
      `/fragment${ARTICLE}`,
      '/nie-ma',
    ].map((path): [string] => [path]),
    ...['/kategoria/x', '/tag/x', '/author/x', '/search?s=x', '/search/x/1', '/api/feed/feed-gn', '/api/feed/rss'].map(
      (path): [string] => [path],
    ),
    ...['/sitemap.xml', '/news-sitemap.xml', '/robots.txt', '/api/getScrollPosts', '/api/oembed?url=x', '/version'].map(
      (path): [string] => [path],
    ),
    ...['/healthz', '/readyz', '/manifest.webmanifest', '/offline', '/sw.js', '/marfeel.js', '/%E0%A4%A'].map(
      (path): [string] => [path],
    ),
    // A client with the token may send it; no response repeats it.
    ['/metrics', { headers: { authorization: `Bearer ${SECRETS.METRICS_TOKEN}` } }],
    ['/metrics', { headers: { authorization: 'Bearer zgaduje' } }],
    [`/?token=${SECRETS.PURGE_TOKEN}`, {}],
    ['/ops/purge', { ...json({ paths: [ARTICLE] }), headers: { ...json({}).headers, ...own } }],
    ['/ops/purge', { ...json({ paths: 7 }), headers: { ...json({}).headers, ...own } }],
    ['/ops/purge', { method: 'POST', headers: { ...json({}).headers, ...own }, body: '{"' }],
    ['/ops/purge', json({ paths: [ARTICLE] })],
    ['/api/sare/', json({ email: READER, consent: true })],
    ['/api/sare/', json({ email: `${READER}x`, consent: false })],
    ['/api/sare/', { ...json({}), body: `{"email":"${READER}"` }],
  ]
  const responses = []
  for (const [path, options] of requests)
    responses.push(await ask(path, options).catch((error: Error) => error.message))
  return JSON.stringify(responses)
}

const variables = () => ({
  ...SECRETS,
  CONTENT: 'hub',
  CMS_URL: stand,
  CMS_USER: USER,
  SARE_URL: stand,
  SARE_UID: 'szpalta',
  GIPHY_API_URL: stand,
  WEBSUB_HUB_URL: stand,
  PURGE_FORWARD_URL: stand,
  KV_REST_API_URL: stand,
  LOG_LEVEL: 'debug',
  PAGE_CACHE: 'off',
})

test('no secret is in a response or a log line, whatever other servers echo, and no reader data either', async () => {
  const portal = await startProcess(variables())
  await portal.listening()
  const written: Record<string, string> = {}
  for (manner of ['json', 'status', 'html', 'redirect', 'shape', 'cut'] as const)
    written[manner] = await askEverything(portal)
  for (manner of ['json', 'status', 'html', 'shape', 'cut'] as const) await sendCanaries(portal)
  for (const [said, text] of Object.entries(written)) expect([said, leaksIn(text)]).toEqual([said, []])
  portal.child.kill('SIGTERM')
  expect(await portal.exit()).toBe(0)
  expect(leaksIn(portal.output + portal.complaints)).toEqual([])
  expect(portal.output).not.toContain(READER)
  expect(portal.output).not.toContain(READER_IP)
  // OBS-47
  expect(canariesIn(portal)).toEqual([])
  expect(output.toLowerCase()).toContain('zxkanar')
  expect(portal.lines().length).toBeGreaterThan(100)
  // The secrets were in use: without this check, a test that sends none would pass.
  for (const used of [
    BASIC,
    SECRETS.SARE_API_KEY,
    SECRETS.GIPHY_API_KEY,
    SECRETS.PURGE_FORWARD_TOKEN,
    SECRETS.KV_REST_API_TOKEN,
  ]) {
    expect(output).toContain(used)
  }
})

test('pages persisted on disk contain no secret, no reader data, and no unbounded keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'canary-'))
  const file = join(folder, 'pages.bin')
  manner = 'json'
  const portal = await startProcess({ ...variables(), PAGE_CACHE: 'on', PAGE_CACHE_FILE: file })
  await portal.ready()
  await askEverything(portal)
  portal.child.kill('SIGTERM')
  expect(await portal.exit()).toBe(0)
  const bytes = await readFile(file)
  expect(await readdir(folder)).toEqual(['pages.bin'])
  await rm(folder, { recursive: true })
  const kept = bytes.toString('latin1')
  expect(leaksIn(kept)).toEqual([])
  for (const other of [READER, READER_IP, 'szpalta_', 'set-cookie']) {
    expect([other, kept.includes(other)]).toEqual([other, false])
  }
  const { pages } = z
    .object({ pages: z.array(z.object({ url: z.string() })) })
    .parse(deserialize(checkedContent(bytes)))
  const urls = pages.map(({ url }) => url)
  expect(urls).toContain(ARTICLE)
  expect(urls.filter((url) => /^\/(?:search|nie-ma)/.test(url))).toEqual([])
})

test('the password of an unreachable store is in no log line', async () => {
  const { KV_REST_API_TOKEN: _token, ...rest } = SECRETS
  const { KV_REST_API_URL: _url, ...others } = variables()
  const nobody = await freePort()
  manner = 'json'
  const portal = await startProcess({
    ...others,
    ...rest,
    KV_REST_API_TOKEN: '',
    REDIS_URL: `redis://u:${REDIS_PASSWORD}@127.0.0.1:${nobody}/0`,
  })
  await portal.listening()
  expect(leaksIn(await askEverything(portal))).toEqual([])
  await portal.stop()
  expect(leaksIn(portal.output + portal.complaints)).toEqual([])
})

test('unusable settings are named without their values', async () => {
  const portal = await startProcess({
    ...variables(),
    PURGE_TOKEN: 'kanarek',
    PORT: '70000',
    REDIS_URL: `redis://:${REDIS_PASSWORD}@x/?a=b`,
  })
  expect(await portal.exit()).toBe(1)
  expect(portal.complaints).toContain('PURGE_TOKEN')
  expect(portal.output + portal.complaints).not.toMatch(/kanarek/)
})

test('no built file contains a setting of this machine, and no source map is served', async () => {
  const names = (await readdir(join(ROOT, 'dist'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  for (const { parentPath, name } of names) {
    const text = await readFile(join(parentPath, name), 'latin1')
    expect([name, leaksIn(text)]).toEqual([name, []])
  }
  const assets = await readdir(join(ROOT, 'dist/assets'))
  expect(assets.filter((name) => name.endsWith('.map'))).toEqual([])
  for (const name of assets.filter((name) => name.endsWith('.js'))) {
    expect([name, (await readFile(join(ROOT, 'dist/assets', name), 'utf8')).includes('sourceMappingURL')]).toEqual([
      name,
      false,
    ])
  }
  manner = 'status'
  const portal = await startProcess(variables())
  await portal.listening()
  for (const path of [
    '/assets/server.js.map',
    '/server.js.map',
    '/dist/server.js',
    '/assets/../server.js',
    '/assets/..%2fserver.js',
    '/.env',
    '/assets.json',
    '/package.json',
    '/media/..%2f..%2fpackage.json',
    '/icons/..%2fserver.js.map',
    '/data/subscribers.sqlite',
  ]) {
    expect([path, [400, 404, 503].includes(await portal.status(path))]).toEqual([path, true])
  }
  await portal.stop()
})
