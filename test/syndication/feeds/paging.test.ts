import { articleGraph } from '../../../src/seo/structured-data/graph.ts'
import { feedContent } from '../../../src/syndication/feeds/content.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { services } from '../../content/world.ts'
import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { articleOf } from '../../support/render.ts'
import { childNamed, childrenNamed, parseXml } from '../../support/xml.ts'

const COUNT = 230
const UPLOADS = 'https://cms.szpalta.test/wp-content/uploads/2026/03'
const recordings = [
  {
    blockName: 'core/audio',
    attrs: {},
    innerHTML: `<figure><audio src="${UPLOADS}/odcinek.mp3" title="Odcinek 1"></audio><figcaption>Opis</figcaption></figure>`,
    innerBlocks: [],
  },
  {
    blockName: 'core/video',
    attrs: {},
    innerHTML: `<figure><video poster="${UPLOADS}/plakat.jpg" src="${UPLOADS}/film.webm"><track src="${UPLOADS}/film.vtt" kind="captions" srclang="pl" default></video><figcaption>Film &amp; opis</figcaption></figure>`,
    innerBlocks: [],
  },
]

/** What a list may have that a feed leaves out. */
const leftOut = (index: number): object | undefined => {
  if (index % 17 === 3) return { nrm_promo_post: 'https://sponsor.example/' }
  if (index % 23 === 5) return { nrm_meta_noindex: true }
  if (index % 29 === 7) return { publication_date: '', post_generated_date: '' }
  // No card at all: the place of the list stays empty.
  return index % 31 === 11 ? { title: undefined, relative_link: undefined } : undefined
}

let portal: TestPortal
let close: () => Promise<void>
beforeAll(async () => {
  const hub = await startHub(
    undefined,
    largeArchive({
      count: COUNT,
      perPage: 12,
      newest: Date.UTC(2026, 10, 20, 8),
      hoursBetween: 5,
      articleOf: (index) => leftOut(index) ?? (index === 0 ? { blocks: recordings } : {}),
    }),
  )
  portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url })
  close = async () => {
    await portal.close()
    await hub.close()
  }
})
afterAll(() => close())

async function pagesOf(path: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let page = 1; page <= Math.ceil(COUNT / 50); page++) {
    const { text } = await portal.get(page === 1 ? path : `${path}?page=${page}`)
    const [name, link] = path.endsWith('rss') ? ['item', 'guid'] : ['entry', 'id']
    const root = parseXml(text)
    const entries = childrenNamed(childNamed(root, 'channel') ?? root, name)
    pages.push(entries.map((entry) => childNamed(entry, link)?.text ?? ''))
  }
  return pages
}

test.each(['/api/feed/feed-gn', '/api/feed/rss'])(
  '%s: no article is on two pages, and none is missing, whatever the list has that a feed leaves out (FEED-5)',
  async (path) => {
    const pages = await pagesOf(path)
    const ids = pages.flat()
    const expected = Array.from({ length: COUNT }, (_, index) => index).filter((index) => leftOut(index) === undefined)
    console.info(
      `${path}: ${ids.length} articles on ${pages.length} pages, ${ids.length - new Set(ids).size} of them twice`,
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(expected.length)
    expect(pages.every((page) => page.length > 0 && page.length <= 50)).toBe(true)
  },
)

test('sounds and videos are enclosures in Atom, with their types (FEED-21)', async () => {
  const [entry] = childrenNamed(parseXml((await portal.get('/api/feed/feed-gn')).text), 'entry')
  const enclosures = entry
    ? childrenNamed(entry, 'link').filter(({ attributes }) => attributes.rel === 'enclosure')
    : []
  const urls = enclosures.map(({ attributes }) => [URL.parse(attributes.href ?? '')?.pathname, attributes.type])
  expect(urls).toEqual(
    expect.arrayContaining([
      ['/wp-content/uploads/2026/03/odcinek.mp3', 'audio/mpeg'],
      ['/wp-content/uploads/2026/03/film.webm', 'video/webm'],
    ]),
  )
})

test('Media RSS names captions (VIDEO-12)', async () => {
  for (const path of ['/api/feed/rss', '/api/feed/feed-gn'])
    expect((await portal.get(path)).text).toMatch(
      /<media:subTitle type="text\/vtt" lang="pl" href="https:[^"]*film\.vtt">/,
    )
})

test('players have their timed text and a link in the text of a feed (VIDEO-5, FEED-21)', () => {
  const article = articleOf(...recordings)
  const feed = atOnce(feedContent(article, 'https://akademia.szpalta.test/2026/03/wpis', services.akademia, () => {}))
  expect(feed).toContain('<audio controls="" preload="none" title="Odcinek 1">')
  expect(feed).toMatch(/<track src="[^"]*film\.vtt" kind="captions" srclang="pl" default="">/)
  expect(feed).toMatch(/<p><a href="[^"]*odcinek\.mp3">odcinek\.mp3<\/a><\/p>/)
})

test('recordings are described as what they are, with name, file, image and type (VIDEO-10)', () => {
  const graph: unknown = JSON.parse(JSON.stringify(articleGraph(articleOf(...recordings), services.akademia)))
  expect(graph).toMatchObject({
    '@graph': expect.arrayContaining([
      expect.objectContaining({
        '@type': 'AudioObject',
        name: 'Odcinek 1',
        contentUrl: expect.stringMatching(/\/odcinek\.mp3$/),
        encodingFormat: 'audio/mpeg',
      }),
      expect.objectContaining({
        '@type': 'VideoObject',
        name: 'Film & opis',
        contentUrl: expect.stringMatching(/\/film\.webm$/),
        thumbnailUrl: expect.stringContaining('plakat'),
        uploadDate: expect.stringMatching(/^\d{4}-/),
      }),
    ]),
  })
})
