import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { JSDOM } from 'jsdom'
import { plainLine } from '../../src/content/plain-line.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { recordedSite } from '../support/recorded-article.ts'
import { silentMp3 } from '../support/silence.ts'
import { until } from '../support/until.ts'

const LEAD = 'Element <dialog> i atrybut <details name>, List<String> też. 3 < 4 & 5.'
const TITLE = 'Znacznik <dialog> w przeglądarkach'
const PATH = '/2026/11/znacznik'
const HALF = '/2026/11/premiera'
const VIDEO = '/2026/11/film'
const COMMA = '/2026/11/przecinek'

const article = (title: string, lead: string, body: string, more = ''): string => `---
title: ${title}
lead: ${lead}
date: 2026-11-20T12:00
author: pisarz
category: edukacja
tags: []
${more}---
${body}`
const text = '<!-- wp:paragraph -->\n<p>Tekst.</p>\n<!-- /wp:paragraph -->\n'
const video = (url: string): string =>
  `<!-- wp:embed {"url":"${url.replaceAll('&', '\\u0026')}","type":"video","providerNameSlug":"youtube"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url.replaceAll('&', '&amp;')}\n</div></figure>\n<!-- /wp:embed -->\n`
const chart =
  '<!-- wp:acf/chart {"data":{"title":"Kurs \\ud83d i \\u0000 <b>","type":"bar","series":[{"label":"a\\udc00","value":1}]}} /-->\n'

let portal: TestPortal
let folder: string
let close: () => Promise<void>

beforeAll(async () => {
  const site = await recordedSite()
  folder = site.folder
  const write = async (path: string, content: string | Buffer): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const articles = 'newsroom/akademia/articles'
  await write(`${articles}/znacznik.html`, article(TITLE, LEAD, text))
  await write(
    `${articles}/premiera.html`,
    article(
      '"Premiera \\ud83d i \\u0007dzwonek"',
      '"Lead \\udc00."',
      text + chart,
      'image: { src: /2026/02/blockchain-skrot-blok-lancuch.webp, alt: "Opis \\ud83d", caption: "Podpis \\ud83d" }\n',
    ),
  )
  await write(
    `${articles}/film.html`,
    article('Film', 'Lead.', video('https://www.youtube.com/watch?time_continue=77&v=AbCdEfGhI10')),
  )
  await write(
    'newsroom/authors/pisarz.yaml',
    'name: "Jan <Pisarz> \\ud83d"\ndescription: Pisze o <canvas> i <video>.\nsince: 2020-01-01\n',
  )
  await write('site/public/zwiastun.mp3', silentMp3(1))
  await write('site/public/napisy.vtt', `WEBVTT\n\n00:00.000 --> 00:01.000\n${'Dzień dobry. '.repeat(200)}\n`)
  portal = await startTestPortal(site.variables)
  close = async () => {
    await portal.close()
    await rm(folder, { recursive: true })
  }
})
afterAll(() => close())

const documentOf = async (path: string): Promise<Document> => new JSDOM((await portal.get(path)).text).window.document
const meta = (document: Document, name: string): string | undefined =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? undefined
const xml = async (path: string): Promise<Document> =>
  new JSDOM((await portal.get(path)).text, { contentType: 'application/xml' }).window.document

describe('angle brackets of plain texts stay (SRC-37)', () => {
  test.each([PATH, `/wp-json/amp/v2/post${PATH}`])('on %s, in its description and its JSON-LD', async (path) => {
    const document = await documentOf(path)
    expect(plainLine(document.body.textContent ?? '')).toContain(LEAD)
    expect(document.querySelector('h1')?.textContent?.replaceAll('\u00a0', ' ')).toBe(TITLE)
    if (path === PATH) expect([meta(document, 'description'), meta(document, 'og:description')]).toEqual([LEAD, LEAD])
    const graph = [...document.querySelectorAll('script[type="application/ld+json"]')].map((one) => one.textContent)
    expect(JSON.stringify(graph.map((one) => JSON.parse(one ?? '')))).toContain(
      JSON.stringify(LEAD).slice(1, -1).replaceAll('"', '\\"'),
    )
  })

  test('on cards, in feeds and in searches', async () => {
    expect(plainLine((await documentOf('/kategoria/edukacja')).body.textContent ?? '')).toContain(
      'Element <dialog> i atrybut <details name>',
    )
    const atom = await xml('/api/feed/feed-gn')
    expect([...atom.querySelectorAll('summary')].map((one) => one.textContent)).toContain(LEAD)
    const rss = await xml('/api/feed/rss')
    const [described = ''] = [...rss.querySelectorAll('item > description')]
      .map((one) => one.textContent ?? '')
      .filter((one) => one.includes('dialog'))
    // As HTML and as text it says the same (FEED-15).
    expect(new JSDOM(described).window.document.body.textContent?.replaceAll('\u2060', '')).toBe(LEAD)
    const { posts } = JSON.parse((await portal.get('/search/znacznik/1')).text) as { posts: Array<{ lead: string }> }
    expect(posts.map(({ lead }) => plainLine(lead))).toContain(LEAD)
  })

  test('in an author’s biography', async () => {
    const document = await documentOf('/author/pisarz')
    expect(document.body.textContent).toContain('Pisze o\u00a0<canvas> i\u00a0<video>.')
    expect(document.querySelector('h1')?.textContent).toContain('Jan <Pisarz>')
  })
})

