import { createHash } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { parseHtml, visit } from '../../../src/content/html/tree.ts'
import { HOSTILE } from '../../support/fixtures/hostile.ts'
import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { childNamed, childrenNamed, parseXml, type XmlElement } from '../../support/xml.ts'

const ATOM = 'http://www.w3.org/2005/Atom'
const ORIGIN = 'https://akademia.szpalta.test'
const FEED = '/api/feed/feed-gn'
/** RFC 3339, as RFC 4287 3.3 has it: upper case T and Z, always an offset. */
const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/
const DAY = 24 * 3_600_000
const NEWEST = Date.UTC(2026, 10, 20, 8)
const ARTICLES = 120

/** Characters that break XML, in addition to the payloads that run in a page. */
const BREAKING = [
  'a]]>b',
  '\u0000\u0008\u000b\u001f',
  'lone \ud800 surrogate \udc00',
  '\ufffe\uffff',
  '&nbsp;&bogus;',
  '<!DOCTYPE x [<!ENTITY e "e">]>&e;',
  '<![CDATA[x]]>',
  '&lt;script&gt;hacked()&lt;/script&gt;',
]
const EVIL = [...BREAKING, ...HOSTILE]

let hub: HubServer
let portal: TestPortal
let feed: XmlElement
let entries: XmlElement[]

function hostileArticle(index: number): object {
  // Every entry contains some payloads, all of them appear in the fifty; the first one stays unchanged.
  if (index === 0) return { post_generated_date: '2026-11-20T12:00:00+01:00' }
  const evil = (offset: number): string => EVIL[(index * 5 + offset) % EVIL.length] ?? ''
  return {
    title: evil(0),
    lead: evil(1),
    nrm_multi_authors: [{ author: { name: evil(2) || 'A', relative_link: `/author/x${index}` } }],
    categories: [{ name: evil(3), slug: 'z', relative_link: '/tag/z' }],
    blocks: [
      { blockName: 'core/paragraph', attrs: {}, innerHTML: `<p>${evil(4)}</p>`, innerBlocks: [] },
      { blockName: 'core/html', attrs: {}, innerHTML: `${evil(5)}<p title="a]]>b">]]></p>`, innerBlocks: [] },
    ],
  }
}

beforeAll(async () => {
  hub = await startHub(
    undefined,
    largeArchive({ count: ARTICLES, perPage: 12, newest: NEWEST, hoursBetween: 5, articleOf: hostileArticle }),
  )
  portal = await startTestPortal({
    CONTENT: 'hub',
    CMS_URL: hub.url,
    WEBSUB_HUB_URL: 'https://websub.example/',
  })
  feed = parseXml((await portal.get(FEED)).text)
  entries = childrenNamed(feed, 'entry')
})
afterAll(async () => {
  await portal.close()
  await hub.close()
})

const links = (element: XmlElement, rel: string) =>
  childrenNamed(element, 'link').filter(({ attributes }) => (attributes.rel ?? 'alternate') === rel)
/** Elements and attributes that a feed reader could run or send. */
function runningIn(html: string): string[] {
  const problems: string[] = []
  visit(parseHtml(html), ({ tagName, attrs }) => {
    if (/^(?:script|iframe|form|input|button|style|link|meta|base|object|embed)$/.test(tagName)) problems.push(tagName)
    for (const { name, value } of attrs) {
      const isUrl = /^(?:href|src|cite|poster|action|data|ping|background|xlink:href)$/.test(name)
      const runs = /^on|^srcdoc$/.test(name) || (isUrl && !/^(?:https?|mailto|tel):/i.test(value))
      if (runs) problems.push(`${tagName} ${name}=${value}`)
    }
    return true
  })
  return problems
}
const only = (element: XmlElement, name: string): string => {
  const children = childrenNamed(element, name)
  expect([name, children.length]).toEqual([name, 1])
  return children[0]?.text ?? ''
}

test('is served as Atom, well-formed with hostile titles, names and texts in it (FEED-1)', async () => {
  const { status, headers, text } = await portal.get(FEED)
  expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true)
  expect([feed.uri, feed.name]).toEqual([ATOM, 'feed'])
  expect(entries).toHaveLength(50)
  expect(EVIL.length).toBeLessThanOrEqual(50 * 5)
})

