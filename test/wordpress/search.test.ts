import { setTimeout as wait } from 'node:timers/promises'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { fullContent } from './content.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 200_000
/** The index reads all posts in between, on a machine that others use too. */
const TEST_LIMIT_MS = 180_000
const PAUSE_MS = 500

let wordpress: WordPress
let portal: TestPortal

const completions = () => portal.logs.filter(({ msg }) => msg === 'search index is complete')
const posts = async (query: string): Promise<string> =>
  (await portal.get(`/search/${encodeURIComponent(query)}/1`)).text

/** With other capitals each time: a page of results is stored. */
async function until(word: string, isThere: (results: string) => boolean): Promise<string> {
  for (let search = 1; ; search++) {
    const results = await posts(
      [...word].map((letter, place) => (search & (1 << place) ? letter.toUpperCase() : letter)).join(''),
    )
    if (isThere(results)) return results
    await wait(PAUSE_MS)
  }
}

describeWithWordPress('the search of a WordPress', () => {
  const paragraph = (text: string): string => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`
  let id = 0
  // Posts of this day are in the lists of the newest posts that other posts show, whose text has their titles then.
  const date = '2011-01-05T12:00:00'

  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', await fullContent())
    const { url, user, password, rest } = wordpress
    const fields = { title: 'Zwierzęta domowe', slug: 'zwierzeta', status: 'publish', date }
    id = await rest.make('/posts', { ...fields, content: paragraph('Mały hipopotam mieszka w wannie.') })
    const locked = { title: 'Hipopotam pod kluczem', slug: 'pod-kluczem', status: 'publish', password: 'tajne', date }
    await rest.make('/posts', { ...locked, content: paragraph('Tajny hipopotam.') })
    const settings = { CONTENT: 'wordpress', CMS_URL: url, CMS_USER: user, CMS_KEY: password, CMS_POLL_SECONDS: '1' }
    portal = await startTestPortal(settings)
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await wordpress?.close()
  })

  test(
    'WordPress compares letters, until the index knows the words of all posts (SEARCH-21)',
    async () => {
      expect(await posts('hipopotamami')).not.toContain('Zwierzęta domowe')
      expect(await posts('hipopotam')).toContain('Zwierzęta domowe')
      while (completions().length === 0) await wait(PAUSE_MS)
      const results = await until('hipopotamami', (text) => text.includes('Zwierzęta domowe'))
      expect(results).not.toContain('pod kluczem')
      const { text } = await portal.get('/search/zwierz%C4%99tami%20dom/suggestions')
      expect(text).toContain('Zwierzęta domowe')
    },
    TEST_LIMIT_MS,
  )

  test(
    'what no list of posts has is found all the same, once (SEARCH-25)',
    async () => {
      const fields = { slug: 'regulamin-zoo', title: 'Regulamin zoo', status: 'publish' }
      await wordpress.rest.make('/pages', { ...fields, content: paragraph('Mały hipopotam nie gryzie.') })
      const { posts: results } = JSON.parse(await until('hipopotam', (text) => text.includes('Regulamin zoo'))) as {
        posts: Array<{ title: string }>
      }
      expect(results.map(({ title }) => title)).toEqual(['Zwierzęta domowe', 'Regulamin zoo'])
    },
    TEST_LIMIT_MS,
  )

  test(
    'another text replaces the one before (SEARCH-22)',
    async () => {
      await wordpress.rest.change(`/posts/${id}`, { content: paragraph('Duży nosorożec śpi.') })
      await until('nosorożcem', (text) => text.includes('Zwierzęta domowe'))
      await until('hipopotamie', (text) => !text.includes('Zwierzęta domowe'))
    },
    TEST_LIMIT_MS,
  )

  test(
    'a new post enters; one in the trash leaves (SEARCH-22)',
    async () => {
      const fields = { title: 'Kanarek w klatce', slug: 'kanarek', status: 'publish', content: paragraph('Śpiewa.') }
      await wordpress.rest.make('/posts', fields)
      await until('kanarkami', (text) => text.includes('Kanarek w\u00a0klatce'))
      await wordpress.rest.remove(`/posts/${id}`)
      await until('nosorożcami', (text) => !text.includes('Zwierzęta domowe'))
      expect(portal.errors()).toEqual([])
    },
    TEST_LIMIT_MS,
  )
})
