import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import supertest from 'supertest'
import { serviceIcon } from '../../src/services/icon.ts'
import { PAPER } from '../../src/services/paper.ts'
import { SERVICE_NAMES } from '../../src/services/service.ts'
import { createServices } from '../../src/services/table.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

/** Registration and worker together, compressed: their share of the 6 kB (docs/decisions/008). Bytes. */
const BUDGET = 1800
const AKADEMIA = 'akademia.localhost'
const TECH = 'post.localhost'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
}, 30_000)
afterAll(() => portal.close())

const get = (path: string, host = AKADEMIA) => supertest(portal.url).get(path).set('host', host).redirects(0)

async function document(path: string, host = AKADEMIA): Promise<Document> {
  return new JSDOM((await get(path, host)).text).window.document
}

test('another spelling of what is kept is nothing: each would be kept as well', async () => {
  const others = ['/api/feed/rss/', '/search/klucz/1/', '/marfeel.js/']
  for (const path of [
    ...others,
    '/SW.js',
    '/sw.js/',
    '/Offline',
    '/offline/',
    '/MANIFEST.webmanifest',
    '/manifest.webmanifest/',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('the worker is a script that a browser asks for anew each time, and it was told what to keep', async () => {
  const { status, headers, text } = await get('/sw.js')
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
  const shell = [...text.matchAll(/"(\/(?:assets\/[^"]+|offline[^"]*))"/g)].map((match) => match[1] ?? '')
  expect(shell).toEqual(expect.arrayContaining(['/offline', '/offline.js']))
  expect(shell.filter((path) => path.endsWith('.woff2'))).toHaveLength(4)
  expect(shell.filter((path) => path.endsWith('.css'))).toHaveLength(1)
  for (const path of shell) expect([path, (await get(path)).status]).toEqual([path, 200])
})

test('registration and worker stay below their share of the script that a page may load', async () => {
  const registration = await build({
    entryPoints: [join(ROOT, 'views/boot/offline.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
  })
  const worker = await get('/sw.js')
  const bytes = [registration.outputFiles[0]?.text ?? '', worker.text].map((code) => gzipSync(code).length)
  expect(bytes[0]).toBeGreaterThan(0)
  expect((bytes[0] ?? 0) + (bytes[1] ?? 0)).toBeLessThan(BUDGET)
})

test('the worker is sent compressed', async () => {
  const { headers } = await get('/sw.js').set('accept-encoding', 'gzip')
  expect(headers['content-encoding']).toBe('gzip')
})

describe.each([
  [AKADEMIA, 'akademia', '#5b3fd6'],
  [TECH, 'post', '#b3261e'],
])('on %s', (host, name, accent) => {
  test('the manifest names the service, and its icons have the sizes that it says', async () => {
    const { headers, body, text } = await get('/manifest.webmanifest', host)
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
    const manifest = (Object.keys(body).length > 0 ? body : JSON.parse(text)) as {
      icons: Array<{ src: string; sizes: string; type: string; purpose?: string }>
    }
    const service = createServices()[name as 'akademia' | 'post']
    expect(manifest).toMatchObject({
      name: `Szpalta ${service.title}`,
      short_name: service.title,
      lang: 'pl',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: PAPER.light,
      background_color: PAPER.light,
    })
    expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      'any any',
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await get(src, host).responseType('blob')
      expect([src, icon.status, icon.headers['content-type']]).toEqual([src, 200, type])
      const { width, height } = await sharp(icon.body as Buffer).metadata()
      if (sizes !== 'any') expect([src, `${width}x${height}`]).toEqual([src, sizes])
    }
  })

  test('its tab shows its own accent', async () => {
    const icon = await get('/favicon.svg', host).responseType('blob')
    expect(icon.headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(String(icon.body)).toBe(serviceIcon(createServices()[name as 'post'], 'rounded'))
    expect(String(icon.body)).toContain(`fill="${accent}"`)
  })

  test('the offline page: its words, one main, not for search engines, the service by name and colour', async () => {
    const { status, headers } = await get('/offline', host)
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
    const page = await document('/offline', host)
    expect(page.querySelectorAll('main')).toHaveLength(1)
    expect(page.querySelector('h1')?.textContent).toBe('Brak połączenia')
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(page.querySelector('.wordmark-service')?.textContent).toBe(createServices()[name as 'post'].title)
    expect(page.documentElement.getAttribute('style')).toContain(accent)
    expect(page.querySelector('noscript a')?.textContent).toBe('Spróbuj ponownie')
  })
})

test('every service has its icons, Apple’s without transparency', async () => {
  for (const name of SERVICE_NAMES) {
    const file = await sharp(join(ROOT, `dist/icons/${name}-180.png`)).stats()
    const { width, height } = await sharp(join(ROOT, `dist/icons/${name}-180.png`)).metadata()
    expect([name, width, height, file.isOpaque]).toEqual([name, 180, 180, true])
  }
})

test('a page links manifest and icons, and colours the browser by theme; the academy is light only', async () => {
  const colours = (page: Document) =>
    [...page.querySelectorAll('meta[name=theme-color]')].map((meta) => [
      meta.getAttribute('content'),
      meta.getAttribute('media'),
    ])
  const [academy, tech] = [await document('/'), await document('/', TECH)]
  expect(academy.querySelector('link[rel=manifest]')?.getAttribute('href')).toBe('/manifest.webmanifest')
  expect(tech.querySelector('link[rel=apple-touch-icon]')?.getAttribute('href')).toBe('/icons/post-180.png')
  expect(colours(academy)).toEqual([[PAPER.light, null]])
  expect(colours(tech)).toEqual([
    [PAPER.light, '(prefers-color-scheme: light)'],
    [PAPER.dark, '(prefers-color-scheme: dark)'],
  ])
})

test('the paper of manifest and browser is the paper of the style sheet', async () => {
  const tokens = await readFile(join(ROOT, 'views/styles/tokens.css'), 'utf8')
  const papers = [...tokens.matchAll(/--paper: (#[0-9a-f]{6})/g)].map((match) => match[1])
  expect(new Set(papers)).toEqual(new Set([PAPER.light, PAPER.dark]))
})

test('speculation rules fetch documents only', async () => {
  const rules = (await document('/')).querySelector('script[type=speculationrules]')?.textContent ?? ''
  const { prefetch } = JSON.parse(rules) as { prefetch: Array<{ eagerness: string; where: unknown }> }
  expect(prefetch[0]?.eagerness).toBe('moderate')
  const where = JSON.stringify(prefetch[0]?.where)
  for (const excluded of ['/api/*', '/search*', '/media/*', '/wp-json/*', '/assets/*', '/newsletter/*', 'nofollow']) {
    expect(where).toContain(excluded)
  }
})
