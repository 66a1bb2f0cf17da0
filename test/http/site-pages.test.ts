import { JSDOM } from 'jsdom'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

/** Pages about the site are no news (PAGE-27). */

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({})
})
afterAll(() => portal.close())

const documentAt = async (path: string, host = 'akademia.localhost') =>
  new JSDOM((await portal.get(path, { host })).text).window.document

const OF_NEWS = [
  '[data-articles]',
  '[data-sentinel]',
  '.reading-progress',
  '.trail',
  '.chip',
  '.authors',
  '.author-note',
  '.share',
  '.read-next',
  '.onward',
  'article .header-tools',
  'article .section-title',
  'header [aria-current]',
]
const HOSTS = ['akademia', 'post', 'plus'].map((name) => `${name}.localhost`)

test.each(['/kontakt', '/o-nas', '/polityka-prywatnosci'])(
  '%s has title, lead, text and the date of its last change (PAGE-27)',
  async (path) => {
    const document = await documentAt(path)
    for (const host of HOSTS) {
      const page = await documentAt(path, host)
      expect([host, OF_NEWS.filter((selector) => page.querySelector(selector) !== null)]).toEqual([host, []])
    }
    expect(document.querySelector('h1')?.textContent).not.toBe('')
    expect(document.querySelector('.article-header .lead')?.textContent).not.toBe('')
    expect(document.querySelector('.byline')?.textContent).toMatch(/^Aktualizacja: \d{1,2} \p{L}+ 2026$/u)
    expect(document.querySelectorAll('.article-body p').length).toBeGreaterThan(1)
  },
)

test('as AMP a page appends nothing either, an article does (PAGE-27)', async () => {
  const [page, article] = await Promise.all(
    ['/kontakt', '/2026/10/oszustwo-krypto-gdzie-zglosic'].map((path) => documentAt(`/wp-json/amp/v2/post${path}`)),
  )
  expect(article?.querySelector('amp-next-page')).not.toBeNull()
  expect(page?.querySelector('amp-next-page')).toBeNull()
  expect(page?.querySelector('.byline')?.textContent).toMatch(/^Aktualizacja: \d{1,2} \p{L}+ 2026$/u)
  expect((await portal.get('/api/amp/next/kontakt?from=0')).status).toBe(404)
})
