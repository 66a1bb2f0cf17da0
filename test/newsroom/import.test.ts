import { readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { buildCatalogue } from '../../src/sources/embedded/catalogue.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import { exportNewsroom } from '../../tools/newsroom/export.ts'
import type { ImportSource, SourcePart } from '../../tools/newsroom/source.ts'
import { summaryText } from '../../tools/newsroom/summary.ts'
import { createServices, SERVICE_NAMES } from '../support/customer-site.ts'
import {
  type FileServer,
  importInto,
  serveFiles,
  temporaryFolder,
  textOf,
  wxrText,
} from '../support/newsroom-import.ts'
import { cdata, postmeta, wxr, wxrAttachment, wxrItem } from '../support/wxr.ts'

let folder: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ path: folder, remove } = await temporaryFolder())
})
afterEach(() => remove())

const article = (slug: string) => `akademia/articles/${slug}.html`
const files = async (path = '') => (await readdir(join(folder, path), { recursive: true })).sort()
async function catalogue() {
  const problems: unknown[] = []
  const { files } = await createFolder(folder).read()
  const built = await buildCatalogue(files, SERVICE_NAMES, undefined, (error) => problems.push(error))
  expect(problems).toEqual([])
  return { ...built, own: built.services.get('akademia') }
}

describe('a post', () => {
  test('is a file that the newsroom can read', async () => {
    const more = `<category domain="category" nicename="fizyka">${cdata('Fizyka &amp; my')}</category>
      <category domain="post_tag" nicename="%c5%bcycie">${cdata('Życie')}</category>
      <wp:post_modified_gmt>2026-03-04 09:00:00</wp:post_modified_gmt>`
    const content = 'Ala\n\n<h2>Kot</h2>'
    const title = 'Zażółć: „A &amp; <b>B</b>” &amp;amp;'
    await importInto(
      folder,
      wxrText(wxr(wxrItem({ slug: 'zazolc', title, excerpt: '<p>Le&oacute;n.</p>', content, more }))),
    )
    const { own, authors } = await catalogue()
    expect(own?.articles).toMatchObject([
      {
        path: '/2026/03/zazolc',
        meta: {
          title: 'Zażółć: „A & B” &amp;amp;',
          lead: 'León.',
          date: '2026-03-03T10:00',
          updated: '2026-03-04T10:00',
          author: ['jan'],
          category: 'nauka',
          tags: ['zycie', 'fizyka'],
        },
        body: '<!-- wp:paragraph -->\n<p>Ala</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading -->\n<h2>Kot</h2>\n<!-- /wp:heading -->\n',
      },
    ])
    expect(own?.terms).toEqual({
      categories: [
        { slug: 'nauka', name: 'Nauka' },
        { slug: 'fizyka', name: 'Fizyka & my' },
      ],
      tags: [
        { slug: 'zycie', name: 'Życie' },
        { slug: 'fizyka', name: 'Fizyka & my' },
      ],
    })
    expect(authors.get('jan')).toMatchObject({ name: 'Jan Przykładowy', since: '2026-03-03' })
  })

  test('with blocks keeps its text to the byte', async () => {
    const content =
      '<!-- wp:paragraph -->\n<p>a\n\nb  </p>\n<!-- /wp:paragraph -->\n\n\n<!-- wp:acf/x {"data":{"a":"\\u003c"}} /-->\n tail '
    await importInto(folder, wxrText(wxr(wxrItem({ slug: 'a', content }))))
    expect((await textOf(folder, article('a'))).split('---\n').slice(2).join('---\n')).toBe(content)
  })

  test('without a title, a lead, an author or a category gets the best substitute', async () => {
    const item = wxrItem({
      slug: '',
      title: '',
      excerpt: '',
      author: '',
      content: 'Jeden dwa trzy cztery pięć sześć siedem osiem dziewięć.',
    })
    await importInto(
      folder,
      wxrText(
        wxr(
          item.replace(/<category .*<\/category>/, ''),
          wxrItem({ id: 2, slug: 'pusty', title: 'Pusty', excerpt: '', content: '' }),
        ),
      ),
    )
    const { own, authors } = await catalogue()
    expect(own?.articles.map(({ slug, meta }) => [slug, meta.title, meta.lead, meta.author, meta.category])).toEqual([
      [
        'post-1',
        'Jeden dwa trzy cztery pięć sześć siedem osiem…',
        'Jeden dwa trzy cztery pięć sześć siedem osiem dziewięć.',
        ['redakcja'],
        'najnowsze',
      ],
      ['pusty', 'Pusty', 'Pusty', ['jan'], 'nauka'],
    ])
    expect(authors.get('redakcja')?.name).toBe('Redakcja')
  })

  test('that is not public is skipped, and the summary says why', async () => {
    const summary = await importInto(
      folder,
      wxrText(
        wxr(
          wxrItem({ id: 1, title: 'Szkic', status: 'draft' }),
          wxrItem({ id: 2, title: 'Prywatny', status: 'private' }),
          wxrItem({ id: 3, title: 'Hasło', more: '<wp:post_password>tajne</wp:post_password>', content: 'SEKRET' }),
          wxrItem({ id: 4, title: 'Menu', type: 'nav_menu_item' }),
          wxrItem({ id: 5, title: 'Jawny', slug: 'jawny' }),
        ),
      ),
    )
    expect(summary).toMatchObject({
      imported: 1,
      skipped: [
        { name: 'Szkic', reason: 'its status is "draft"' },
        { name: 'Prywatny', reason: 'its status is "private"' },
        { name: 'Hasło', reason: 'it is protected by a password' },
      ],
      failed: [],
    })
    expect([...summary.others]).toEqual([['nav_menu_item', 1]])
    expect(await files('akademia/articles')).toEqual(['jawny.html'])
    const everything = await Promise.all((await files()).map((file) => textOf(folder, file).catch(() => '')))
    expect(everything.join()).not.toContain('SEKRET')
  })

  test('a draft is imported as a draft where drafts are wanted, and exported as one (SRC-28)', async () => {
    const local = '<wp:post_date>2026-03-05 10:00:00</wp:post_date><pubDate>Thu, 01 Jan 1970 00:00:00 +0000</pubDate>'
    const text = wxr(
      wxrItem({ id: 1, title: 'Szkic', status: 'draft', slug: '', date: '0000-00-00 00:00:00', more: local }),
      wxrItem({ id: 2, title: 'Do sprawdzenia', status: 'pending', slug: 'do-sprawdzenia' }),
      wxrItem({ id: 3, title: 'Prywatny', status: 'private' }),
      wxrItem({ id: 4, title: 'Jawny', slug: 'jawny' }),
    )
    const summary = await importInto(folder, wxrText(text), { hasDrafts: true })
    expect(summary).toMatchObject({ imported: 3, failed: [] })
    const [draft] = (await files('akademia/articles')).filter((file) => /szkic/.test(file))
    const written = await textOf(folder, `akademia/articles/${draft}`)
    expect(written).toMatch(/date: 2026-03-05T10:00\n/)
    expect(written).toMatch(/\ndraft: true\n/)
    expect(await textOf(folder, article('jawny'))).not.toContain('draft')
    const service = createServices().akademia
    const { xml } = await exportNewsroom({
      folder,
      service,
      siteUrl: 'https://a.example',
      imagesUrl: '',
      onExported() {},
    })
    let exported = ''
    for await (const piece of xml()) exported += piece
    const statuses = [...exported.matchAll(/<wp:status>(\w+)</g)].map(([, status]) => status).sort()
    expect(statuses).toEqual(['draft', 'draft', 'publish'])
  })

  test('an author has no e-mail address, though the file has one', async () => {
    const more = wxr(wxrItem()).replace(
      '</wp:author_login>',
      '</wp:author_login><wp:author_email>jan@poczta.example</wp:author_email>',
    )
    await importInto(folder, wxrText(more))
    expect(await textOf(folder, 'authors/jan.yaml')).not.toContain('poczta')
  })

  test('links to the site lead to the portal', async () => {
    const content = `<p><a href="https://blog.example/2026/03/drugi/#b">a</a> <a href='http://www.blog.example/?p=2'>b</a>
      <a href="https://blog.example/category/nauka/">c</a> <a href="https://blog.example/nie-ma">d</a>
      <a href="https://inny.example/2026/03/drugi/">e</a></p>`
    const second = wxrItem({ id: 2, slug: 'drugi', date: '2026-03-31 22:30:00' })
    await importInto(folder, wxrText(wxr(wxrItem({ slug: 'a', content }), second)))
    const links = [...(await textOf(folder, article('a'))).matchAll(/href=["']([^"']*)/g)].map(([, href]) => href)
    // The second one's date is in April, in Warsaw.
    expect(links).toEqual([
      '/2026/04/drugi#b',
      '/2026/04/drugi',
      '/kategoria/nauka',
      'https://blog.example/nie-ma',
      'https://inny.example/2026/03/drugi/',
    ])
  })

  test('reusable blocks are files that refs name', async () => {
    await importInto(
      folder,
      wxrText(
        wxr(wxrItem({ id: 77, type: 'wp_block', content: '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->' })),
      ),
    )
    expect(await textOf(folder, 'blocks/77.html')).toBe('<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->')
  })
})

describe('names', () => {
  const slugs = async (...written: string[]) => {
    const items = written.map((slug, index) => wxrItem({ id: index + 1, slug }))
    const summary = await importInto(folder, wxrText(wxr(...items)))
    return { names: (await files('akademia/articles')).map((name) => name.slice(0, -'.html'.length)), summary }
  }

  test('lead out of no folder', async () => {
    const { names } = await slugs(
      '../../../etc/passwd',
      '..%2f..%2fx',
      '/absolute',
      'a\\b',
      'c:d',
      '.hidden',
      'z\u0000ero',
    )
    expect(names.sort()).toEqual(['a-b', 'absolute', 'c-d', 'etc-passwd', 'hidden', 'x', 'zero'].sort())
    expect((await files()).filter((file) => file.endsWith('passwd'))).toEqual([])
  })

  test('are not names that a system reserves, and no two are the same', async () => {
    const { names, summary } = await slugs('con', 'NUL', 'com1', 'ten-sam', 'ten-sam', 'Ten-Sam')
    expect(names.sort()).toEqual(['com1-2', 'con-2', 'nul-2', 'ten-sam', 'ten-sam-2', 'ten-sam-3'])
    expect(summary.renamed).toHaveLength(5)
  })

  test('in other scripts stay, and are no longer than file systems allow', async () => {
    const { names } = await slugs('%ce%b5%cf%80%ce%af', '日本'.repeat(100))
    expect(names).toHaveLength(2)
    expect(names).toContain('επί')
    expect(Math.max(...names.map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(200)
  })

  test('of pages are not paths of the portal itself', async () => {
    const pages = ['search', 'kontakt', 'kontakt'].map((slug, index) => wxrItem({ id: index + 1, slug, type: 'page' }))
    await importInto(folder, wxrText(wxr(...pages)))
    expect(await files('pages')).toEqual(['kontakt-2.html', 'kontakt.html', 'search-2.html'])
  })

  test('of files that an editor created are taken', async () => {
    await importInto(folder, wxrText(wxr(wxrItem({ id: 1, slug: 'a' }))))
    await writeFile(join(folder, article('wlasny')), 'x')
    await importInto(folder, wxrText(wxr(wxrItem({ id: 2, slug: 'wlasny' }))))
    expect(await textOf(folder, article('wlasny'))).toBe('x')
    expect(await files('akademia/articles')).toContain('wlasny-2.html')
  })
})

describe('again', () => {
  const two = (content = 'Drugi.') =>
    wxrText(wxr(wxrItem({ id: 1, slug: 'a' }), wxrItem({ id: 2, slug: 'b', content })))

  test('nothing is written twice', async () => {
    expect(await importInto(folder, two())).toMatchObject({ imported: 2 })
    const before = await files()
    expect(await importInto(folder, two())).toMatchObject({ imported: 0, unchanged: 2, houseFiles: [] })
    expect(await files()).toEqual(before)
  })

  test('changed articles are written again with --update only, and locally edited ones never', async () => {
    await importInto(folder, two())
    expect(await importInto(folder, two('Nowy.'))).toMatchObject({
      unchanged: 1,
      skipped: [{ name: 'Tytuł', reason: /--update/ }].map((one) => ({
        ...one,
        reason: expect.stringContaining('--update'),
      })),
    })
    expect(await textOf(folder, article('b'))).toContain('Drugi.')
    expect(await importInto(folder, two('Nowy.'), { isUpdate: true })).toMatchObject({ updated: 1, unchanged: 1 })
    expect(await textOf(folder, article('b'))).toContain('Nowy.')
    await writeFile(join(folder, article('b')), (await textOf(folder, article('b'))).replace('Nowy.', 'Ręcznie.'))
    expect(await importInto(folder, two('Najnowszy.'), { isUpdate: true })).toMatchObject({
      updated: 0,
      unchanged: 1,
      skipped: [{ reason: expect.stringContaining('edited here') }],
    })
    expect(await textOf(folder, article('b'))).toContain('Ręcznie.')
  })

  test('an article whose new text needs HTML has one file', async () => {
    await importInto(folder, two(), { format: 'markdown' })
    expect(await files('akademia/articles')).toEqual(['a.md', 'b.md'])
    const later = two('<p>Szablon {% include a.html %} w tekście.</p>')
    expect(await importInto(folder, later, { format: 'markdown', isUpdate: true })).toMatchObject({ updated: 1 })
    expect(await files('akademia/articles')).toEqual(['a.md', 'b.html'])
    expect(await importInto(folder, later, { format: 'markdown', isUpdate: true })).toMatchObject({ unchanged: 2 })
    expect(await files('akademia/articles')).toEqual(['a.md', 'b.html'])
  })

  test('an article that was removed since stays away, and the summary names it, until it is restored (SRC-74)', async () => {
    await importInto(folder, two())
    await rm(join(folder, article('a')))
    for (const isUpdate of [false, true]) {
      const summary = await importInto(folder, two(), { isUpdate })
      expect(summary).toMatchObject({ imported: 0, unchanged: 1 })
      expect(summaryText(summary)).toMatch(/skipped, its file was removed here .*--restore.*:\n {2}Tytuł\n/)
      expect(await files('akademia/articles')).toEqual(['b.html'])
    }
    // Its old URL leads nowhere again once the operator has taken the row away.
    await rm(join(folder, 'redirects.csv'))
    await importInto(folder, two())
    const redirects = await textOf(folder, 'redirects.csv')
    expect([redirects.includes('?p=1'), redirects.includes('?p=2')]).toEqual([false, true])
    expect(await importInto(folder, two(), { restores: true })).toMatchObject({ imported: 1, unchanged: 1 })
    expect(await files('akademia/articles')).toEqual(['a.html', 'b.html'])
    // It may be removed again.
    await rm(join(folder, article('a')))
    expect(await importInto(folder, two())).toMatchObject({ imported: 0, skipped: [{ name: 'Tytuł' }] })
  })

  test('an article that was renamed since has no second file', async () => {
    await importInto(folder, two())
    await rename(join(folder, article('a')), join(folder, article('inna-nazwa')))
    expect(await importInto(folder, two())).toMatchObject({ imported: 0, unchanged: 1 })
    expect(await files('akademia/articles')).toEqual(['b.html', 'inna-nazwa.html'])
  })

  test('home, menu, authors and terms that an editor changed stay; new terms are added', async () => {
    await importInto(folder, two())
    await writeFile(join(folder, 'akademia/home.html'), '---\nid: 1\nslug: moja\ntitle: Moja\n---\n')
    await writeFile(join(folder, 'akademia/terms.yaml'), 'categories: [{ slug: nauka, name: Moja nauka }]\ntags: []\n')
    const more = '<category domain="post_tag" nicename="nowy">Nowy</category>'
    await importInto(folder, wxrText(wxr(wxrItem({ id: 3, slug: 'c', more }))))
    const { own } = await catalogue()
    expect(own?.home?.meta.title).toBe('Moja')
    expect(own?.terms).toEqual({
      categories: [{ slug: 'nauka', name: 'Moja nauka' }],
      tags: [{ slug: 'nowy', name: 'Nowy' }],
    })
  })
})

describe('an interruption', () => {
  const many = wxrText(
    wxr(...Array.from({ length: 30 }, (_, index) => wxrItem({ id: index + 1, slug: `wpis-${index + 1}` }))),
  )
  const broken = (after: number): ImportSource => ({
    outline: many.outline,
    async *posts() {
      let count = 0
      for await (const part of many.posts()) {
        if (part.kind === 'post' && ++count > after) throw new Error('connection lost')
        yield part
      }
    },
  })

  test('by a signal ends between two articles, and the next run resumes', async () => {
    const controller = new AbortController()
    let steps = 0
    const onStep = () => {
      // The outline has 36 parts.
      steps += 1
      if (steps === 36 + 10) controller.abort()
    }
    const first = await importInto(folder, many, { signal: controller.signal, onStep })
    expect(first.isInterrupted).toBe(true)
    expect(first.imported).toBeGreaterThan(0)
    expect(first.imported).toBeLessThan(30)
    expect(await importInto(folder, many)).toMatchObject({ imported: 30 - first.imported, unchanged: first.imported })
    expect(await files('akademia/articles')).toHaveLength(30)
  })

  test('by an error of the source keeps what was written', async () => {
    await expect(importInto(folder, broken(10))).rejects.toThrow('connection lost')
    expect(await importInto(folder, many)).toMatchObject({ imported: 20, unchanged: 10 })
  })

  test('in the middle of a line of the state, or of a file, leaves no half of either', async () => {
    await expect(importInto(folder, broken(10))).rejects.toThrow()
    const state = join(folder, 'import-state.jsonl')
    await truncate(state, (await readFile(state)).lastIndexOf('\n{"whole"') - 20)
    await writeFile(join(folder, `${article('inny')}.unfinished`), 'half')
    await importInto(folder, many)
    expect((await files()).filter((name) => name.endsWith('.unfinished'))).toEqual([])
    // The tenth article's line was cut off: its file is unknown, and stays.
    expect(await files('akademia/articles')).toHaveLength(31)
    expect((await catalogue()).own?.articles).toHaveLength(31)
  })

  test('between the line of the state and the file loses nothing', async () => {
    await importInto(folder, many)
    const state = join(folder, 'import-state.jsonl')
    const changed = wxrText(wxr(wxrItem({ id: 1, slug: 'wpis-1', content: 'Nowa.' })))
    const old = await textOf(folder, article('wpis-1'))
    await importInto(folder, changed, { isUpdate: true })
    // As if the process had ended before the file was moved into place.
    await writeFile(join(folder, article('wpis-1')), old)
    expect((await textOf(folder, 'import-state.jsonl')).length).toBeGreaterThan(0)
    expect(await importInto(folder, changed, { isUpdate: true })).toMatchObject({ updated: 1 })
    expect(await textOf(folder, article('wpis-1'))).toContain('Nowa.')
    // A first write ended in the same way: nobody has removed the file.
    const lines = (await readFile(state, 'utf8')).split('\n').filter((line) => !line.includes('"whole"'))
    await writeFile(state, lines.join('\n').replaceAll(',"isWhole":true', ''))
    await rm(join(folder, article('wpis-2')))
    expect(await importInto(folder, many)).toMatchObject({ imported: 1 })
    expect(await files('akademia/articles')).toHaveLength(30)
  })

  test('a second import into the same folder is refused while the first one runs', async () => {
    await writeFile(join(folder, 'import-state.lock'), String(process.pid))
    await expect(importInto(folder, many)).rejects.toThrow(/another import/)
    // No process has this id.
    await writeFile(join(folder, 'import-state.lock'), '999999999')
    expect(await importInto(folder, many)).toMatchObject({ imported: 30 })
    expect(await files()).not.toContain('import-state.lock')
  })
})

describe('images', () => {
  let server: FileServer
  const jpeg = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer()
  const gif = sharp({ create: { width: 6, height: 4, channels: 3, background: '#0c0' } })
    .gif()
    .toBuffer()
  let responses: Record<string, (nth: number) => Promise<Uint8Array | number> | Uint8Array | number>

  beforeEach(async () => {
    responses = {}
    server = await serveFiles((path, nth) => responses[path]?.(nth) ?? 404)
  })
  afterEach(() => server.close())

  const uploads = '/wp-content/uploads/2025/12'
  const site = (...items: string[]) => wxrText(wxr(...items).replaceAll('https://blog.example', server.url))
  const run = (source: ImportSource, more = {}) => importInto(folder, source, { hasImages: true, ...more })

  test('are stored in the newsroom in their full size, and texts refer to them there', async () => {
    responses[`${uploads}/Kot_1.jpg`] = () => jpeg
    responses[`${uploads}/ruch.gif`] = () => gif
    const content = `<!-- wp:image {"id":7} --><figure class="wp-block-image"><a href="https://blog.example${uploads}/Kot_1.jpg"><img src="https://blog.example${uploads}/Kot_1-300x200.jpg?x=1" alt=""/></a></figure><!-- /wp:image --><img src="https://blog.example${uploads}/ruch.gif"><img src="https://obcy.example/2020/01/c.jpg">`
    const summary = await run(
      site(
        wxrAttachment(
          7,
          `https://blog.example${uploads}/Kot_1.jpg`,
          postmeta('_wp_attachment_image_alt', 'Kot & pies'),
        ),
        wxrItem({ id: 1, slug: 'a', content, more: postmeta('_thumbnail_id', '7') }),
        wxrItem({ id: 2, slug: 'b', content: `<img src="https://blog.example${uploads}/Kot_1.jpg">` }),
      ),
    )
    expect(summary).toMatchObject({ imported: 2, images: 2, failed: [] })
    expect(await files('images/2025/12')).toEqual(['kot-1.jpg', 'ruch.webp'])
    const text = await textOf(folder, article('a'))
    expect(text).toContain('<a href="/media/2025/12/kot-1.webp"><img src="/2025/12/kot-1.webp" alt=""/></a>')
    expect(text).toContain('<img src="/2025/12/ruch.webp"><img src="https://obcy.example/2020/01/c.jpg">')
    expect((await catalogue()).own?.byPath.get('/2026/03/a')?.meta.image).toEqual({
      src: '/2025/12/kot-1.webp',
      alt: 'Kot & pies',
    })
    expect(server.requests.filter((path) => path.includes('Kot'))).toHaveLength(1)
  })

  test('that are no images, too large or missing stay at their source, and are reported (COST-70)', async () => {
    responses[`${uploads}/a.jpg`] = () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    responses[`${uploads}/b.jpg`] = () => Buffer.alloc(21 * 1024 * 1024, 1)
    responses[`${uploads}/d.jpg`] = () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(100)])
    const content = ['a', 'b', 'c', 'd']
      .map((name) => `<img src="https://blog.example${uploads}/${name}.jpg">`)
      .join('')
    const summary = await run(site(wxrItem({ slug: 'a', content })))
    expect(summary.failed.map(({ reason }) => reason).sort()).toEqual([
      'image: HTTP 404',
      'image: a JPEG without an image',
      'image: more than 20 MB',
      'image: not a JPEG, PNG, GIF, WebP or AVIF',
    ])
    expect(summary.imported).toBe(1)
    expect(await textOf(folder, article('a'))).toContain(`${server.url}${uploads}/a.jpg`)
    expect(await files()).not.toContain('images')
  })

  test('are requested again when the site is busy, three at a time at most', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `p${index}.jpg`)
    for (const name of names) {
      responses[`${uploads}/${name}`] = async (nth) => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return name === 'p0.jpg' && nth === 1 ? 503 : jpeg
      }
    }
    const content = names.map((name) => `<img src="https://blog.example${uploads}/${name}">`).join('')
    expect(await run(site(wxrItem({ slug: 'a', content })))).toMatchObject({ images: 12, failed: [] })
    expect(server.most()).toBeLessThanOrEqual(3)
  })

  test('that failed are retried by the next run, and existing ones are not', async () => {
    responses[`${uploads}/a.jpg`] = () => jpeg
    const content = `<img src="https://blog.example${uploads}/a.jpg"><img src="https://blog.example${uploads}/b.jpg">`
    const source = site(wxrItem({ slug: 'a', content }))
    expect(await run(source)).toMatchObject({ images: 1, failed: [{ reason: 'image: HTTP 404' }] })
    responses[`${uploads}/b.jpg`] = () => jpeg
    expect(await run(source)).toMatchObject({ images: 1, updated: 1, failed: [] })
    expect(server.requests.filter((path) => path.endsWith('a.jpg'))).toHaveLength(1)
    expect(await textOf(folder, article('a'))).toContain('<img src="/2025/12/b.webp">')
  })

  test('of the same name in one month are two', async () => {
    responses[`${uploads}/Kot_1.jpg`] = () => jpeg
    responses[`${uploads}/kot-1.png`] = () => jpeg
    const content = `<img src="https://blog.example${uploads}/Kot_1.jpg"><img src="https://blog.example${uploads}/kot-1.png">`
    await run(site(wxrItem({ slug: 'a', content })))
    expect(await files('images/2025/12')).toHaveLength(2)
    expect(await textOf(folder, article('a'))).toMatch(/kot-1\.webp.*kot-1-2\.webp|kot-1-2\.webp.*kot-1\.webp/)
  })

  test('can be taken from a copy of the uploads folder', async () => {
    const copy = await temporaryFolder()
    const { mkdir } = await import('node:fs/promises')
    await mkdir(join(copy.path, '2025/12'), { recursive: true })
    await writeFile(join(copy.path, '2025/12/a.jpg'), await jpeg)
    const content = `<img src="https://blog.example${uploads}/a.jpg">`
    expect(await run(site(wxrItem({ slug: 'a', content })), { uploads: copy.path })).toMatchObject({ images: 1 })
    expect(server.requests).toEqual([])
    await copy.remove()
  })

  test('of the internal network are requested only where the operator has named their host', async () => {
    responses[`${uploads}/a.jpg`] = () => jpeg
    const source = () => site(wxrItem({ slug: 'a', content: `<img src="https://blog.example${uploads}/a.jpg">` }))
    const { failed } = await run(source(), { internalHosts: new Set() })
    expect(failed).toEqual([
      { name: `${server.url}${uploads}/a.jpg`, reason: expect.stringContaining('internal network') },
    ])
    expect(server.requests).toEqual([])
    expect(await run(source(), { internalHosts: new Set([new URL(server.url).host]) })).toMatchObject({ images: 1 })
  })

  test('follow no redirect into the internal network', async () => {
    const inside = await serveFiles(() => jpeg)
    const outside = await serveFiles(() => ({ status: 302, headers: { location: `${inside.url}/2025/12/a.jpg` } }))
    const source = () =>
      wxrText(wxr(wxrAttachment(7, `${outside.url}/a.jpg`), wxrItem({ more: postmeta('_thumbnail_id', '7') })))
    const named = new Set([new URL(outside.url).host])
    expect(await run(source(), { internalHosts: named })).toMatchObject({ images: 0, failed: [{}] })
    expect(inside.requests).toEqual([])
    named.add(new URL(inside.url).host)
    expect(await run(source(), { internalHosts: named })).toMatchObject({ images: 1, failed: [] })
    await inside.close()
    await outside.close()
  })

  test('may have names with invalid escapes', async () => {
    responses[`${uploads}/100%.jpg`] = () => jpeg
    const content = `<img src="https://blog.example${uploads}/100%.jpg">`
    const copy = { uploads: folder }
    expect(await run(site(wxrItem({ slug: 'a', content })), copy)).toMatchObject({ images: 1, failed: [] })
  })

  test('of a gallery without ids are those that were uploaded to the post, in their order', async () => {
    for (const name of ['a', 'b', 'c']) responses[`${uploads}/${name}.jpg`] = () => jpeg
    const attachment = (id: number, name: string, order: number) =>
      wxrAttachment(
        id,
        `https://blog.example${uploads}/${name}.jpg`,
        `<wp:post_parent>1</wp:post_parent><wp:menu_order>${order}</wp:menu_order>`,
      )
    await run(
      site(
        attachment(7, 'a', 2),
        attachment(8, 'b', 1),
        attachment(9, 'c', 3),
        wxrItem({ slug: 'a', content: '[gallery exclude="9"]' }),
      ),
    )
    const [, , body = ''] = (await textOf(folder, article('a'))).split('---\n')
    expect([...body.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)).toEqual(['/2025/12/b.webp', '/2025/12/a.webp'])
  })
})

