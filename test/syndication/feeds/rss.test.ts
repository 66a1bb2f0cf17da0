import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { elementsNamed, parseHtml, textOf, visit } from '../../../src/content/html/tree.ts'
import { createFiles } from '../../../src/syndication/feeds/files.ts'
import { neutralText } from '../../../src/syndication/feeds/xml.ts'
import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'
import { childNamed, childrenNamed, parseXml, type XmlElement } from '../../support/xml.ts'

const RSS = '/api/feed/rss'
const MEDIA = 'http://search.yahoo.com/mrss/'
const DC = 'http://purl.org/dc/elements/1.1/'
const JOINERS = /\u2060/g

/** Leads as an editor writes them, escaped or not. */
const TEXTS = [
  'Zwykły lead, bez niczego.',
  '<script>hacked()</script>',
  '&lt;script&gt;hacked()&lt;/script&gt;',
  '&amp;lt;script&amp;gt;hacked()&amp;lt;/script&amp;gt;',
  '&#60;img src=x onerror=hacked()&#62;',
  'R&D, AT&T, A & B, &copy 2026, &nbsp;',
  '1 < 2, 3 > 2, <- strzałka, x<y',
  ']]> <![CDATA[<b>x</b>]]>',
  '<!-- komentarz --> <?php x ?> </p>',
]

const decoded = (text: string): string => textOf(parseHtml(text))
const elementsIn = (html: string): string[] => {
  const names: string[] = []
  visit(parseHtml(html), ({ tagName }) => {
    names.push(tagName)
    return true
  })
  return names
}

describe('text that readers take for text or for HTML (FEED-15)', () => {
  test.each(TEXTS)('%s', (text) => {
    const neutral = neutralText(text)
    // As text: what was written.
    expect(neutral.replace(JOINERS, '')).toBe(text)
    // As HTML: the same words, and no markup, however often references are decoded.
    expect(decoded(neutral).replace(JOINERS, '')).toBe(text)
    let again = neutral
    for (let times = 1; times <= 3; times++) {
      expect([times, elementsIn(again)]).toEqual([times, []])
      again = decoded(again)
    }
  })
})

describe('an item', () => {
  let hub: HubServer
  let portal: TestPortal
  let items: XmlElement[]
  let xml: string

  beforeAll(async () => {
    hub = await startHub(
      undefined,
      largeArchive({
        count: TEXTS.length + 2,
        perPage: 50,
        newest: Date.UTC(2026, 10, 20, 8),
        hoursBetween: 5,
        articleOf: (index) => {
          const image = {
            nrm_image: { url: `https://hub.example/2026/01/duze-${index}.jpg`, width: 1600, height: 900 },
          }
          if (index === TEXTS.length)
            return { lead: '', seo: { meta: [{ name: 'description', content: 'Opis z SEO.' }] }, blocks: [] }
          if (index === TEXTS.length + 1) return { lead: '', ...image }
          return { title: `A & B <c> ${TEXTS[index]}`, lead: TEXTS[index], ...image }
        },
      }),
    )
    portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url })
    xml = (await portal.get(RSS)).text
    items = childrenNamed(childNamed(parseXml(xml), 'channel'), 'item')
  })
  afterAll(async () => {
    await portal.close()
    await hub.close()
  })
  const described = (item: XmlElement | undefined): string => childNamed(item, 'description')?.text ?? ''

  test('a tag in a title or a lead becomes markup in no reader, and ampersands are numeric references (FEED-15)', () => {
    expect(items).toHaveLength(TEXTS.length + 2)
    for (const item of items) {
      for (const text of [
        described(item),
        childNamed(item, 'title')?.text ?? '',
        childNamed(item, 'creator', DC)?.text ?? '',
      ]) {
        expect([text, elementsIn(text)]).toEqual([text, []])
        expect([text, elementsIn(decoded(text))]).toEqual([text, []])
      }
    }
    const titles = [...xml.matchAll(/<(?:title|description)>([^<]*)/g)].map(([, text = '']) => text)
    expect(titles.filter((text) => /&(?:amp|lt);/.test(text))).toEqual([])
    expect(titles.some((text) => text.includes('&#x26;'))).toBe(true)
  })

  test('a description is never empty where the page has one (FEED-15)', async () => {
    for (const item of items) {
      const path = new URL(childNamed(item, 'link')?.text ?? '').pathname
      const page = (await portal.get(path)).text
      const [, onPage = ''] = /<meta name="description" content="([^"]*)"/.exec(page) ?? []
      expect([path, described(item) !== '']).toEqual([path, onPage !== ''])
    }
    expect(described(items[TEXTS.length])).toBe('Opis z SEO.')
    const channel = childNamed(parseXml(xml), 'channel')
    expect(childNamed(channel, 'description')?.text).not.toBe('')
  })

  test('images are named by Media RSS with sizes; an enclosure comes with its length or not at all (FEED-21)', () => {
    const [first] = items
    const content = childNamed(first, 'content', MEDIA)
    expect(content?.attributes).toMatchObject({ type: 'image/webp', medium: 'image', width: '1200', height: '675' })
    const thumbnail = childNamed(first, 'thumbnail', MEDIA)?.attributes
    expect([thumbnail?.width, thumbnail?.height]).toEqual(['1200', '675'])
    expect(URL.canParse(thumbnail?.url ?? '')).toBe(true)
    for (const item of items) {
      for (const { attributes } of childrenNamed(item, 'enclosure'))
        expect(Number(attributes.length)).toBeGreaterThan(0)
    }
    // No host has the images of this hub.
    expect(items.flatMap((item) => childrenNamed(item, 'enclosure'))).toEqual([])
  })

  test('whole texts are HTML, written once (FEED-6)', () => {
    const [first] = items
    const content = childNamed(first, 'encoded', 'http://purl.org/rss/1.0/modules/content/')?.text ?? ''
    expect(elementsNamed(parseHtml(content), 'a').length).toBeGreaterThan(0)
    expect(xml).toContain('<content:encoded>&lt;')
  })
})

