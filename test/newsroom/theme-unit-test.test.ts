import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { buildCatalogue, type CatalogueArticle } from '../../src/sources/embedded/catalogue.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import type { Summary } from '../../tools/newsroom/summary.ts'
import { wxrSource } from '../../tools/newsroom/wxr/reader.ts'
import '../support/amp-validator.ts'
import { SERVICE_NAMES } from '../support/customer-site.ts'
import { importInto, temporaryFolder } from '../support/newsroom-import.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { realHub, themeUnitTest } from '../support/real-input.ts'
import { firstOutOfOrder, hasClass, missingWords, visibleWords, wordsInClass } from '../support/visible-text.ts'

/** Content of a real WordPress, as exported and as rendered. Test data, not part of the project. */
const WXR = themeUnitTest('no import of it is walked') ?? ''
const RENDERED = join(realHub('no import is compared with it') ?? '', 'wp-json/bb/v2/post')
/** WordPress puts its images into a different order each time (`orderby="rand"`). */
const SHUFFLED = 'post-format-gallery-tiled'
const described = WXR === '' ? describe.skip : describe

described('the theme unit test, imported and shown by the portal', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let summary: Summary
  let portal: TestPortal
  let articles: CatalogueArticle[]

  beforeAll(async () => {
    folder = await temporaryFolder()
    // Its images are on the web: each URL gets a small image from a folder of uploads instead.
    const uploads = await uploadsOf(await readFile(WXR, 'utf8'), join(folder.path, 'uploads'))
    summary = await importInto(join(folder.path, 'newsroom'), wxrSource(WXR, 'Europe/Warsaw'), {
      hasImages: true,
      uploads,
    })
    portal = await startTestPortal({ NEWSROOM_DIR: join(folder.path, 'newsroom'), PAGE_CACHE: 'off' })
    const { files } = await createFolder(join(folder.path, 'newsroom')).read()
    const catalogue = await buildCatalogue(files, SERVICE_NAMES, undefined, (error) => {
      throw error
    })
    articles = [...(catalogue.services.get('akademia')?.articles ?? []), ...catalogue.pages.values()]
  })
  afterAll(async () => {
    await portal?.close()
    await folder?.remove()
  })

  test('every public post and page is imported, the others are named', () => {
    expect(summary.skipped.map(({ name, reason }) => `${name}: ${reason}`).sort()).toEqual([
      'Draft: its status is "draft"',
      'Scheduled: its status is "future"',
      'Template: Password Protected (the password is "enter"): it is protected by a password',
    ])
    expect([...summary.others.keys()].sort()).toEqual(['comment', 'nav_menu_item'])
    expect(summary.imported).toBe(69)
    expect(summary.failed.filter(({ reason }) => !reason.startsWith('image'))).toEqual([])
  })

  test('every article answers 200 with every word of its file, in order', async () => {
    const failures: object[] = []
    for (const { path, body } of articles) {
      const { status, text } = await portal.follow(encodeURI(path))
      const actual = wordsInClass(text, 'article-body') ?? []
      // A file's button is no part of the word in front of it.
      const apart = body.replace(/(?=<a [^>]*wp-block-file__button)/g, ' ')
      const wanted = visibleWords(apart, (element) => hasClass(element, 'wp-block-embed__wrapper'))
      const missing = missingWords(wanted, actual)
      const outOfOrder = firstOutOfOrder(wanted, actual)
      if (status !== 200 || missing.length > 0 || outOfOrder !== undefined)
        failures.push({ path, status, missing: missing.slice(0, 20).join(' '), outOfOrder })
    }
    console.info(`imported articles with every word: ${articles.length - failures.length} of ${articles.length}`)
    expect(articles).toHaveLength(69)
    expect(failures).toEqual([])
  })

  test('every classic article has every word of its WordPress page, in order', async () => {
    const failures: object[] = []
    let compared = 0
    const rendered = await renderedBySlug()
    for (const { slug, path } of articles) {
      const html = rendered.get(slug)
      if (html === undefined) continue
      compared += 1
      const actual = plainWords(wordsInClass((await portal.follow(encodeURI(path))).text, 'article-body') ?? [])
      const wanted = plainWords(visibleWords(html))
      const missing = missingWords(wanted, actual)
      const outOfOrder = slug === SHUFFLED ? undefined : firstOutOfOrder(wanted, actual)
      if (missing.length > 0 || outOfOrder !== undefined)
        failures.push({ slug, missing: missing.slice(0, 20).join(' '), outOfOrder })
    }
    console.info(
      `imported articles with every word of WordPress' own page: ${compared - failures.length} of ${compared}`,
    )
    expect(compared).toBeGreaterThan(40)
    expect(failures).toEqual([])
  })

  test('every article is valid AMP, without a warning', async () => {
    let valid = 0
    for (const { path } of articles) {
      const { status, text } = await portal.follow(`/wp-json/amp/v2/post${encodeURI(path)}`)
      expect([path, status]).toEqual([path, 200])
      await expect(text).toBeValidAmp()
      valid += 1
    }
    console.info(`imported articles that are valid AMP: ${valid} of ${articles.length}`)
  })

  test('home, menu, lists, feed and images are there immediately, without an error', async () => {
    const home = await portal.get('/')
    expect(home.status).toBe(200)
    expect(home.text).toContain('Template: Sticky')
    const links = [...home.text.matchAll(/href="(\/(?:kategoria|tag|author)\/[^"#?]*)"/g)].map(([, link = '']) => link)
    expect(new Set(links).size).toBeGreaterThan(2)
    for (const link of [...new Set(links), '/api/feed/feed-gn', '/author/themedemos', '/tag/markup']) {
      expect([link, (await portal.follow(link)).status]).toEqual([link, 200])
    }
    const { text } = await portal.follow('/2012/03/template-featured-image-horizontal')
    const imageFile = /<img[^>]+src="(\/media\/[^"]*featured[^"]*)"/.exec(text)?.[1]
    expect(imageFile).toBeDefined()
    expect((await portal.get(imageFile ?? '')).status).toBe(200)
    expect(portal.errors()).toEqual([])
  })
})

/** An image for each URL of a file in a month's folder. */
async function uploadsOf(xml: string, folder: string): Promise<string> {
  const { mkdir, writeFile } = await import('node:fs/promises')
  const imageFile = await sharp({ create: { width: 1280, height: 640, channels: 3, background: '#36c' } })
    .jpeg()
    .toBuffer()
  for (const [, month = '', name = ''] of xml.matchAll(/<wp:attachment_url>[^<]*?\/(\d{4}\/\d{2})\/([^/<\]]+)/g)) {
    await mkdir(join(folder, month), { recursive: true })
    await writeFile(join(folder, month, decodeURIComponent(name)), imageFile)
  }
  return folder
}

/** The classic posts as rendered by WordPress, by slug. */
async function renderedBySlug(): Promise<Map<string, string>> {
  const files = (await readdir(RENDERED, { recursive: true })).filter((file) => file.endsWith('.json'))
  const rendered = new Map<string, string>()
  for (const file of files) {
    const { blocks } = JSON.parse(await readFile(join(RENDERED, file), 'utf8')) as {
      blocks: Array<{ blockName: string | null; innerHTML: string }>
    }
    const slug =
      file
        .split('/')
        .at(-1)
        ?.replace(/\.json$/, '') ?? ''
    if (blocks.every(({ blockName }) => blockName === null))
      rendered.set(slug, blocks.map((one) => one.innerHTML).join(''))
  }
  return rendered
}

/**
 * WordPress writes typographic quotes, dashes and dots for plain ones, and without a network it could not turn URLs
 * into players.
 */
function plainWords(words: readonly string[]): string[] {
  return words
    .filter((word) => !word.startsWith('https://'))
    .flatMap((word) => word.replace(/(?<=\d)×(?=\d)/g, 'x').match(/[\p{L}\p{N}]+/gu) ?? [])
}