describe('half of a surrogate pair (TEXT-11)', () => {
  test.each([HALF, `/fragment${HALF}`, `/wp-json/amp/v2/post${HALF}`, '/author/pisarz', '/kategoria/edukacja'])(
    'on %s is U+FFFD',
    async (path) => {
      const { status, text: html } = await portal.get(path)
      expect(status).toBe(200)
      expect(html).toContain('\ufffd')
      expect(['\u0000', '\u0007'].filter((one) => html.includes(one))).toEqual([])
    },
  )

  test('in feeds and maps leaves them well-formed', async () => {
    for (const path of ['/api/feed/feed-gn', '/api/feed/rss', '/sitemap.xml', '/news-sitemap.xml'])
      expect([path, (await xml(path)).querySelector('parsererror')]).toEqual([path, null])
  })
})

test('an older link to a video keeps its beginning on page, AMP and feed', async () => {
  expect((await portal.get(VIDEO)).text).toContain('start=77')
  expect((await portal.get(`/wp-json/amp/v2/post${VIDEO}`)).text).toContain('data-param-start="77"')
  expect((await portal.get('/api/feed/rss')).text).toContain('t=77s')
})

describe('a shared link with something after it (PAGE-26)', () => {
  test.each(['%20', ',', ')', '.', '%22', '%E2%80%A6', '&utm_source=x', '),', '%2520'])(
    '%s leads to the article',
    async (end) => {
      const { status, headers } = await portal.get(PATH + end)
      expect([status, headers.location]).toEqual([301, PATH])
    },
  )

  test('keeps its query, and leads nowhere else', async () => {
    expect((await portal.get(`${PATH},?utm_source=x`)).headers.location).toBe(`${PATH}?utm_source=x`)
    for (const path of ['/2026/11/nie-ma,', '/nie-ma%22', '/,', '/kategoria/edukacja'])
      expect([path, (await portal.get(path)).headers.location]).toEqual([path, undefined])
    expect((await portal.get(COMMA)).status).toBe(404)
  })
})

describe('ranges of public files (COST-53, COST-85)', () => {
  const get = (path: string, headers: Record<string, string> = {}) => portal.get(path, headers)

  test('of a short recording', async () => {
    const whole = await get('/zwiastun.mp3')
    const size = Number(whole.headers['content-length'])
    expect([whole.status, whole.headers['accept-ranges'], whole.headers['content-type']]).toEqual([
      200,
      'bytes',
      'audio/mpeg',
    ])
    for (const [range, expected] of [
      ['bytes=0-1', `bytes 0-1/${size}`],
      ['bytes=-100', `bytes ${size - 100}-${size - 1}/${size}`],
      ['bytes=10-', `bytes 10-${size - 1}/${size}`],
      ['bytes=0-99999999999999999999', `bytes 0-${size - 1}/${size}`],
    ] as const) {
      const part = await get('/zwiastun.mp3', { range, 'accept-encoding': 'gzip' })
      expect([range, part.status, part.headers['content-range'], part.headers['content-encoding']]).toEqual([
        range,
        206,
        expected,
        undefined,
      ])
    }
    const behind = await get('/zwiastun.mp3', { range: `bytes=${size}-` })
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${size}`])
    for (const range of ['bytes=0-1,4-5', 'bytes=5-2', 'letters=0-1', 'bytes=-'])
      expect([range, (await get('/zwiastun.mp3', { range })).status]).toEqual([range, 200])
  })

  test('only of the bytes that the client has', async () => {
    for (const path of ['/zwiastun.mp3', '/napisy.vtt']) {
      const { etag = '' } = (await get(path)).headers
      expect(etag).toMatch(/^"/)
      const statusFor = async (condition: string) =>
        (await get(path, { range: 'bytes=0-1', 'if-range': condition })).status
      expect([path, await statusFor(etag), await statusFor(`W/${etag}`), await statusFor('"inny"')]).toEqual([
        path,
        206,
        200,
        200,
      ])
      expect(await statusFor(new Date().toUTCString())).toBe(200)
    }
  })

  test('of captions are never parts of a compressed form', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const whole = await get('/napisy.vtt', headers)
    expect([
      whole.headers['content-encoding'],
      whole.headers['accept-ranges'],
      whole.headers.etag?.startsWith('W/'),
    ]).toEqual(['gzip', undefined, true])
    const part = await get('/napisy.vtt', { ...headers, range: 'bytes=0-5' })
    expect([part.status, part.text, part.headers['content-encoding'], part.headers['content-type']]).toEqual([
      206,
      'WEBVTT',
      undefined,
      'text/vtt; charset=utf-8',
    ])
  })

  test('a file that is added, changed and removed counts without a restart', async () => {
    const file = join(folder, 'site/public/nowy.txt')
    const textOf = async () => {
      const { status, text: body } = await get('/nowy.txt')
      return status === 200 ? body : status
    }
    expect(await textOf()).toBe(404)
    for (const content of ['krótki', 'o wiele dłuższy '.repeat(20_000), 'znów']) {
      await writeFile(file, content)
      await until(textOf, (body) => body === content)
    }
    await rm(file)
    await until(textOf, (body) => body === 404)
  })
})
