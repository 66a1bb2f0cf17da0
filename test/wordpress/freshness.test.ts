import { setTimeout as wait } from 'node:timers/promises'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { fullContent } from './content.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const TEST_LIMIT_MS = 30_000
const PAUSE_MS = 200
const NEWEST = '/kategoria/najnowsze'

let wordpress: WordPress
let portal: TestPortal

/** Requests until the response is as expected, or the test's time limit. */
async function until(path: string, isThere: (text: string, status: number) => boolean): Promise<void> {
  for (;;) {
    const { text, status } = await portal.get(path)
    if (isThere(text, status)) return
    await wait(PAUSE_MS)
  }
}

describeWithWordPress('what changes in WordPress is on the portal without being asked for', () => {
  let id = 0
  let path = ''
  const content = (text: string): string => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`

  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', await fullContent())
    const { url, user, password } = wordpress
    const settings = { CONTENT: 'wordpress', CMS_URL: url, CMS_USER: user, CMS_KEY: password, CMS_POLL_SECONDS: '1' }
    portal = await startTestPortal(settings)
    await portal.get('/')
    await portal.get(NEWEST)
    // The first poll sets the clock.
    while (!wordpress.calls.some((call) => call.includes('modified_after'))) await wait(PAUSE_MS)
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await wordpress?.close()
  })

  test(
    'a new post: in the list, on the home page, at its own path',
    async () => {
      const fields = { title: 'Wpis pilny', slug: 'wpis-pilny', status: 'publish', content: content('Treść pierwsza.') }
      id = await wordpress.rest.make('/posts', fields)
      await until(NEWEST, (text) => text.includes('Wpis pilny'))
      path = /href="([^"]*\/wpis-pilny)"/.exec((await portal.get(NEWEST)).text)?.[1] ?? ''
      await until('/', (text) => text.includes('Wpis pilny'))
      expect((await portal.get(path)).text).toContain('Treść pierwsza.')
    },
    TEST_LIMIT_MS,
  )

  test(
    'another text and another title',
    async () => {
      await wordpress.rest.change(`/posts/${id}`, { title: 'Wpis poprawiony', content: content('Treść druga.') })
      await until(path, (text) => text.includes('Treść druga.') && text.includes('Wpis poprawiony'))
      await until(NEWEST, (text) => text.includes('Wpis poprawiony'))
    },
    TEST_LIMIT_MS,
  )

  test(
    'a password: the text is gone',
    async () => {
      await wordpress.rest.change(`/posts/${id}`, { password: 'tajne' })
      await until(path, (text, status) => status === 200 && !text.includes('Treść druga.'))
      await until(`/wp-json/amp/v2/post${path}`, (text) => !text.includes('Treść druga.'))
    },
    TEST_LIMIT_MS,
  )

  test(
    'the trash: 404, and in no list',
    async () => {
      await wordpress.rest.remove(`/posts/${id}`)
      await until(path, (_text, status) => status === 404)
      await until(NEWEST, (text) => !text.includes('Wpis poprawiony'))
    },
    TEST_LIMIT_MS,
  )
})
