import { join } from 'node:path'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { ROOT } from '../support/root.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import type { Rest } from './rest.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const TEST_LIMIT_MS = 60_000
/** In every text for members, and nowhere else. */
const CANARY = 'kanarekpłatny'
const HIDDEN = `Dalszy ciąg z wnioskami, liczbami i planem na kolejny kwartał ma słowo ${CANARY} dla czytelników z abonamentem.`
const OPEN = 'Początek tekstu jest dla każdego, bo zapowiada temat i pytania.'

const paragraph = (text: string, settings = ''): string =>
  `<!-- wp:paragraph ${settings}--><p>${text}</p><!-- /wp:paragraph -->`
const heading = '<!-- wp:heading --><h2 class="wp-block-heading">Podtytuł</h2><!-- /wp:heading -->'

/** By slug; `members.php` hides the parts for members. */
const TEXTS: Record<string, (image: { id: number; url: string }, block: number) => string> = {
  'notice-pierwszy': () => paragraph(OPEN) + heading + paragraph(HIDDEN),
  // The hidden words come first: an editor's excerpt would begin with them.
  'gate-blok': () =>
    `<!-- wp:members/gate -->${paragraph(HIDDEN)}<!-- /wp:members/gate -->${heading}${paragraph(OPEN)}`,
  'gate-ustawienie': () => paragraph(HIDDEN, '{"membersOnly":true} ') + heading + paragraph(OPEN),
  'gate-obraz': ({ id, url }) =>
    `${heading}${paragraph(OPEN)}<!-- wp:members/gate --><!-- wp:image {"id":${id}} --><figure class="wp-block-image"><img src="${url}" alt="${CANARY}"/></figure><!-- /wp:image --><!-- /wp:members/gate -->`,
  'gate-wspolny': (_, block) =>
    `${heading}${paragraph(OPEN)}<!-- wp:members/gate --><!-- wp:block {"ref":${block}} /--><!-- /wp:members/gate -->`,
  'kod-skrotowy': () => `${paragraph(OPEN)}${heading}${paragraph(`[members]${HIDDEN}[/members]`)}`,
  'kod-klasyczny': () => `${OPEN}\n\n[members]${HIDDEN}[/members]`,
  'rest-bez-tresci': () => paragraph(OPEN) + heading + paragraph(HIDDEN),
}
const SLUGS = Object.keys(TEXTS)
/** Whose remaining paragraphs say that the text goes on, where the portal knows the whole text. */
const CUT = SLUGS.filter((slug) => slug !== 'gate-obraz' && slug !== 'gate-wspolny')

let wordpress: WordPress

async function load(rest: Rest): Promise<void> {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const id = await rest.upload('platny-wykres.png', 'image/png', png)
  const { source_url: url } = (await rest.get(`/media/${id}`)) as { source_url: string }
  const block = await rest.make('/blocks', { title: 'Wspólny', status: 'publish', content: paragraph(HIDDEN) })
  for (const [slug, contentOf] of Object.entries(TEXTS)) {
    await rest.make('/posts', {
      title: `Tytuł ${slug}`,
      slug,
      status: 'publish',
      content: contentOf({ id, url }, block),
    })
  }
  await rest.make('/posts', { title: 'Cały', slug: 'caly', status: 'publish', content: paragraph(OPEN) + heading })
}

/** Everything that readers and programs can get, from the home page to the JSON of a search. */
async function everything(portal: TestPortal): Promise<Array<{ path: string; text: string }>> {
  const { text: map } = await portal.get('/sitemap.xml')
  const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const { text: newest } = await portal.get('/kategoria/najnowsze')
  const paths = SLUGS.map((slug) => new RegExp(`href="(/[^"]*${slug}[^"]*)"`).exec(newest)?.[1] ?? `missing ${slug}`)
  const all = [
    ...['/', '/kategoria/najnowsze', '/author/admin', '/sitemap.xml', '/news-sitemap.xml'],
    ...['/api/feed/feed-gn', '/api/feed/rss', '/api/getScrollPosts'],
    ...[`/search?s=${encodeURIComponent(CANARY)}`, '/search?s=abonamentem', '/search/abonamentem/1'],
    ...listed.filter((path) => path.endsWith('.xml')),
    ...paths.flatMap((path) => [path, `/wp-json/amp/v2/post${path}`, `/fragment${path}`, `/api/oembed?url=${path}`]),
  ]
  return Promise.all(all.map(async (path) => ({ path, text: (await portal.get(path)).text })))
}

