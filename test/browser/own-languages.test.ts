import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { seriousProblems } from '../support/axe.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { crawl } from '../support/crawl.ts'
import { foreignTexts, readerTexts } from '../support/foreign-texts.ts'
import { addOwnLanguages, exampleSiteIn, OWN_LANGUAGES } from '../support/own-languages.ts'
import { type PortalProcess, type ProcessResponse, startProcess } from '../support/process.ts'

addOwnLanguages()
const HOST = 'courier.example'
const SHOWN = [
  '/',
  '/not-there',
  '/search',
  '/search?s=a',
  '/search?s=qqxxyyzz',
  '/offline',
  '/about',
  '/newsletter/potwierdz/x',
]
const TOKEN = 'a-token-of-twenty-letters'
const ARTICLE = /^\/\d{4}\/\d{2}\/[^/?.]+$/
/** Names and abbreviations that are the same in every language, and words that a reader searches for. */
const NAMES =
  /\b(?:AMP|Atom|RSS|PDF|JSON|CC0|JavaScript\w*|Facebook|Bluesky|Mastodon|WhatsApp|LinkedIn|X|Global Privacy Control|Google Analytics|qqxxyyzz|tides)\b/g

describe.each(OWN_LANGUAGES)('the example site in %s', (language) => {
  let folder: string
  let portal: PortalProcess
  let browser: TestBrowser
  let responses: Map<string, ProcessResponse>
  let kinds: string[]
  const foreign: string[] = []
  beforeAll(async () => {
    folder = await exampleSiteIn(language)
    portal = await startProcess({
      SITE_DIR: folder,
      SUBSCRIBERS_FILE: join(folder, 'subscribers.sqlite'),
      CONSENT_MODE: 'own',
      GA_MEASUREMENT_ID: 'G-ABCDEF1234',
      METRICS_TOKEN: TOKEN,
    })
    await portal.ready()
    responses = await crawl(portal, { from: [...SHOWN, '/sitemap.xml', '/api/feed/rss'], host: HOST, most: 500 })
    const first = (form: RegExp): string[] => [...responses.keys()].filter((path) => form.test(path)).slice(0, 1)
    kinds = [
      ...SHOWN,
      ...[...responses.keys()].filter((path) => ARTICLE.test(path)).slice(0, 2),
      ...first(/^\/category\/(?!latest)/),
      ...first(/^\/tag\//),
      ...first(/^\/author\//),
      ...first(/confidentialite|privacy-and-cookies/),
      ...first(/articles-enregistres|\/saved/),
      ...first(/^\/(?:suivre|follow)$/),
      ...first(/^\/accessibili/),
    ]
    browser = await startBrowser(({ port }) => port === String(portal.port), foreign)
  })
  afterAll(async () => {
    await browser.close()
    await portal.stop()
    await rm(join(folder, '..'), { recursive: true })
  })
  const documents = () =>
    [...responses].filter(([, { headers }]) => /html|xml|json/.test(String(headers['content-type'])))

  test('has no text of another language on any page, in any feed, map or JSON-LD (LANG-1)', () => {
    expect(kinds.length).toBeGreaterThanOrEqual(17)
    const texts = documents().flatMap(([path, { text }]) =>
      foreignTexts(`${readerTexts(text)}\n${namesIn(text)}`, language).map((one) => `${path}: ${one}`),
    )
    expect(texts).toEqual([])
  })

  if (language === 'he') {
    test('has no word in Latin letters where a reader reads or hears (LANG-9)', () => {
      const words = documents().flatMap(([path, { text, headers }]) => {
        // The page on privacy has the names of all providers.
        if (!String(headers['content-type']).includes('html') || path === '/privacy-and-cookies') return []
        const read = `${wordsShown(text)}\n${namesIn(text)}`
          .replace(/\b(?:https?:\/\/|mailto:)\S+|\S+@\S+|[\w-]+(?:\.[\w-]+)+/g, '')
          .replace(NAMES, '')
        return [...new Set(read.match(/\p{Script=Latin}{2,}/gu))].map((word) => `${path}: ${word}`)
      })
      expect(words).toEqual([])
    })
  }

  test('shows editors their figures in its language and direction (FIG-4)', async () => {
    const authorization = `Bearer ${TOKEN}`
    const { text } = await portal.ask('/ops/figures', { headers: { host: HOST, accept: 'text/html', authorization } })
    const { documentElement } = new JSDOM(text).window.document
    expect([documentElement.lang, documentElement.dir]).toEqual([language, language === 'he' ? 'rtl' : ''])
    expect(foreignTexts(readerTexts(text), language)).toEqual([])
    if (language === 'he') expect(wordsShown(text).match(/\p{Script=Latin}{2,}/gu)).toBeNull()
    else expect(text).toContain('Les plus lus')
  })

  test('has valid AMP documents in its language and direction (LANG-9)', async () => {
    const articles = [...responses.keys()].filter((path) => ARTICLE.test(path))
    expect(articles.length).toBeGreaterThanOrEqual(8)
    for (const path of articles) {
      const { text } = await portal.ask(`/wp-json/amp/v2/post${path}`, { headers: { host: HOST } })
      const { window } = new JSDOM(text)
      expect([path, ...(await ampProblems(text)), ...unvalidatedProblems(window.document)]).toEqual([path])
      expect([...foreignTexts(readerTexts(text), language), window.document.documentElement.dir]).toEqual([
        language === 'he' ? 'rtl' : '',
      ])
    }
  })

  test.each([360, 1280])(
    'at %i pixels nothing is wider than the page, and axe finds nothing serious (LANG-9)',
    async (width) => {
      const problems: string[] = []
      for (const path of kinds) {
        const page = await browser.context.newPage()
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`http://127.0.0.1:${portal.port}${path}`)
        const overflow = await page.evaluate(() => {
          scrollTo(document.dir === 'rtl' ? -100 : 100, 0)
          return Math.abs(scrollX) + Math.max(0, document.documentElement.scrollWidth - innerWidth)
        })
        if (overflow > 0) problems.push(`${path}: ${overflow} pixels too wide`)
        problems.push(...(await seriousProblems(page)).map((problem) => `${path}: ${problem}`))
        await page.close()
      }
      expect([...problems, ...foreign]).toEqual([])
    },
  )

  test('begins its lines, menus and arrows at its own side (LANG-9)', async () => {
    const page = await browser.context.newPage()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`http://127.0.0.1:${portal.port}/`)
    const sides = await page.evaluate(() => {
      const middle = innerWidth / 2
      const sideOf = (selector: string): string => {
        const { left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? { left: 0, right: 0 }
        return (left + right) / 2 < middle ? 'left' : 'right'
      }
      const title = document.createElement('h2')
      title.className = 'section-title'
      title.append(document.createElement('a'))
      document.querySelector('main')?.append(title)
      const arrow = getComputedStyle(title.firstElementChild ?? title, '::after').content
      // The lead's title may stand in the middle.
      const link = [...document.querySelectorAll('.card-title a')].at(-1)
      const [line, box] = [link?.getClientRects()[0], link?.parentElement?.getBoundingClientRect()]
      const isAtRight = Number(box?.right) - Number(line?.right) < Number(line?.left) - Number(box?.left)
      return [
        sideOf('.wordmark'),
        sideOf('[data-theme-switch]'),
        /←/.test(arrow) ? 'left' : 'right',
        isAtRight ? 'right' : 'left',
      ]
    })
    expect(sides).toEqual(language === 'he' ? ['right', 'left', 'left', 'right'] : ['left', 'right', 'right', 'left'])
    await page.close()
  })
})

/** Names, titles and descriptions that machines read. */
function namesIn(html: string): string {
  const names: string[] = []
  for (const [, json = ''] of html.matchAll(/<script[^>]*ld\+json[^>]*>([\s\S]*?)<\/script>/g)) {
    JSON.parse(json, (key, value: unknown) => {
      if (typeof value === 'string' && /^(?:name|headline|description|alternateName|caption|articleSection)$/.test(key))
        names.push(value)
      return value
    })
  }
  return names.join('\n')
}

/** Text and attributes of a page that are read or spoken, without those that scripts read. */
function wordsShown(html: string): string {
  const { document } = new JSDOM(html).window
  for (const element of document.querySelectorAll('script, style, template, code, pre')) element.remove()
  const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
    ['aria-label', 'aria-description', 'alt', 'title', 'placeholder', 'summary'].flatMap(
      (name) => element.getAttribute(name) ?? [],
    ),
  )
  const described = [
    ...document.querySelectorAll('meta[name=description], meta[property^="og:"]:not([content^=http])'),
  ].flatMap((meta) => (/title|description|alt/.test(meta.outerHTML) ? (meta.getAttribute('content') ?? '') : []))
  return [document.title, document.body.textContent, ...attributes, ...described].join('\n')
}
