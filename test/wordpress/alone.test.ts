import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crawl } from '../support/crawl.ts'
import { customerWordsIn } from '../support/customer-words.ts'
import { foreignTexts, readerTexts } from '../support/foreign-texts.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { describeEachWordPress } from './each-version.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const TEST_LIMIT_MS = 120_000
const POSTS = 25

let wordpress: WordPress
let portal: PortalProcess
let temporary: string

describeEachWordPress('a stock WordPress of another publisher, without a site folder', ({ version, folder }) => {
  beforeAll(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'alone-'))
    wordpress = await startWordPress(folder, {
      key: 'alone',
      async load(rest) {
        await rest.change('/settings', {
          title: 'Harbour & Hill "Echo"',
          description: 'News from the coast <since 1891>',
          timezone: 'Europe/London',
        })
        const category = await rest.make('/categories', { name: 'Harbour', slug: 'harbour' })
        const tag = await rest.make('/tags', { name: 'Ferries', slug: 'ferries' })
        for (let number = 1; number <= POSTS; number += 1) {
          await rest.make('/posts', {
            title: `Story number ${number}`,
            slug: `story-${number}`,
            status: 'publish',
            date: `2026-10-${String(number).padStart(2, '0')}T10:00:00`,
            content: `<!-- wp:paragraph --><p>Paragraph of story ${number}.</p><!-- /wp:paragraph -->`,
            categories: [category],
            tags: [tag],
          })
        }
      },
    })
    portal = await startProcess({
      SITE_DIR: '',
      CONTENT: 'wordpress',
      CMS_URL: wordpress.url,
      SUBSCRIBERS_FILE: join(temporary, 'subscribers.sqlite'),
    })
    await portal.ready()
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.stop()
    await wordpress?.close()
    await rm(temporary, { recursive: true, force: true })
  })

  test('has its own name, tagline, language and zone (SITE-9)', async () => {
    const { text } = await portal.ask('/', { headers: { host: new URL(wordpress.url).host } })
    expect(text).toContain('Harbour &amp; Hill &quot;Echo&quot;')
    expect(text).toContain('<html lang="en"')
    expect(text).toContain('News from the coast')
    expect(text).toContain('Story number 25')
    const article = await portal.ask('/2026/10/story-7')
    expect(article.text).toContain('2026-10-07T10:00:00+01:00')
  })

  test(
    'has nothing of the example site’s, and no text of another language, in any response (SITE-9)',
    async () => {
      const { host } = new URL(wordpress.url)
      const from = [
        '/',
        '/not-there',
        '/offline',
        '/robots.txt',
        '/sitemap.xml',
        '/manifest.webmanifest',
        '/api/feed/rss',
      ]
      // The portal's own texts are the same with each version: the newer one is crawled for the kinds of pages.
      const most = version === '6.1' ? 200 : 80
      const responses = await crawl(portal, { from: [...from, '/search?s=story'], host, most })
      expect(responses.size).toBeGreaterThan(60)
      const broken = [...responses].filter(([path, { status }]) => status >= 400 && path !== '/not-there')
      expect(broken.map(([path, { status }]) => `${status} ${path}`)).toEqual([])
      const words = [...responses].flatMap(([path, { text, headers }]) =>
        customerWordsIn(`${JSON.stringify(headers)} ${text}`).map((word) => `${path}: ${word}`),
      )
      expect(words).toEqual([])
      const foreign = [...responses].flatMap(([path, { text, headers }]) =>
        /html/.test(String(headers['content-type']))
          ? foreignTexts(readerTexts(text), 'en').map((one) => `${path}: ${one}`)
          : [],
      )
      expect(foreign).toEqual([])
    },
    TEST_LIMIT_MS,
  )
})
