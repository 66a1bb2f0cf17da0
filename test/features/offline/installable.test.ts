import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import supertest from 'supertest'
import { serviceIcon } from '../../../src/services/icon.ts'
import { PAPER } from '../../../src/services/paper.ts'
import { createServices, SERVICE_NAMES } from '../../support/customer-site.ts'
import { ROOT, startTestPortal, type TestPortal } from '../../support/portal.ts'

/** Registration and worker, compressed: their share of the 5,500 bytes (docs/decisions/008). Bytes. */
const BUDGET = 1800
const AKADEMIA = 'akademia.localhost'
const TECH = 'post.localhost'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const get = (path: string, host = AKADEMIA) => supertest(portal.url).get(path).set('host', host).redirects(0)

async function document(path: string, host = AKADEMIA): Promise<Document> {
  return new JSDOM((await get(path, host)).text).window.document
}

test('another spelling of a cached path is 404: each would be cached as well', async () => {
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

test('the worker is a script that browsers revalidate each time, and it lists what to cache', async () => {
  const { status, headers, text } = await get('/sw.js')
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
  const shell = [...text.matchAll(/"(\/(?:assets\/[^"]+|offline[^"]*))"/g)].map((match) => match[1] ?? '')
  expect(shell).toEqual(expect.arrayContaining(['/offline', '/offline.js']))
  expect(shell.filter((path) => path.endsWith('.woff2'))).toEqual([])
  // For screen and print.
  expect(shell.filter((path) => path.endsWith('.css'))).toHaveLength(2)
  for (const path of shell) expect([path, (await get(path)).status]).toEqual([path, 200])
})

test('registration and worker stay within their share of the script budget of a page', async () => {
  const registration = await build({
    entryPoints: [join(ROOT, 'src/client/boot/offline.ts')],
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

test('the worker is compressed', async () => {
  const { headers } = await get('/sw.js').set('accept-encoding', 'gzip')
  expect(headers['content-encoding']).toBe('gzip')
})

describe.each([
  [AKADEMIA, 'akademia', '#5b3fd6'],
  [TECH, 'post', '#b3261e'],
])('on %s', (host, name, accent) => {
  test('the manifest names the service, and its icons have the declared sizes (OFFLINE-4, SVC-7)', async () => {
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

  test('the icon of the tab has its accent colour', async () => {
    const icon = await get('/favicon.svg', host).responseType('blob')
    expect(icon.headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(String(icon.body)).toBe(serviceIcon(createServices()[name as 'post'], 'rounded'))
    expect(String(icon.body)).toContain(`fill="${accent}"`)
  })

  test('favicon.ico has its icon in three sizes, is cached for a day, and is small (MARK-5)', async () => {
    const { status, headers, body } = await get('/favicon.ico', host).responseType('blob')
    const file = body as Buffer
    expect([status, headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^image\/(?:x-icon|vnd\.microsoft\.icon)$/),
    ])
    expect(headers['cache-control']).toBe('public, max-age=86400')
    expect(file.length).toBeLessThan(4096)
    expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 3])
    const images = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const [length, offset] = [file.readUInt32LE(6 + 16 * index + 8), file.readUInt32LE(6 + 16 * index + 12)]
        const imageFile = sharp(file.subarray(offset, offset + length))
        const { format, width, height } = await imageFile.metadata()
        const { data } = await imageFile.removeAlpha().raw().toBuffer({ resolveWithObject: true })
        // The middle of the left edge has the accent colour, whatever the size.
        const edge = (((height ?? 0) / 2) | 0) * (width ?? 0) * 3
        return [format, width, height, `#${data.subarray(edge, edge + 3).toString('hex')}`]
      }),
    )
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
    for (const [index, side] of [16, 32, 48].entries()) {
      const [format, width, height, colour] = images[index] ?? []
      expect([format, width, height]).toEqual(['png', side, side])
      const channels = [1, 3, 5].map((at) => Number.parseInt(String(colour).slice(at, at + 2), 16))
      for (const [channel, wanted] of [red, green, blue].entries()) {
        expect(Math.abs((channels[channel] ?? 0) - (wanted ?? 0))).toBeLessThan(12)
      }
    }
  })

  test('the offline page: its text, one main, noindex, the service by name and colour (OFFLINE-1)', async () => {
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

test('favicon.ico supports HEAD and ignores a query; no other spelling is cached as a page', async () => {
  const head = await supertest(portal.url).head('/favicon.ico?v=7').set('host', AKADEMIA)
  expect([head.status, head.text]).toEqual([200, undefined])
  expect(Number(head.headers['content-length'])).toBeGreaterThan(500)
  for (const path of ['/Favicon.ico', '/favicon.ico/', '/favicon.icon', '/FAVICON.ICO'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  for (const name of SERVICE_NAMES) {
    const { size } = await stat(join(ROOT, `dist/icons/${name}.ico`))
    expect([name, size > 500 && size < 4096]).toEqual([name, true])
  }
})

test('every service has its icons, Apple’s without transparency', async () => {
  for (const name of SERVICE_NAMES) {
    const file = await sharp(join(ROOT, `dist/icons/${name}-180.png`)).stats()
    const { width, height } = await sharp(join(ROOT, `dist/icons/${name}-180.png`)).metadata()
    expect([name, width, height, file.isOpaque]).toEqual([name, 180, 180, true])
  }
})

test('a page links manifest and icons, and colours the browser by theme; the academy is light only (HEAD-26)', async () => {
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

test('manifest, browser and style sheet have the same background colour', async () => {
  const tokens = await readFile(join(ROOT, 'views/styles/tokens.css'), 'utf8')
  const papers = [...tokens.matchAll(/--paper: (#[0-9a-f]{6})/g)].map((match) => match[1])
  expect(new Set(papers)).toEqual(new Set([PAPER.light, PAPER.dark]))
})

test('speculation rules render documents only in advance (LINK-9)', async () => {
  const rules = (await document('/')).querySelector('script[type=speculationrules]')?.textContent ?? ''
  const { prerender } = JSON.parse(rules) as { prerender: Array<{ eagerness: string; where: unknown }> }
  expect(prerender[0]?.eagerness).toBe('moderate')
  const where = JSON.stringify(prerender[0]?.where)
  for (const excluded of ['/api/*', '/search*', '/media/*', '/wp-json/*', '/assets/*', '/newsletter/*', 'nofollow']) {
    expect(where).toContain(excluded)
  }
})