describe('lengths of files (FEED-21)', () => {
  test('an image of this server: the length that a reader gets, in the feed after it is known', async () => {
    let now = 1_000_000
    const portal = await startTestPortal({}, {}, () => now)
    const enclosures = async () => {
      now += 61_000
      const channel = childNamed(parseXml((await portal.get(RSS)).text), 'channel')
      return childrenNamed(channel, 'item').flatMap((item) => childrenNamed(item, 'enclosure'))
    }
    const [first] = await until(enclosures, ({ length }) => length > 0, 30_000)
    const { url = '', length, type } = first?.attributes ?? {}
    const image = await fetch(portal.url + new URL(url).pathname)
    expect([type, Number(length)]).toEqual([image.headers.get('content-type'), (await image.arrayBuffer()).byteLength])
    await portal.close()
  })

  test('hosts of the internal network are not requested', async () => {
    let requests = 0
    const internal: Server = createServer((_request, response) => {
      requests += 1
      response.end('x')
    })
    await new Promise<void>((resolve) => internal.listen(0, '127.0.0.1', resolve))
    const { port } = internal.address() as AddressInfo
    const { createMediaClient } = await import('../../../src/media/remote/media-client.ts')
    const client = createMediaClient({ sites: [], hosts: [] })
    const call = { method: 'HEAD', headers: {}, signal: new AbortController().signal, deadline: 1000 } as const
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', `127.0.0.1:${port}`]) {
      await expect(client.open({ at: 'http', host, path: '/x.mp3', query: '' }, call)).rejects.toThrow()
    }
    expect(requests).toBe(0)
    await new Promise((resolve) => internal.close(resolve))
  })

  test('a file is read once, in the background, and one that fails is absent', async () => {
    const read: string[] = []
    const files = createFiles(async (url) => {
      read.push(url)
      if (url.endsWith('bad')) throw new Error('away')
      return { bytes: 7 }
    })
    expect([files.factsOf('https://a.example/good'), files.factsOf('https://a.example/bad')]).toEqual([
      undefined,
      undefined,
    ])
    files.factsOf('https://a.example/good')
    await until(
      () => files.factsOf('https://a.example/good'),
      (facts) => facts?.bytes === 7,
    )
    await until(
      () => read.length,
      (length) => length === 2,
    )
    expect(files.factsOf('https://a.example/bad')).toBeUndefined()
    expect(read).toEqual(['https://a.example/good', 'https://a.example/bad'])
  })
})