describe('RFC 4287 for a feed', () => {
  test('4.1.1: exactly one id, title and updated; at most one subtitle, icon, logo, rights and generator', () => {
    for (const name of ['id', 'title', 'updated']) only(feed, name)
    for (const name of ['subtitle', 'icon', 'logo', 'rights', 'generator']) {
      expect([name, childrenNamed(feed, name).length <= 1]).toEqual([name, true])
    }
  })

  test('4.1.1: an author, as entries may have none', () => {
    expect(childrenNamed(feed, 'author').map((author) => only(author, 'name'))).toEqual(['Szpalta Akademia krypto'])
  })

  test('4.1.1: at most one alternate link of a type and language; a link to itself', () => {
    expect(links(feed, 'alternate').map(({ attributes }) => attributes.href)).toEqual([`${ORIGIN}/`])
    expect(links(feed, 'self').map(({ attributes }) => attributes.href)).toEqual([ORIGIN + FEED])
  })

  test('its elements are in the Atom namespace, or in those that it declares', () => {
    const known = new Set('id title subtitle updated link author icon entry'.split(' '))
    expect(feed.children.filter(({ uri, name }) => uri !== ATOM || !known.has(name))).toEqual([])
  })
})

describe('RFC 4287 for an entry', () => {
  test('4.1.2: exactly one id, title and updated; at most one content, published and summary', () => {
    for (const entry of entries) {
      for (const name of ['id', 'title', 'updated', 'published', 'content']) only(entry, name)
      expect(childrenNamed(entry, 'summary').length).toBeLessThanOrEqual(1)
    }
  })

  test('4.1.2: authors with a name each; an alternate link', () => {
    for (const entry of entries) {
      for (const author of childrenNamed(entry, 'author')) only(author, 'name')
      expect(links(entry, 'alternate')).toHaveLength(1)
    }
  })

  test('4.2.6: ids are unique URIs', () => {
    const ids = entries.map((entry) => only(entry, 'id'))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^tag:akademia\.szpalta\.test,2026:akademia:\d+$/)
    expect(ids[0]).toBe('tag:akademia.szpalta.test,2026:akademia:100000')
  })

  test('3.3: dates are RFC 3339', () => {
    for (const element of [feed, ...entries]) {
      for (const name of ['updated', 'published']) {
        for (const date of childrenNamed(element, name)) expect(date.text).toMatch(DATE)
      }
    }
  })

  test('4.1.3.3: content of type html is one text, and contains what a page could show: nothing that runs', () => {
    for (const entry of entries) {
      const content = childNamed(entry, 'content')
      expect(content?.attributes.type).toBe('html')
      expect(content?.children).toEqual([])
      expect(runningIn(content?.text ?? '')).toEqual([])
    }
  })

  test('4.2.7: links are absolute; 4.2.2: categories have a term', () => {
    for (const entry of entries) {
      for (const { attributes } of childrenNamed(entry, 'link')) expect(URL.canParse(attributes.href ?? '')).toBe(true)
      for (const { attributes } of childrenNamed(entry, 'category')) expect(attributes.term).toBeTruthy()
    }
  })

  test('text constructs are plain: what is escaped in the CMS stays escaped once', () => {
    const titles = entries.map((entry) => childNamed(entry, 'title'))
    for (const title of titles) expect([title?.attributes.type ?? 'text', title?.children]).toEqual(['text', []])
  })
})

describe('the fields of an entry', () => {
  test('title, URL, dates, all authors, categories, summary, whole text, image (FEED-6)', () => {
    const [first] = entries as [XmlElement]
    expect(only(first, 'title')).toBe('Artykuł 0')
    expect(links(first, 'alternate')[0]?.attributes.href).toBe(`${ORIGIN}/2026/01/artykul-0`)
    expect(only(first, 'published')).toBe('2026-11-20T09:00:00+01:00')
    expect(only(first, 'updated')).toBe('2026-11-20T12:00:00+01:00')
    expect(only(feed, 'updated')).toBe('2026-11-20T12:00:00+01:00')
    expect(childrenNamed(first, 'author').map((author) => [only(author, 'name'), only(author, 'uri')])).toEqual([
      ['Autorka 0', `${ORIGIN}/author/autorka-0`],
      ['Drugi Autor', `${ORIGIN}/author/drugi-autor`],
    ])
    expect(childrenNamed(first, 'category').map(({ attributes }) => [attributes.term, attributes.label])).toEqual([
      ['edukacja', 'Edukacja'],
      ['z-0', 'Znacznik 0'],
    ])
    expect(only(first, 'summary')).toBe('Lead artykułu.')
    expect(only(first, 'content')).toContain(
      `Treść 0 wraz z&nbsp;<a href="${ORIGIN}/2026/01/artykul-0">odnośnikiem</a> i&nbsp;<em>akcentem</em>.`,
    )
    expect(links(first, 'enclosure').map(({ attributes }) => attributes)).toEqual([
      { rel: 'enclosure', href: `${ORIGIN}/media/2026/01/zdjecie-0.webp`, type: 'image/webp' },
    ])
  })

  test('no URL in a text is relative (FEED-6)', () => {
    for (const entry of entries) {
      // Elements alone: a text may tell of markup.
      const content = JSDOM.fragment(childNamed(entry, 'content')?.text ?? '')
      for (const element of content.querySelectorAll('[href], [src]')) {
        expect(element.getAttribute('href') ?? element.getAttribute('src')).toMatch(/^[a-z]+:/i)
      }
    }
  })

  test('the newest come first', () => {
    const dates = entries.map((entry) => Date.parse(only(entry, 'published')))
    expect(dates).toEqual([...dates].sort((a, b) => b - a))
    expect((dates[0] ?? 0) - (dates[49] ?? 0)).toBe((49 * 5 * DAY) / 24)
  })
})

