import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { plainLine } from '../../src/content/plain-line.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

const STATEMENT = `
accessibility:
  conformance: partial
  prepared: "2026-11-29"
  exceptions: ["Archival PDFs have no headings."]
  contact: { email: access@courier.example, telephone: "+44 20 0000 0000" }
  replyDays: 7
  authority: { title: Ombudsman, link: "https://ombudsman.example/" }
`

const documentOf = (html: string): Document => new JSDOM(plainLine(html)).window.document
const linksIn = (document: Document, selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '')

describe('the page to follow', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal()
  })
  afterAll(() => portal.close())

  test('has every way to follow the service, and the footer leads there (FOLLOW-1)', async () => {
    const { status, text } = await portal.get('/obserwuj')
    const page = documentOf(text)
    expect([status, page.querySelector('h1')?.textContent]).toEqual([200, 'Obserwuj'])
    expect(linksIn(page, '.article-body a')).toEqual(expect.arrayContaining(['/api/feed/rss', '/api/feed/feed-gn']))
    expect(page.querySelectorAll('.article-body form[action="/api/sare/"]')).toHaveLength(1)
    const profiles = linksIn(page, '.article-body a[rel~=me]')
    expect(profiles).toEqual(linksIn(page, '.footer a[rel~=me]'))
    expect(linksIn(documentOf((await portal.get('/')).text), '.footer a')).toContain('/obserwuj')
    for (const url of (await portal.get('/sitemap-pages-1.xml')).text.match(/<loc>[^<]*obserwuj<\/loc>/g) ?? ['none'])
      expect(url).toContain('/obserwuj')
  })

  test('an author and a series have one with their own feeds; others are 404 (FOLLOW-2)', async () => {
    const [, author = ''] =
      /<loc>https:\/\/[^/]*(\/author\/[^<]+)/.exec((await portal.get('/sitemap-authors-1.xml')).text) ?? []
    const link = linksIn(documentOf((await portal.get(author)).text), '.author-header a').find((href) =>
      href.startsWith('/obserwuj/'),
    )
    expect(link).toBe(`/obserwuj${author}`)
    const { status, text } = await portal.get(link ?? '')
    const page = documentOf(text)
    expect([status, page.querySelector('meta[name=robots]')?.getAttribute('content')]).toEqual([
      200,
      expect.stringContaining('noindex'),
    ])
    const [feed = ''] = linksIn(page, '.article-body a[type="application/rss+xml"]')
    expect(feed).toBe(`/api/feed/rss?author=${author.split('/')[2]}`)
    expect((await portal.get(feed)).status).toBe(200)
    for (const path of ['/obserwuj/author/nie-ma-takiego', '/obserwuj/seria/nie-ma', '/obserwuj/kategoria/edukacja'])
      expect([path, (await portal.get(path)).status]).toEqual([path, 404])
  })

  test('without a statement there is no page of it, and no link (A11Y-14)', async () => {
    expect((await portal.get('/deklaracja-dostepnosci')).status).toBe(404)
    expect((await portal.get('/')).text).not.toContain('deklaracja-dostepnosci')
  })
})

describe('a site with a statement on accessibility', () => {
  let folder: string
  let portal: PortalProcess
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'statement-'))
    await cp(join(ROOT, 'sites/courier'), folder, { recursive: true })
    const group = await readFile(join(folder, 'group.yaml'), 'utf8')
    await writeFile(join(folder, 'group.yaml'), `${group.replace(/^accessibility:\n(?: .*\n)*/m, '')}${STATEMENT}`)
    portal = await startProcess({ SITE_DIR: folder, NEWSROOM_DIR: join(folder, 'newsroom') })
    await portal.ready()
  })
  afterAll(async () => {
    await portal?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('has it in its language, with what is declared, tested and not accessible, and a contact (A11Y-14)', async () => {
    const { status, text } = await portal.ask('/accessibility')
    const page = documentOf(text)
    expect([status, page.querySelector('h1')?.textContent]).toEqual([200, 'Accessibility statement'])
    const body = page.querySelector('.article-body')
    expect(body?.textContent).toContain('conforms partially to WCAG 2.2')
    expect(body?.textContent).toContain('Archival PDFs have no headings.')
    expect(body?.textContent).toContain('We reply within 7 days.')
    expect(body?.textContent).toContain('Prepared on 29 November 2026.')
    expect(body?.textContent).not.toContain('Advertisements')
    expect(linksIn(page, '.article-body a')).toEqual([
      'mailto:access@courier.example',
      'tel:+442000000000',
      'https://ombudsman.example/',
    ])
    expect(linksIn(documentOf((await portal.ask('/')).text), '.footer a')).toContain('/accessibility')
  })
})