describeWithWordPress('texts for members, hidden by plugins in four ways', () => {
  beforeAll(async () => {
    const plugins = [join(ROOT, 'test/wordpress/php/members.php')]
    wordpress = await startWordPress(WORDPRESS ?? '', { key: 'members', plugins, load })
  }, START_LIMIT_MS)
  afterAll(() => wordpress?.close())

  test('WordPress itself shows them to editors, and to nobody else', async () => {
    for (const slug of SLUGS) {
      const path = `/posts?slug=${slug}&_fields=content`
      const visitors = await (await fetch(`${wordpress.url}/wp-json/wp/v2${path}`)).text()
      const editors = JSON.stringify(await wordpress.rest.all(path))
      const mark = slug === 'gate-obraz' ? 'platny-wykres' : 'kanarekp'
      expect([slug, visitors.includes(mark), editors.includes(mark)]).toEqual([slug, false, true])
    }
  })

  describe.each(['with', 'without'])('%s credentials', (way) => {
    let portal: TestPortal
    beforeAll(async () => {
      const { user: CMS_USER, password: CMS_KEY } = wordpress
      portal = await startTestPortal({
        CONTENT: 'wordpress',
        CMS_URL: wordpress.url,
        CMS_POLL_SECONDS: '0',
        ...(way === 'with' && { CMS_USER, CMS_KEY }),
      })
    }, START_LIMIT_MS)
    afterAll(() => portal?.close())

    test(
      'no output has a word or an image of them (SRC-24)',
      async () => {
        const outputs = await everything(portal)
        expect(outputs.filter(({ path }) => path.startsWith('missing'))).toEqual([])
        // The search pages repeat the reader's own words.
        const leaks = outputs.filter(
          ({ path, text }) => (text.includes(CANARY) && !path.startsWith('/search')) || text.includes('platny-wykres'),
        )
        expect(leaks.map(({ path }) => path)).toEqual([])
        const results = outputs.filter(({ path, text }) => path.startsWith('/search') && text.includes('Tytuł'))
        // WordPress' own search reads whole texts, for visitors too: it lists titles, and no words of the texts.
        expect(results.filter(({ text }) => text.includes('wnioskami')).map(({ path }) => path)).toEqual([])
        expect(outputs.filter(({ text }) => text.includes('Początek tekstu')).length).toBeGreaterThan(SLUGS.length)
      },
      TEST_LIMIT_MS,
    )

    test(
      'a text that goes on for members says so, to readers and to search engines (SRC-26)',
      async () => {
        const noticed = way === 'with' ? CUT : ['notice-pierwszy']
        const { text: newest } = await portal.get('/kategoria/najnowsze')
        for (const slug of [...noticed, 'caly']) {
          const path = new RegExp(`href="(/[^"]*${slug}[^"]*)"`).exec(newest)?.[1] ?? ''
          for (const url of [path, `/wp-json/amp/v2/post${path}`]) {
            const { text } = await portal.get(url)
            const isCut = slug !== 'caly'
            expect([url, text.includes('class="paywall"')]).toEqual([url, isCut])
            expect([url, text.includes('"isAccessibleForFree":false')]).toEqual([url, isCut])
            expect([url, text.includes('"cssSelector":".paywall"')]).toEqual([url, isCut])
          }
        }
      },
      TEST_LIMIT_MS,
    )
  })
})