describe('pages, categories, hub', () => {
  const pageOf = async (path: string) => parseXml((await portal.get(path)).text)
  const idsOf = (page: XmlElement) => childrenNamed(page, 'entry').map((entry) => only(entry, 'id'))

  test('RFC 5005, 3: next links lead to every article once, previous and last are right (FEED-5, FEED-3)', async () => {
    const seen: string[] = []
    let path: string | undefined = FEED
    let pages = 0
    for (; path; pages++) {
      const page: XmlElement = await pageOf(path)
      seen.push(...idsOf(page))
      expect(links(page, 'last')[0]?.attributes.href).toBe(`${ORIGIN}${FEED}?page=3`)
      expect(links(page, 'previous')).toHaveLength(pages === 0 ? 0 : 1)
      expect(only(page, 'id')).toBe(only(feed, 'id'))
      path = links(page, 'next')[0]?.attributes.href?.slice(ORIGIN.length)
    }
    expect([pages, seen.length, new Set(seen).size]).toEqual([3, ARTICLES, ARTICLES])
  })

  test('a page beyond the last, and an invalid page, do not exist; page 1 is the URL without a parameter', async () => {
    for (const page of ['4', '0', '-1', 'x', '1.5', '']) {
      expect([page, (await portal.get(`${FEED}?page=${page}`)).status]).toEqual([page, 404])
    }
    const first = await portal.get(`${FEED}?cat=edukacja&page=1`)
    expect([first.status, first.headers.location]).toEqual([301, `${FEED}?cat=edukacja`])
  })

  test('?cat follows a category: its own id, title, alternate and self (FEED-2, FEED-3)', async () => {
    const page = await pageOf(`${FEED}?cat=edukacja`)
    expect(only(page, 'id')).toBe(`${only(feed, 'id')}:edukacja`)
    expect(only(page, 'title')).toBe('Szpalta Akademia krypto – edukacja')
    expect(links(page, 'self')[0]?.attributes.href).toBe(`${ORIGIN}${FEED}?cat=edukacja`)
    expect(links(page, 'alternate')[0]?.attributes.href).toBe(`${ORIGIN}/kategoria/edukacja`)
    expect(links(page, 'next')[0]?.attributes.href).toBe(`${ORIGIN}${FEED}?cat=edukacja&page=2`)
  })

  test('an unknown or invalid category is 404, never the whole feed, and never causes a call of another path (FEED-2)', async () => {
    const before = hub.calls.length
    for (const category of ['..', 'a%2Fb', '%2e%2e', '', 'a%00b', 'a&cat=b']) {
      expect([category, (await portal.get(`${FEED}?cat=${category}`)).status]).toEqual([category, expect.any(Number)])
      expect((await portal.get(`${FEED}?cat=${category}`)).status).toBeGreaterThanOrEqual(400)
    }
    expect(hub.calls.slice(before)).toEqual([])
    expect((await portal.get(`${FEED}?cat=nie-ma-takiej`)).status).toBe(404)
  })

  test('names its hub (FEED-9)', () => {
    expect(links(feed, 'hub').map(({ attributes }) => attributes.href)).toEqual(['https://websub.example'])
  })
})

describe('repeated requests', () => {
  test('two responses are the same to the byte while nothing changes (FEED-8)', async () => {
    const off = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: 'off' })
    const hashes = [await off.get(FEED), await off.get(FEED)].map(({ text }) =>
      createHash('sha256').update(text).digest('hex'),
    )
    await off.close()
    expect(hashes[0]).toBe(hashes[1])
  })

  test.each(['on', 'off'])(
    'a conditional request is 304 by its tag, and never by a date (CACHE-12, page cache %s)',
    async (cache) => {
      const own = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: cache })
      const { headers } = await own.get(FEED)
      expect(headers).not.toHaveProperty('last-modified')
      const again = await own.get(FEED, { 'if-none-match': headers.etag ?? '' })
      const since = await own.get(FEED, { 'if-modified-since': headers.date ?? '' })
      const both = await own.get(FEED, { 'if-none-match': '"inny"', 'if-modified-since': headers.date ?? '' })
      await own.close()
      expect([again.status, again.text, since.status, both.status]).toEqual([304, '', 200, 200])
    },
  )
})

