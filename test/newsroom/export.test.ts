import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { buildCatalogue, type CatalogueArticle } from '../../src/sources/embedded/catalogue.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import { exportNewsroom } from '../../tools/newsroom/export.ts'
import { wxrSource } from '../../tools/newsroom/wxr/reader.ts'
import { type CustomerService, createServices, SERVICE_NAMES } from '../support/customer-site.ts'
import { importInto, serveFiles, temporaryFolder, wxrText } from '../support/newsroom-import.ts'
import { themeUnitTest } from '../support/real-input.ts'
import { ROOT } from '../support/root.ts'

const NEWSROOM = join(ROOT, 'newsroom')
const THEME_UNIT_TEST = themeUnitTest('it is not exported')
const services = createServices()

async function exported(folder: string, name: CustomerService, imagesUrl?: string): Promise<string> {
  const service = services[name]
  const siteUrl = service.serviceUrl ?? ''
  const { xml } = await exportNewsroom({
    folder,
    service,
    siteUrl,
    imagesUrl: imagesUrl ?? `${siteUrl}/media`,
    onExported() {},
  })
  let text = ''
  for await (const piece of xml()) text += piece
  return text
}

async function catalogueOf(folder: string) {
  const { files } = await createFolder(folder).read()
  return buildCatalogue(files, SERVICE_NAMES, undefined, (error) => {
    throw error
  })
}

const comparable = (articles: Iterable<CatalogueArticle>) =>
  [...articles].map(({ path, meta, body }) => ({ path, meta, body })).sort((a, b) => a.path.localeCompare(b.path))

/** The identifying fields of the items of a file, in order. */
function itemsOf(xml: string) {
  const document = new JSDOM(xml, { contentType: 'text/xml' }).window.document
  return [...document.getElementsByTagName('item')].map((item) => {
    const text = (name: string) => item.getElementsByTagName(name)[0]?.textContent ?? ''
    return {
      type: text('wp:post_type'),
      name: text('wp:post_name'),
      title: text('title'),
      date: text('wp:post_date_gmt'),
    }
  })
}

describe.each(['akademia', 'post', 'plus'] as const)('the newsroom of %s', (name) => {
  test('survives its own export with every article the same, its content to the byte', async () => {
    const images = await serveFiles((path) => readFile(join(NEWSROOM, 'images', path)).catch(() => 404))
    const folder = await temporaryFolder()
    const xml = await exported(NEWSROOM, name, images.url)
    const summary = await importInto(folder.path, wxrText(xml), { service: name, hasImages: true })
    const [before, after] = [await catalogueOf(NEWSROOM), await catalogueOf(folder.path)]
    const [ownBefore, ownAfter] = [before.services.get(name), after.services.get(name)]
    expect(summary).toMatchObject({ failed: [], skipped: [], renamed: [] })
    expect(ownBefore?.articles.length).toBeGreaterThan(3)
    expect(comparable(ownAfter?.articles ?? [])).toEqual(comparable(ownBefore?.articles ?? []))
    expect(comparable(after.pages.values())).toEqual(comparable(before.pages.values()))
    expect(after.blocks).toEqual(before.blocks)
    expect(ownAfter?.terms).toEqual(ownBefore?.terms)
    const authors = new Set(
      [...(ownBefore?.articles ?? []), ...before.pages.values()].flatMap(({ meta }) => meta.author),
    )
    for (const slug of authors) expect(after.authors.get(slug)?.name).toBe(before.authors.get(slug)?.name)
    await images.close()
    await folder.remove()
  })
})

