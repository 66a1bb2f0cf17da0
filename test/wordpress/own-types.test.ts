import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { JSDOM } from 'jsdom'
import { plainLine } from '../../src/content/plain-line.ts'
import { ampProblems } from '../support/amp-validator.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { ROOT } from '../support/root.ts'
import { describeEachWordPress } from './each-version.ts'
import type { Rest } from './rest.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const BOOKS = 14
const MAX_CALLS = 3

async function load(rest: Rest): Promise<void> {
  const novel = await rest.make('/genre', { name: 'Powieść', slug: 'powiesc' })
  const crime = await rest.make('/genre', { name: 'Kryminał', slug: 'kryminal', parent: novel })
  const mood = await rest.make('/mood', { name: 'Ponury', slug: 'ponury' })
  for (let number = 1; number <= BOOKS; number += 1) {
    await rest.make('/books', {
      title: `Książka ${number}`,
      slug: `ksiazka-${number}`,
      status: 'publish',
      date: `2026-03-${String(number).padStart(2, '0')}T10:00:00`,
      content: `<!-- wp:paragraph --><p>Treść książki ${number}.</p><!-- /wp:paragraph -->`,
      genre: number === 1 ? [crime] : [novel],
      ...(number === 2 && { mood: [mood] }),
    })
  }
  await rest.make('/books', { title: 'Szkic', slug: 'szkic', status: 'draft', content: 'Szkic' })
  await rest.make('/event', { title: 'Targi', slug: 'targi', status: 'publish', content: '<p>O targach.</p>' })
  await rest.make('/posts', {
    title: 'Wpis',
    slug: 'wpis',
    status: 'publish',
    date: '2026-03-01T10:00:00',
    content: 'Tekst',
    mood: [mood],
  })
}

describeEachWordPress('post types and taxonomies of plugins', ({ folder }) => {
  let wordpress: WordPress
  let portal: TestPortal

  beforeAll(async () => {
    wordpress = await startWordPress(folder, {
      key: 'own-types-1',
      plugins: [join(ROOT, 'test/wordpress/php/types.php')],
      load,
    })
    portal = await startTestPortal({ CONTENT: 'wordpress', CMS_URL: wordpress.url, CMS_POLL_SECONDS: '0' })
    // Types are learned behind the first pages.
    for (let tries = 0; tries < 100 && (await portal.get(`/ksiazki?proba=${tries}`)).status !== 200; tries += 1)
      await wait(200)
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await wordpress?.close()
  })

  const linked = (html: string): string[] =>
    [...new JSDOM(html).window.document.querySelectorAll('main a')].map((anchor) => anchor.getAttribute('href') ?? '')

  test('a post of such a type is an article at its own path, and in AMP (SRC-30)', async () => {
    wordpress.forget()
    const page = await portal.get('/ksiazki/ksiazka-7')
    expect(wordpress.calls.length).toBeLessThanOrEqual(MAX_CALLS)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Treść książki 7.')
    expect(page.text).toContain('rel="canonical" href="https://akademia.szpalta.test/ksiazki/ksiazka-7"')
    expect(linked(page.text)).toContain('/gatunek/powiesc')
    const amp = await portal.get('/wp-json/amp/v2/post/ksiazki/ksiazka-7')
    expect(amp.text).toContain('Treść książki 7.')
    expect(await ampProblems(amp.text)).toEqual([])
    expect(plainLine((await portal.get('/wydarzenie/targi')).text)).toContain('O targach.')
  })

  test('lists of types and of terms are at WordPress’ own paths, page by page (SRC-30)', async () => {
    const [first, second] = [await portal.get('/ksiazki'), await portal.get('/ksiazki/page/2')]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.text).toContain('<h1')
    const all = new Set(
      [...linked(first.text), ...linked(second.text)].filter((path) => /^\/ksiazki\/ksiazka-/.test(path)),
    )
    expect(all.size).toBe(BOOKS)
    expect(second.text).toContain('rel="canonical" href="https://akademia.szpalta.test/ksiazki/page/2"')
    expect(linked((await portal.get('/kalendarz-wydarzen')).text)).toContain('/wydarzenie/targi')
    // A term has the posts of those below it.
    const novels = await portal.get('/gatunek/powiesc')
    expect(novels.text).toContain('Powieść')
    expect(linked((await portal.get('/gatunek/powiesc/page/2')).text)).toContain('/ksiazki/ksiazka-1')
    expect(linked((await portal.get('/gatunek/powiesc/kryminal')).text)).toContain('/ksiazki/ksiazka-1')
    expect(linked((await portal.get('/mood/ponury')).text)).toContain('/2026/03/wpis')
  })

  test('what WordPress does not have is 404, and so are drafts (SRC-30)', async () => {
    for (const path of [
      '/ksiazki/nie-ma',
      '/ksiazki/szkic',
      '/ksiazki/page/99',
      '/gatunek/nie-ma',
      '/gatunek/kryminal',
      '/hidden',
      '/@book',
      '/ksiazki/page/x',
    ]) {
      expect([path, (await portal.get(path)).status]).toEqual([path, 404])
    }
    expect((await portal.get('/ksiazki/')).headers.location).toBe('/ksiazki')
  })

  test('they have feeds (FEED-11)', async () => {
    const books = await portal.get('/api/feed/rss?list=ksiazki')
    expect(books.text.match(/<item>/g)).toHaveLength(BOOKS)
    expect(books.text).toContain('Treść książki 3.')
    expect((await portal.get('/api/feed/feed-gn?list=gatunek/powiesc/kryminal')).text.match(/<entry>/g)).toHaveLength(1)
    expect((await portal.get('/ksiazki')).text).toContain('/api/feed/feed-gn?list=ksiazki')
    for (const list of ['nie-ma', '@book', 'gatunek/../x', '/ksiazki', 'a//b']) {
      expect([list, (await portal.get(`/api/feed/rss?list=${encodeURIComponent(list)}`)).status]).toEqual([list, 404])
    }
  })

  test('they are in maps, and every URL there is 200 (MAP-7, SRC-32)', async () => {
    const locations = ({ text }: { text: string }) =>
      [...text.matchAll(/<loc>([^<]+)</g)].map(([, url = '']) => new URL(url).pathname)
    const paths: string[] = []
    for (const map of locations(await portal.get('/sitemap.xml'))) paths.push(...locations(await portal.get(map)))
    const wanted = [
      '/ksiazki',
      '/ksiazki/ksiazka-1',
      '/wydarzenie/targi',
      '/kalendarz-wydarzen',
      '/gatunek/powiesc',
      '/mood/ponury',
    ]
    expect(wanted.filter((path) => !paths.includes(path))).toEqual([])
    for (const path of paths) expect([path, (await portal.get(path)).status]).toEqual([path, 200])
    expect(paths.filter((path) => path.includes('szkic'))).toEqual([])
  })
})
