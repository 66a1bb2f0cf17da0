import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { z } from 'zod'
import { CORE_BLOCKS } from '../../src/content/normalise/core-blocks.ts'
import { plainLine } from '../../src/content/plain-line.ts'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'
import { firstOutOfOrder, missingWords, visibleWords } from '../support/visible-text.ts'
import { BLOCK_POSTS, loadBlockPosts, namesIn, namesOfCoreBlocks } from './core-blocks.ts'
import { articleIn, differences, linksToNothing } from './differences.ts'
import { describeEachWordPress } from './each-version.ts'
import { startEditor } from './editor.ts'
import { keyOf } from './key.ts'
import { mediaIn, ownMedia, ownWords, plainWords, portalWords } from './own-rendering.ts'
import { loadShownPosts, SHOWN_POSTS } from './shown-markup.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
/** Of a busy machine. */
const TEST_LIMIT_MS = 150_000
/** Of one page of a feed. */
const COMPLETION_LIMIT_MS = 45_000

const post = z.object({ id: z.number(), link: z.string(), slug: z.string() })
interface Post {
  id: number
  slug: string
  path: string
  words: string[]
  media: Set<string>
}

describeEachWordPress('every block of WordPress’ core', ({ version, folder }) => {
  let wordpress: WordPress
  let editors: TestPortal
  let visitors: TestPortal
  let posts: Post[]

  beforeAll(async () => {
    const editor = await startEditor(folder)
    wordpress = await startWordPress(folder, {
      key: `blocks-${await keyOf([join(ROOT, 'test/wordpress')])}`,
      plugins: [join(ROOT, 'test/wordpress/php/blocks.php')],
      async load(rest) {
        await loadBlockPosts(rest, editor)
        await loadShownPosts(rest)
      },
    })
    const common = { CONTENT: 'wordpress', CMS_URL: wordpress.url, CMS_POLL_SECONDS: '0' }
    editors = await startTestPortal({ ...common, CMS_USER: wordpress.user, CMS_KEY: wordpress.password })
    visitors = await startTestPortal(common)
    posts = []
    for (const one of await wordpress.rest.all('/posts?_fields=id,link,slug')) {
      const { id, link, slug } = post.parse(one)
      const [words, media] = [await ownWords(link), await ownMedia(link)]
      posts.push({ id, slug, path: new URL(link).pathname.replace(/\/$/, ''), words, media })
    }
  }, START_LIMIT_MS)
  afterAll(async () => {
    await editors?.close()
    await visitors?.close()
    await wordpress?.close()
  })

  test('is of this version', () => {
    expect(wordpress.version).toMatch(new RegExp(`^${version.replace('.', '\\.')}(?:\\.|$)`))
  })

  test('each has a treatment, and is in a post of this test (BLOCK-45)', async () => {
    const names = await namesOfCoreBlocks(folder)
    expect(names.length).toBeGreaterThan(80)
    expect(names.filter((name) => !CORE_BLOCKS.has(`core/${name}`))).toEqual([])
    // Synced patterns and recordings have other numbers in each WordPress; the items of a page list are never saved.
    const used = namesIn(BLOCK_POSTS).add('block').add('shortcode').add('page-list-item')
    expect(names.filter((name) => !used.has(name))).toEqual([])
  })

  test.each(['editors', 'visitors'] as const)(
    'all words in order and all media: pages and AMP, with the credentials of %s (BLOCK-45, BLOCK-50)',
    async (readers) => {
      const portal = readers === 'editors' ? editors : visitors
      const failures: object[] = []
      for (const { slug, path, words, media } of posts) {
        const page = await portal.get(path)
        const amp = await portal.get(`/wp-json/amp/v2/post${path}`)
        const problems = [
          ...problemsOf('page', page.text, words, media),
          ...problemsOf('AMP', amp.text, words, media),
          ...(await ampProblems(amp.text)),
          ...unvalidatedProblems(new JSDOM(amp.text).window.document),
        ]
        if (page.status !== 200 || amp.status !== 200 || problems.length > 0) failures.push({ slug, problems })
      }
      expect(posts.length).toBeGreaterThan(BLOCK_POSTS.length)
      expect(failures).toEqual([])
    },
    TEST_LIMIT_MS,
  )

  test(
    'all words and all media in the feed',
    async () => {
      const failures: object[] = []
      const items = await feedOf(visitors)
      for (const { slug, path, words, media } of posts) {
        const item = items.get(path)
        const actual = plainWords(visibleWords(item ?? ''))
        const inFeed = mediaIn(JSDOM.fragment(item ?? ''))
        const problems = [...missingWords(words, actual), ...[...media].filter((name) => !inFeed.has(name))]
        if (item === undefined || problems.length > 0) failures.push({ slug, problems })
      }
      expect(failures).toEqual([])
    },
    2 * TEST_LIMIT_MS,
  )

  test(
    'with credentials each is what it is without: characters, images, sizes and links (SRC-24)',
    async () => {
      const failures: object[] = []
      const [ofEditors, ofVisitors] = [await feedOf(editors), await feedOf(visitors)]
      for (const { slug, path } of posts) {
        for (const url of [path, `/wp-json/amp/v2/post${path}`]) {
          const problems = differences((await editors.get(url)).text, (await visitors.get(url)).text)
          if (problems.length > 0) failures.push({ url, problems })
        }
        const problems = differences(ofEditors.get(path) ?? '', ofVisitors.get(path) ?? '')
        if (problems.length > 0) failures.push({ feed: slug, problems })
      }
      expect(failures).toEqual([])
    },
    2 * TEST_LIMIT_MS,
  )

  test.each(['editors', 'visitors'] as const)(
    'markup is what a browser shows of it, with the credentials of %s (SRC-47, SRC-48, BLOCK-62, BLOCK-20)',
    async (readers) => {
      const portal = readers === 'editors' ? editors : visitors
      const feed = await feedOf(portal)
      const failures: object[] = []
      for (const { slug, path } of posts) {
        const { has = {}, hasNot = [] } = SHOWN_POSTS.find((one) => one.slug === slug) ?? {}
        const outputs = {
          page: articleIn((await portal.get(path)).text),
          amp: articleIn((await portal.get(`/wp-json/amp/v2/post${path}`)).text),
          feed: feed.get(path) ?? '',
        }
        for (const [kind, html] of Object.entries(outputs)) {
          const wanted = [...(has.everywhere ?? []), ...(has[kind as keyof typeof outputs] ?? [])]
          // Bindings of lines are in no expectation (TEXT-13).
          const shows = (pattern: RegExp): boolean =>
            pattern.test(html) || pattern.test(plainLine(html.replace(/&(?:nbsp|#xa0|#160);/gi, ' ')))
          const lacks = wanted.filter((pattern) => !shows(pattern)).map(String)
          const ownLinks = kind === 'feed' ? [] : linksToNothing(html)
          const hasToo = hasNot.filter(shows).map(String)
          if (lacks.length + hasToo.length + ownLinks.length > 0)
            failures.push({ slug, kind, lacks, has: hasToo, ownLinks })
        }
      }
      expect(failures).toEqual([])
    },
    TEST_LIMIT_MS,
  )

  test('a WordPress that keeps search engines away because a portal stands in front of it hides none of it (SRC-52)', async () => {
    const { path = '' } = posts.find(({ slug }) => slug === 'tekst') ?? {}
    const own = await fetch(new URL(`${path}/`, wordpress.url))
    expect(await own.text()).toMatch(/<meta name='robots' content='noindex/)
    expect((await editors.get(path)).text).not.toMatch(/<meta name="robots" content="[^"]*noindex/)
    const maps = [...(await editors.get('/sitemap.xml')).text.matchAll(/<loc>([^<]+)</g)]
    const listed = await Promise.all(maps.map(async ([, map = '']) => (await editors.get(new URL(map).pathname)).text))
    expect(listed.join('')).toContain(path)
  })

  test('a part of a text leads to the text (SRC-55)', async () => {
    const { path = '' } = posts.find(({ slug }) => slug === 'strony') ?? {}
    for (const portal of [editors, visitors]) {
      const { status, headers } = await portal.get(`${path}/2/`)
      expect([status, headers.location]).toEqual([301, path])
    }
  })

  test('with plain permalinks it is read at its ids, where its links lead (SRC-64)', async () => {
    const [{ id, path } = { id: 0, path: '' }] = posts.filter(({ slug }) => slug === 'znaczenie-w-stylu')
    const marker = join(wordpress.www, 'wp-content/plain')
    // Read before: the other portals are in front of the same WordPress.
    const own = await visitors.get(path)
    await writeFile(marker, '')
    const plain = await startTestPortal({ CONTENT: 'wordpress', CMS_URL: wordpress.url, CMS_POLL_SECONDS: '0' })
    try {
      const page = await plain.get(`/p/${id}`)
      expect([page.status, differences(page.text, own.text)]).toEqual([200, []])
      expect(page.text).toMatch(new RegExp(`rel="canonical" href="[^"]*/p/${id}"`))
      expect((await plain.get(`/?p=${id}`)).headers.location).toBe(`/p/${id}`)
      expect((await plain.get('/api/feed/feed-gn')).text).toMatch(/href="[^"]*\/p\/\d+"/)
    } finally {
      await plain.close()
      await rm(marker)
    }
  })

  test('synced patterns in one another end, and overrides and bound values are those of WordPress (BLOCK-50)', async () => {
    const textOf = async (slug: string): Promise<string> => {
      const { path = '' } = posts.find((one) => one.slug === slug) ?? {}
      return (portalWords((await editors.get(path)).text) ?? []).join(' ')
    }
    expect(await textOf('zagniezdzony')).toMatch(/Przed wewnętrznym Akapit wspólny/)
    expect((await textOf('zapetlony')).match(/Akapit zapętlony/g)).toHaveLength(1)
    // Overrides and bindings are younger than 6.1, which shows what is saved.
    const isYoung = version !== '6.1'
    expect(await textOf('nadpisany')).toBe(isYoung ? 'Zdanie wpisu' : 'Zdanie wzorca')
    expect(await textOf('zwiazany')).toBe(isYoung ? 'Wartość z pola' : 'Wartość zapasowa')
  })

  test('none of it is a block that the portal does not know', () => {
    const unknown = editors.logs.filter((line) => JSON.stringify(line).includes('unknown block'))
    expect(unknown.filter((line) => !JSON.stringify(line).includes('wtyczka/nieznany'))).toEqual([])
    expect([...editors.errors(), ...visitors.errors()]).toEqual([])
  })
})

const feeds = new Map<TestPortal, Promise<Map<string, string>>>()

/** Read once: a page of it waits for texts that are late. */
function feedOf(portal: TestPortal): Promise<Map<string, string>> {
  const items = feeds.get(portal) ?? feedItems(portal)
  feeds.set(portal, items)
  return items
}

function problemsOf(output: string, html: string, words: readonly string[], media: ReadonlySet<string>): string[] {
  const actual = portalWords(html) ?? []
  const body = new JSDOM(html).window.document.querySelector('.article-body')
  const shown = body ? mediaIn(body) : new Set()
  const missing = missingWords(words, actual)
  const word = missing.length > 0 ? undefined : firstOutOfOrder(words, actual)
  return [
    ...missing.map((one) => `${output} lacks the word ${one}`),
    ...(word === undefined ? [] : [`${output} has out of order: ${word}`]),
    ...[...media].filter((name) => !shown.has(name)).map((name) => `${output} lacks the file ${name}`),
  ]
}

/** The contents of a feed's articles, by their paths. */
async function feedItems(portal: TestPortal): Promise<Map<string, string>> {
  const items = new Map<string, string>()
  let next: string | undefined = '/api/feed/feed-gn'
  while (next !== undefined) {
    const path: string = next
    // One that lacks late texts is completed in the background, and fresh nowhere until then (FEED-7).
    const { text } = await until(
      () => portal.get(path),
      ({ status, headers }) => status === 200 && headers['cache-control'] !== 'no-cache',
      COMPLETION_LIMIT_MS,
    )
    const { document } = new JSDOM(text, { contentType: 'text/xml' }).window
    for (const entry of document.querySelectorAll('entry')) {
      const url = entry.querySelector('link[rel="alternate"], link')?.getAttribute('href') ?? ''
      // Not a `media:content`, which a selector cannot tell by its namespace.
      items.set(new URL(url).pathname, entry.querySelector('content[type="html"]')?.textContent ?? '')
    }
    const link = document.querySelector('feed > link[rel="next"]')?.getAttribute('href')
    next = link ? new URL(link).pathname + new URL(link).search : undefined
  }
  return items
}