describe('a malicious file', () => {
  test('a hundred thousand unusable items are counted, and the rest is imported (COST-40)', async () => {
    const source = wxrText(wxr('<item/>'.repeat(100_000), wxrItem({ slug: 'dobry' })))
    const summary = await importInto(folder, source)
    expect([summary.imported, summary.failed.length, summary.unlisted.failed]).toEqual([1, 10_000, 90_000])
    expect(summaryText(summary)).toContain('90000 more that failed')
    expect(summaryText(summary)).toContain('1 imported, 0 updated, 0 unchanged, 0 skipped, 100000 failed')
  })

  test('names and URLs that would fill the memory are refused in plain words (COST-40)', async () => {
    async function* parts(): AsyncGenerator<SourcePart> {
      for (let number = 0; number < 1000; number++) {
        const login = `${number}${'a'.repeat(1_000_000)}`
        yield { kind: 'author', author: { login, name: login } }
      }
    }
    await expect(importInto(folder, { outline: parts, posts: parts })).rejects.toThrow('more than 512 MB of memory')
  })

  test('galleries that repeat the whole media library affect only their own article (COST-40)', async () => {
    const images = Array.from({ length: 100 }, (_, index) =>
      wxrAttachment(
        100 + index,
        `https://blog.example/wp-content/uploads/2026/03/a-${index}.jpg`,
        '<wp:post_parent>1</wp:post_parent>',
      ),
    )
    const bomb = wxrItem({ id: 1, slug: 'bomba', title: 'Bomba', content: '[gallery]'.repeat(100_000) })
    const summary = await importInto(folder, wxrText(wxr(...images, bomb, wxrItem({ id: 2, slug: 'dobry' }))))
    expect(summary.failed).toEqual([{ name: 'Bomba', reason: 'more than 2000 images in galleries' }])
    expect(await files('akademia/articles')).toEqual(['dobry.html'])
  })

  test('an article longer than the newsroom reads is named, and long fields are cut (COST-35)', async () => {
    const long = wxrItem({ id: 1, slug: 'dlugi', title: 'Długi', content: 'słowo '.repeat(400_000) })
    const excerpt = 'słowo '.repeat(10_000)
    const tags = Array.from(
      { length: 300 },
      (_, index) => `<category domain="post_tag" nicename="t-${index}">T</category>`,
    )
    const wide = wxrItem({ id: 2, slug: 'szeroki', title: 'T'.repeat(5000), excerpt, more: tags.join('') })
    const summary = await importInto(folder, wxrText(wxr(long, wide)))
    expect(summary.failed).toEqual([{ name: 'Długi', reason: expect.stringContaining('more than 2097152') }])
    const [meta] = (await catalogue()).own?.articles.map((one) => one.meta) ?? []
    expect([meta?.title.length, meta?.lead.length, meta?.tags.length]).toEqual([501, 4001, 100])
  })
})