describe('a file', () => {
  test('has the elements of WXR 1.2, each once', async () => {
    const xml = await exported(NEWSROOM, 'akademia')
    const document = new JSDOM(xml, { contentType: 'text/xml' }).window.document
    expect(document.getElementsByTagName('wp:wxr_version')[0]?.textContent).toBe('1.2')
    const ids = [...document.getElementsByTagName('wp:post_id')].map((element) => element.textContent)
    expect(new Set(ids).size).toBe(ids.length)
    const guids = [...document.getElementsByTagName('guid')].map((element) => element.textContent)
    expect(new Set(guids).size).toBe(guids.length)
    const urls = [...document.getElementsByTagName('wp:attachment_url')].map((element) => element.textContent ?? '')
    expect(urls.length).toBeGreaterThan(20)
    expect(urls.filter((url) => !url.startsWith('https://akademia.szpalta.test/media/2026/'))).toEqual([])
    const thumbnails = [...document.getElementsByTagName('wp:meta_key')]
      .filter((key) => key.textContent === '_thumbnail_id')
      .map((key) => key.nextSibling?.textContent ?? '')
    expect(thumbnails.length).toBeGreaterThan(20)
    expect(thumbnails.filter((id) => !ids.includes(id))).toEqual([])
  })

  test('contains characters that are hard to write as XML', async () => {
    const folder = await temporaryFolder()
    const body = '<!-- wp:paragraph -->\n<p>]]> &lt;x&gt; &amp;amp; 🐈\t</p>\r\n<!-- /wp:paragraph -->\n\n\n'
    const meta =
      'title: "A & <b> ]]> &amp;lt;"\nlead: "„x” & y"\ndate: 2026-03-29T02:10\nauthor: [a, b]\ncategory: c\ntags: []\nnext: [/x]\nnoindex: true\ncomments: true\nproductPlacement: true\npromo: https://a.example/?b&c\ncorrections: [{ date: 2026-04-01T10:00, text: "„x” <b>", place: top }]\n'
    await mkdir(join(folder.path, 'akademia/articles'), { recursive: true })
    await writeFile(join(folder.path, 'akademia/articles/x.html'), `---\n${meta}---\n${body}`)
    const again = await temporaryFolder()
    await importInto(again.path, wxrText(await exported(folder.path, 'akademia')))
    const [before, after] = [await catalogueOf(folder.path), await catalogueOf(again.path)]
    const articleOf = (catalogue: typeof before) => catalogue.services.get('akademia')?.articles[0]
    expect(articleOf(after)?.body).toBe(body)
    // On the night of that date there is no 02:10 in Warsaw: it is 03:10.
    expect(articleOf(after)?.meta).toEqual({ ...articleOf(before)?.meta, date: '2026-03-29T03:10' })
    await folder.remove()
    await again.remove()
  })

  test('gives no article the id of a reusable block', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder.path, 'blocks'))
    await mkdir(join(folder.path, 'pages'))
    for (const id of [1, 2, 4]) await writeFile(join(folder.path, `blocks/${id}.html`), 'x')
    const page = 'title: a\nlead: b\ndate: 2026-03-29T12:10\nauthor: a\ncategory: c\ntags: []\n'
    for (const slug of ['a', 'b', 'c']) await writeFile(join(folder.path, `pages/${slug}.html`), `---\n${page}---\n`)
    const ids = [...(await exported(folder.path, 'akademia')).matchAll(/<wp:post_id>(\d+)</g)].map(([, id]) =>
      Number(id),
    )
    expect(ids).toEqual([1, 2, 4, 3, 5, 6])
    await folder.remove()
  })

  test('of a folder with an unreadable file is refused as a whole', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder.path, 'pages'), { recursive: true })
    await writeFile(join(folder.path, 'pages/x.html'), 'no front matter')
    await expect(exported(folder.path, 'akademia')).rejects.toThrow('pages/x.html')
    await folder.remove()
  })
})

const withThemeUnitTest = THEME_UNIT_TEST ? test : test.skip

withThemeUnitTest('the theme unit test has the same items after an import and an export', async () => {
  const folder = await temporaryFolder()
  const summary = await importInto(folder.path, wxrSource(THEME_UNIT_TEST ?? '', 'Europe/Warsaw'))
  const source = itemsOf(await readFile(THEME_UNIT_TEST ?? '', 'utf8'))
  const items = itemsOf(await exported(folder.path, 'akademia')).filter(({ type }) => type !== 'attachment')
  const isArticle = ({ type }: { type: string }) => type === 'post' || type === 'page'
  const left = new Set(summary.skipped.map(({ name }) => name))
  const wanted = source.filter((item) => isArticle(item) && !left.has(item.title))
  expect(items).toHaveLength(summary.imported)
  const nameOf = ({ type, name, date }: (typeof items)[number]) =>
    `${type} ${decodeURIComponent(name)} ${date.slice(0, -2)}`
  expect(items.map(nameOf).sort()).toEqual(wanted.map(nameOf).sort())
  await folder.remove()
})
