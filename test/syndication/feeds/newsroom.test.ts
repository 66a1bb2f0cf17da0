import { JSDOM } from 'jsdom'
import { articleLines, compact } from '../../support/article-text.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { childNamed, childrenNamed, parseXml } from '../../support/xml.ts'

const SERVICES = ['akademia', 'post', 'plus', 'rozrywka', 'bizblog', 'autoblog']

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test.each(SERVICES)(
  '%s: an entry contains every line of its article, with absolute URLs and image sizes',
  async (name) => {
    const host = `${name}.localhost`
    const { text } = await portal.get('/api/feed/feed-gn', { host })
    const entries = childrenNamed(parseXml(text), 'entry')
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries) {
      const links = childrenNamed(entry, 'link').map(({ attributes }) => attributes)
      const url = new URL(links.find(({ rel }) => rel === 'alternate')?.href ?? '')
      const page = await portal.get(url.pathname, { host })
      const { document } = new JSDOM(childNamed(entry, 'content')?.text ?? '').window
      const actual = compact(document.body.textContent)
      const missing = articleLines(page.text).filter((line) => !actual.includes(line))
      expect([url.pathname, page.status, missing]).toEqual([url.pathname, 200, []])
      for (const element of document.querySelectorAll('[href], [src]')) {
        expect(element.getAttribute('href') ?? element.getAttribute('src')).toMatch(/^(?:https?|mailto|tel):/)
      }
      for (const link of links.filter(({ rel }) => rel === 'enclosure')) {
        // Absent until it is known (FEED-21).
        if (link.length !== undefined) expect(Number(link.length)).toBeGreaterThan(1000)
      }
    }
  },
)
