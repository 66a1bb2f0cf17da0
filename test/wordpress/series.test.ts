import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { ampProblems } from '../support/amp-validator.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { childNamed, childrenNamed, parseXml } from '../support/xml.ts'
import { describeEachWordPress } from './each-version.ts'
import type { Rest } from './rest.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const SERIES = '/seria/sledztwo-port'
const DAYS = [9, 2, 5]
const PARTS = ['/2026/03/czesc-2', '/2026/03/czesc-5', '/2026/03/czesc-9']
const SETTINGS = `
series:
  tags: [{ tag: sledztwo-port, title: Port za kulisami }, { tag: bez-tekstow }]
  taxonomy: mood
topics:
  categories: { miasto: Lead z pliku serwisu. }
`

async function load(rest: Rest): Promise<void> {
  const description = 'Kto zarabia na <a href="/tag/port/">porcie</a>.\n\nDrugi <em title="x" class="y">akapit</em>.'
  const tag = await rest.make('/tags', { name: 'Śledztwo: port', slug: 'sledztwo-port', description })
  await rest.make('/tags', { name: 'Bez tekstów', slug: 'bez-tekstow' })
  const miasto = await rest.make('/categories', { name: 'Miasto', slug: 'miasto' })
  const wies = await rest.make('/categories', { name: 'Wieś', slug: 'wies', description: 'O <em>wsi</em> & roli' })
  const mood = await rest.make('/mood', { name: 'Ponury', slug: 'ponury' })
  const post = (slug: string, day: number, more: object) =>
    rest.make('/posts', {
      title: `Tekst ${slug}`,
      slug,
      status: 'publish',
      date: `2026-03-${String(day).padStart(2, '0')}T10:00:00`,
      content: `<!-- wp:paragraph --><p>Treść ${slug}.</p><!-- /wp:paragraph -->`,
      categories: [miasto],
      ...more,
    })
  for (const day of DAYS) await post(`czesc-${day}`, day, { tags: [tag] })
  for (const day of [1, 3]) await post(`ponury-${day}`, day, { mood: [mood], categories: [wies] })
  const parent = await rest.make('/pages', {
    title: 'Seria',
    slug: 'seria',
    status: 'publish',
    content: 'Strona serii',
  })
  await rest.make('/pages', { title: 'Dawna', slug: 'dawna', status: 'publish', parent, content: 'Dawna strona' })
}

describeEachWordPress('series and topics', ({ folder }) => {
  let wordpress: WordPress
  let portal: PortalProcess
  let site: string

  beforeAll(async () => {
    wordpress = await startWordPress(folder, {
      key: 'series-2',
      plugins: [join(ROOT, 'test/wordpress/php/types.php')],
      load,
    })
    site = await mkdtemp(join(tmpdir(), 'series-site-'))
    await cp(join(ROOT, 'sites/szpalta'), site, { recursive: true })
    const file = join(site, 'services/akademia.yaml')
    await writeFile(file, (await readFile(file, 'utf8')) + SETTINGS)
    portal = await startProcess({
      SITE_DIR: site,
      CONTENT: 'wordpress',
      CMS_URL: wordpress.url,
      CMS_POLL_SECONDS: '0',
      SUBSCRIBERS_FILE: join(site, 'subscribers.sqlite'),
    })
    await portal.ready()
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.stop()
    await wordpress?.close()
    await rm(site, { recursive: true, force: true })
  })

  const documentAt = async (path: string) => new JSDOM((await portal.ask(path)).text).window.document
  const hrefs = (root: Document | Element | null, selector: string) =>
    [...(root?.querySelectorAll(selector) ?? [])].map((one) => one.getAttribute('href'))

  test('a tag of the service’s file is a series, oldest first, with its page, feed and map (SERIES-5)', async () => {
    const document = await documentAt(SERIES)
    expect(document.querySelector('h1')?.textContent).toBe('Port za kulisami')
    expect(hrefs(document, '.series-parts .card-title a')).toEqual(PARTS)
    const leads = [...document.querySelectorAll('.archive-header .lead')].map((one) => one.innerHTML)
    expect(leads).toEqual(['Kto zarabia na <a href="/tag/port">porcie</a>.', 'Drugi <em>akapit</em>.'])
    const feed = parseXml((await portal.ask('/api/feed/rss?series=sledztwo-port')).text)
    const channel = childNamed(feed, 'channel')
    expect(channel && childrenNamed(channel, 'item').map((item) => childNamed(item, 'title')?.text)).toEqual([
      'Tekst czesc-9',
      'Tekst czesc-5',
      'Tekst czesc-2',
    ])
    const { text: map } = await portal.ask('/sitemap-series-1.xml')
    expect(map).toContain('/seria/sledztwo-port<')
    expect(map).not.toContain('bez-tekstow')
    expect((await portal.ask('/seria/bez-tekstow')).status).toBe(404)
  })

  test('its articles say their part, in AMP too (SERIES-6)', async () => {
    const document = await documentAt(PARTS[1] ?? '')
    expect(document.querySelector('.article-header .series-line')?.textContent).toBe('Port za kulisami Część 2 z 3')
    expect(hrefs(document, '.series-steps a')).toEqual([PARTS[0], PARTS[2]])
    const { text } = await portal.ask(`/wp-json/amp/v2/post${PARTS[1]}`)
    expect(text).toContain('Część 2 z 3')
    expect(await ampProblems(text)).toEqual([])
  })

  test('a term of a taxonomy of the service’s file is one too (SERIES-5)', async () => {
    const document = await documentAt('/seria/ponury')
    expect(document.querySelector('h1')?.textContent).toBe('Ponury')
    expect(hrefs(document, '.series-parts .card-title a')).toEqual(['/2026/03/ponury-1', '/2026/03/ponury-3'])
    const article = await documentAt('/2026/03/ponury-1')
    expect(article.querySelector('.series-line a')?.getAttribute('href')).toBe('/seria/ponury')
  })

  test('pages of WordPress at such paths stay what they are (SERIES-2)', async () => {
    expect((await portal.ask('/seria/dawna')).text).toContain('Dawna strona')
    expect((await portal.ask('/seria')).text).toContain('Strona serii')
    expect((await portal.ask('/seria/nie-ma')).status).toBe(404)
  })

  test('a category’s description is its lead, else that of the service’s file (TOPIC-1)', async () => {
    const wies = await documentAt('/kategoria/wies')
    expect(wies.querySelector('.archive-header .lead')?.innerHTML).toBe('O&nbsp;<em>wsi</em> &amp; roli')
    expect(wies.querySelector('meta[name="description"]')?.getAttribute('content')).toBe('O wsi & roli')
    const miasto = await documentAt('/kategoria/miasto')
    expect(miasto.querySelector('.archive-header .lead')?.textContent).toBe('Lead z\u00a0pliku serwisu.')
  })
})
