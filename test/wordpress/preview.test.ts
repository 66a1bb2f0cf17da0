import { JSDOM } from 'jsdom'
import { plainLine } from '../../src/content/plain-line.ts'
import { pathOfLink } from '../../src/features/previews/choice.ts'
import { signedLink } from '../../src/system/signed-link.ts'
import { ampProblems } from '../support/amp-validator.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { everyStockBlock } from './draft-text.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const TEST_LIMIT_MS = 60_000
const SECRET = 'sekret-podgladu-w-testach'
const folded = (text: string): string => text.replace(/\s+/g, ' ')
const paragraph = (text: string): string => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`

let wordpress: WordPress
let portal: TestPortal

const linkTo = (id: number, lifetime = 3600): string =>
  pathOfLink(signedLink(SECRET, String(id), Math.floor(Date.now() / 1000) + lifetime))

describeWithWordPress('a preview of what readers do not see, from a real WordPress', () => {
  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', {
      key: 'previews',
      load: async (rest) => {
        await rest.make('/posts', {
          title: 'Wpis jawny',
          slug: 'jawny',
          status: 'publish',
          content: paragraph('Jawne.'),
        })
      },
    })
    const { url, user, password } = wordpress
    const settings = { CONTENT: 'wordpress', CMS_URL: url, CMS_USER: user, CMS_KEY: password }
    portal = await startTestPortal({ ...settings, CMS_POLL_SECONDS: '0', PREVIEW_SECRET: SECRET })
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await wordpress?.close()
  })

  test(
    'a draft with every block that WordPress has: as page, as AMP, as card (PREVIEW-1)',
    async () => {
      const { content, words, types } = everyStockBlock()
      const title = 'Szkic ze wszystkimi blokami'
      const id = await wordpress.rest.make('/posts', { title, status: 'draft', content, excerpt: 'Lead szkicu.' })
      const page = await portal.get(linkTo(id))
      const amp = await portal.get(`${linkTo(id)}&output=amp`)
      const card = await portal.get(`${linkTo(id)}&output=card`)
      expect([page.status, amp.status, card.status]).toEqual([200, 200, 200])
      for (const { text } of [page, amp]) {
        const shown = folded(new JSDOM(text).window.document.body.textContent ?? '')
        expect(words.filter((word) => !shown.includes(folded(word)))).toEqual([])
      }
      process.stdout.write(`drafts: ${types.length} block types shown as page and AMP: ${types.join(', ')}\n`)
      expect(await ampProblems(amp.text)).toEqual([])
      expect(card.text.split(title).length).toBeGreaterThan(4)
      expect(page.text).toContain('Podgląd szkicu — niewidoczny dla czytelników')
      // Nobody can reach it otherwise, now or later.
      for (const path of ['/szkic-ze-wszystkimi-blokami', `/?p=${id}`, `/preview/${id}`]) {
        expect((await portal.get(path)).text).not.toContain(title)
      }
      expect((await portal.get(`/wp-json/amp/v2/post/preview/${id}`)).status).toBe(404)
      expect((await portal.get('/sitemap.xml')).text).not.toContain('preview')
    },
    TEST_LIMIT_MS,
  )

  test(
    'the newest of an autosave and the post itself (PREVIEW-1)',
    async () => {
      const id = await wordpress.rest.make('/posts', {
        title: 'Wpis',
        status: 'publish',
        content: paragraph('Wersja jawna.'),
      })
      expect((await portal.get(linkTo(id))).text).toContain('Wersja jawna.')
      // WordPress' times have whole seconds.
      await new Promise((resolve) => setTimeout(resolve, 1100))
      const unsaved = { title: 'Wpis zmieniony', content: paragraph('Wersja z przeglądarki.'), excerpt: '' }
      await wordpress.rest.ask(`/posts/${id}/autosaves`, unsaved)
      const changed = await portal.get(linkTo(id))
      expect(plainLine(changed.text)).toContain('Wersja z przeglądarki.')
      expect(changed.text).toContain('Wpis zmieniony')
      expect(plainLine((await portal.get(`${linkTo(id)}&output=amp`)).text)).toContain('Wersja z przeglądarki.')
      await new Promise((resolve) => setTimeout(resolve, 1100))
      await wordpress.rest.change(`/posts/${id}`, { content: paragraph('Wersja zapisana.') })
      expect((await portal.get(linkTo(id))).text).toContain('Wersja zapisana.')
    },
    TEST_LIMIT_MS,
  )

  test(
    'pages, private posts and posts with a password; not what is in the trash',
    async () => {
      const page = await wordpress.rest.make('/pages', {
        title: 'Strona w szkicu',
        status: 'draft',
        content: paragraph('Treść strony.'),
      })
      const hidden = await wordpress.rest.make('/posts', {
        title: 'Prywatny wpis',
        status: 'private',
        content: paragraph('Treść prywatna.'),
      })
      const locked = await wordpress.rest.make('/posts', {
        title: 'Wpis z hasłem',
        status: 'publish',
        password: 'tajne',
        content: paragraph('Treść za hasłem.'),
      })
      expect((await portal.get(linkTo(page))).text).toContain('Treść strony.')
      const seen = await portal.get(linkTo(hidden))
      expect(seen.text).toContain('Treść prywatna.')
      expect(seen.text).toContain('<h1>Prywatny wpis</h1>')
      expect((await portal.get(linkTo(locked))).text).toContain('Treść za hasłem.')
      await wordpress.rest.remove(`/posts/${hidden}`)
      expect((await portal.get(linkTo(hidden))).status).toBe(404)
      expect((await portal.get(linkTo(999_999))).status).toBe(404)
    },
    TEST_LIMIT_MS,
  )

  test(
    'a draft without a title, a slug, a date and a text',
    async () => {
      const id = await wordpress.rest.make('/posts', {
        title: '',
        status: 'draft',
        content: paragraph('Tylko akapit.'),
      })
      const { status, text } = await portal.get(linkTo(id))
      expect([status, text.includes('Tylko akapit.')]).toEqual([200, true])
    },
    TEST_LIMIT_MS,
  )

  test(
    'its author, terms and image',
    async () => {
      const category = await wordpress.rest.make('/categories', { name: 'Gospodarka', slug: 'gospodarka' })
      const tag = await wordpress.rest.make('/tags', { name: 'Podatki', slug: 'podatki' })
      const fields = {
        title: 'Szkic z terminami',
        status: 'pending',
        categories: [category],
        tags: [tag],
        content: paragraph('X.'),
      }
      const id = await wordpress.rest.make('/posts', fields)
      const { text } = await portal.get(linkTo(id))
      for (const word of ['Gospodarka', 'Podatki', 'redakcja']) expect(text).toContain(word)
    },
    TEST_LIMIT_MS,
  )

  test(
    'while WordPress is down: 503, and no cache (PREVIEW-4)',
    async () => {
      const id = await wordpress.rest.make('/posts', { title: 'Szkic', status: 'draft', content: paragraph('X.') })
      await wordpress.refuse()
      const { status, headers } = await portal.get(linkTo(id))
      await wordpress.accept()
      expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
        503,
        'no-store',
        'noindex, nofollow',
      ])
    },
    TEST_LIMIT_MS,
  )

  test('no signature is in the log', () => {
    expect(portal.logs.length).toBeGreaterThan(0)
    expect(JSON.stringify(portal.logs)).not.toMatch(/signature|[0-9a-f]{64}/)
  })
})