describe('too long, too late, missing', () => {
  test('an article of more than 1 MB comes without its text, and all stay below 2 MB (FEED-7)', async () => {
    const words = (bytes: number) => `<p>${'Długi tekst. '.repeat(bytes / 14)}</p>`
    const large = await startHub(
      undefined,
      largeArchive({
        count: 50,
        perPage: 50,
        newest: NEWEST,
        hoursBetween: 1,
        articleOf: (index) => ({
          blocks: [
            {
              blockName: 'core/paragraph',
              attrs: {},
              innerHTML: words(index === 0 ? 1_200_000 : 90_000),
              innerBlocks: [],
            },
          ],
        }),
      }),
    )
    const own = await startTestPortal({ CONTENT: 'hub', CMS_URL: large.url })
    for (const path of [FEED, '/api/feed/rss']) {
      const { text } = await own.get(path)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000_000)
      expect(Buffer.byteLength(text)).toBeGreaterThan(1_000_000)
    }
    const whole = childrenNamed(parseXml((await own.get(FEED)).text), 'entry')
    await own.close()
    await large.close()
    expect(whole).toHaveLength(50)
    expect(whole.slice(0, 3).map((entry) => childrenNamed(entry, 'content').length)).toEqual([0, 1, 1])
    expect(childrenNamed(whole[49] as XmlElement, 'content')).toHaveLength(0)
  })

  test('an article that fails is listed without its text; one with noindex, or deleted, is not', async () => {
    const own = await startHub(undefined, (call) => {
      const archive = largeArchive({
        count: 5,
        perPage: 10,
        newest: NEWEST,
        hoursBetween: 1,
        articleOf: (index) => (index === 2 ? { nrm_meta_noindex: true } : {}),
      })
      if (call.path.endsWith('/artykul-1')) return { status: 500, body: '{}' }
      if (call.path.endsWith('/artykul-3')) return { status: 404, body: '{}' }
      return archive(call)
    })
    const reading = await startTestPortal({ CONTENT: 'hub', CMS_URL: own.url })
    const entries = childrenNamed(parseXml((await reading.get(FEED)).text), 'entry')
    await reading.close()
    await own.close()
    expect(entries.map((entry) => [only(entry, 'title'), childrenNamed(entry, 'content').length])).toEqual([
      ['Artykuł 0', 1],
      ['Artykuł 1', 0],
      ['Artykuł 4', 1],
    ])
  })

  test('without the list there is no feed: 503, not an empty one (FEED-7)', async () => {
    const own = await startHub(undefined, ({ path }) => (path.includes('najnowsze') ? { status: 500 } : undefined))
    const reading = await startTestPortal({ CONTENT: 'hub', CMS_URL: own.url })
    const { status, headers } = await reading.get(FEED)
    await reading.close()
    await own.close()
    expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
  })
})

describe('RSS 2.0', () => {
  test('contains the same articles: titles, links, ids, all authors, categories, texts (FEED-5)', async () => {
    const { headers, text } = await portal.get('/api/feed/rss')
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const rss = parseXml(text)
    expect([rss.name, rss.attributes.version]).toEqual(['rss', '2.0'])
    const channel = childNamed(rss, 'channel') as XmlElement
    for (const name of ['title', 'link', 'description', 'language', 'lastBuildDate']) only(channel, name)
    const items = childrenNamed(channel, 'item')
    expect(items.map((item) => only(item, 'guid'))).toEqual(entries.map((entry) => only(entry, 'id')))
    const dc = 'http://purl.org/dc/elements/1.1/'
    const full = 'http://purl.org/rss/1.0/modules/content/'
    items.forEach((item, index) => {
      const entry = entries[index] as XmlElement
      // Invisible characters break what some readers would take for markup (FEED-15).
      expect(only(item, 'title').replace(/\u2060/g, '')).toBe(only(entry, 'title'))
      expect(new Date(only(item, 'pubDate')).getTime()).toBe(Date.parse(only(entry, 'published')))
      expect(only(item, 'pubDate')).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
      expect(childNamed(item, 'encoded', full)?.text).toBe(only(entry, 'content'))
      expect(childrenNamed(item, 'creator', dc)).toHaveLength(childrenNamed(entry, 'author').length)
      for (const { attributes } of childrenNamed(item, 'enclosure')) {
        expect(Number(attributes.length)).toBeGreaterThan(0)
      }
    })
  })
})
