import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { childNamed, childrenNamed, parseXml } from '../support/xml.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { EXPORT } from './exported.ts'
import { loadExport } from './theme-unit-test.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 240_000
const term = z.array(z.object({ slug: z.string(), link: z.string(), count: z.number() }))
const page = z.array(z.object({ link: z.string(), status: z.string(), content: z.object({ protected: z.boolean() }) }))

const describeWithExport = EXPORT === undefined ? describe.skip : describeWithWordPress

describeWithExport('maps of the theme unit test', () => {
  let wordpress: WordPress
  let portal: TestPortal

  beforeAll(async () => {
    const wxr = await readFile(EXPORT ?? '', 'utf8')
    wordpress = await startWordPress(WORDPRESS ?? '', { key: 'theme-unit-test', load: (rest) => loadExport(wxr, rest) })
    const { url, user, password } = wordpress
    portal = await startTestPortal({
      CONTENT: 'wordpress',
      CMS_URL: url,
      CMS_USER: user,
      CMS_KEY: password,
    })
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await wordpress?.close()
  })

  const locations = async (path: string): Promise<string[]> =>
    childrenNamed(parseXml((await portal.get(path)).text), 'url').map((url) => childNamed(url, 'loc')?.text ?? '')
  const fromRest = async <T extends z.ZodType>(route: string, schema: T): Promise<z.output<T>> =>
    schema.parse(await (await fetch(`${wordpress.url}/wp-json/wp/v2/${route}`)).json())

  test('categories with posts, pages and the home page are in a map (MAP-9, SRC-32)', async () => {
    const categories = await fromRest('categories?per_page=100&hide_empty=true', term)
    const pages = (await fromRest('pages?per_page=100', page)).filter(({ content }) => !content.protected)
    const mapped = new Set(
      (await locations('/sitemap-categories-1.xml')).map((url) => decodeURI(new URL(url).pathname)),
    )
    const inPages = (await locations('/sitemap-pages-1.xml')).map((url) => decodeURI(new URL(url).pathname))
    const missing = categories.filter(({ slug }) => !mapped.has(decodeURI(`/kategoria/${slug}`)))
    const paths = pages.map(({ link }) => decodeURI(new URL(link).pathname).replace(/\/$/, ''))
    const missingPages = paths.filter((path) => !inPages.some((one) => one.replace(/\.html$/, '') === path))
    console.info(
      `theme unit test: ${categories.length - missing.length} of ${categories.length} categories, ${paths.length - missingPages.length} of ${paths.length} pages, home ${inPages.includes('/') ? 1 : 0} of 1`,
    )
    expect([missing, missingPages, inPages.includes('/')]).toEqual([[], [], true])
    for (const path of inPages) expect([path, (await portal.get(encodeURI(path))).status]).toEqual([path, 200])
  })
})
