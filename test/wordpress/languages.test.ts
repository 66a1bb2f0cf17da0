import { join } from 'node:path'
import { ampProblems } from '../support/amp-validator.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { ROOT } from '../support/root.ts'
import { describeEachWordPress } from './each-version.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const ORIGIN = 'https://akademia.szpalta.test'

/** The fields are a stand-in's (php/languages.php): neither plugin can be had as a package. */
describeEachWordPress('fields of Polylang and WPML, from a stand-in', ({ folder }) => {
  let wordpress: WordPress
  let portal: TestPortal

  beforeAll(async () => {
    wordpress = await startWordPress(folder, {
      key: 'languages-2',
      plugins: [join(ROOT, 'test/wordpress/php/languages.php')],
      async load(rest) {
        const post = { status: 'publish', date: '2026-03-01T10:00:00', content: '<p>Text</p>' }
        const english = await rest.make('/posts', { ...post, title: 'English', slug: 'english', lang: 'en' })
        const draft = await rest.make('/posts', { ...post, title: 'Szkic', slug: 'szkic', status: 'draft' })
        const polish = await rest.make('/posts', { ...post, title: 'Polski', slug: 'polski', lang: 'pl' })
        const translations = { pl: polish, en: english, uk: draft }
        for (const id of [polish, english]) await rest.change(`/posts/${id}`, { translations })
        await rest.make('/posts', {
          ...post,
          title: 'Deutsch',
          slug: 'deutsch',
          wpml_current_locale: 'de_DE',
          wpml_translations: [
            { locale: 'pl_PL', id: polish, href: `${ORIGIN}/2026/03/polski` },
            { locale: 'fr_FR', id: 9, href: 'https://obcy.example/2026/03/francais' },
            { locale: '"><script>', id: 9, href: `${ORIGIN}/2026/03/x` },
          ],
        })
      },
    })
    portal = await startTestPortal({ CONTENT: 'wordpress', CMS_URL: wordpress.url, CMS_POLL_SECONDS: '0' })
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await wordpress?.close()
  })

  const alternates = (html: string): string[] =>
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/gi)].map(
      ([, language, url]) => `${language} ${url}`,
    )

  test('an article in another language has it in its element, in AMP and in JSON-LD (LANG-8)', async () => {
    const page = await portal.get('/2026/03/english')
    expect(page.text).toMatch(/<html lang="pl"/)
    expect(page.text).toMatch(/<article[^>]* lang="en"/)
    expect(page.text).toContain('"inLanguage":"en"')
    const amp = await portal.get('/wp-json/amp/v2/post/2026/03/english')
    expect(amp.text).toMatch(/class="article-body" lang="en"/)
    expect(await ampProblems(amp.text)).toEqual([])
    expect((await portal.get('/2026/03/deutsch')).text).toMatch(/<article[^>]* lang="de-DE"/)
    expect((await portal.get('/2026/03/polski')).text).not.toMatch(/<article[^>]* lang=/)
  })

  test('published translations on known portals are linked by hreflang (LANG-7)', async () => {
    const both = [`pl ${ORIGIN}/2026/03/polski`, `en ${ORIGIN}/2026/03/english`]
    expect(alternates((await portal.get('/2026/03/polski')).text)).toEqual(both)
    expect(alternates((await portal.get('/2026/03/english')).text).sort()).toEqual([...both].sort())
    expect(alternates((await portal.get('/2026/03/deutsch')).text)).toEqual([
      `de-DE ${ORIGIN}/2026/03/deutsch`,
      `pl-PL ${ORIGIN}/2026/03/polski`,
    ])
  })
})
