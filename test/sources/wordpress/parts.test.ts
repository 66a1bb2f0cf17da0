import type { RestResponse } from '../../support/wordpress-server.ts'
import { AUTHOR, akademia, homeFrom, startSite, type TestSite } from './site.ts'

/** What consists of several calls: one of them that fails once leaves no part that is taken for the whole. */

const TYPES = '/wp-json/wp/v2/types'
const TAXONOMIES = '/wp-json/wp/v2/taxonomies'
const POSTS = '/wp-json/wp/v2/posts'
const FAILURES: Array<[string, RestResponse]> = [
  ['an error', { status: 500, json: { code: 'internal_server_error' } }],
  ['busy', { status: 429, body: '' }],
  ['no JSON', { body: '<!doctype html>' }],
  ['cut off', { body: '[{"id":' }],
]
const REFUSED: RestResponse = { status: 401, json: { code: 'rest_forbidden' } }

let site: TestSite
afterEach(() => site.server.close())

describe('an author with a term of Co-Authors Plus', () => {
  const archive = async (slug: string) => (await site.source.archive(akademia, 'author', slug, 0)).json
  const begin = async (users: object[]): Promise<void> => {
    site = await startSite('none')
    site.server.on(TAXONOMIES, {
      json: { author: { slug: 'author', rest_base: 'coauthors', rest_namespace: 'wp/v2', types: ['post'] } },
    })
    site.server.on(TYPES, { json: {} })
    site.server.on('/wp-json/wp/v2/users', { json: users })
    const two = [site.post(), site.post({ id: 13, slug: 'b', link: `${site.server.url}/2026/03/b/` })]
    site.server.on(POSTS, ({ query }) => ({
      json: query.has('coauthors') ? two : query.has('author') ? two.slice(0, 1) : [],
    }))
    await site.source.menu(akademia)
  }

  test.each(FAILURES)('is no missing one where the term, of a guest, is once %s', async (_what, failure) => {
    await begin([])
    site.server.on('/wp-json/wp/v2/coauthors', failure)
    await expect(archive('jan-gosc')).rejects.toThrow()
  })

  test.each(FAILURES)('is no missing one where the name of a guest is once %s', async (_what, failure) => {
    await begin([])
    site.server.on('/wp-json/wp/v2/coauthors', { json: [{ id: 72, name: 'jan-gosc', slug: 'cap-jan-gosc' }] })
    site.server.on('/wp-json/coauthors/v1/coauthors/jan-gosc', failure)
    await expect(archive('jan-gosc')).rejects.toThrow()
  })

  test('is missing where the site keeps guests to itself', async () => {
    await begin([])
    site.server.on('/wp-json/wp/v2/coauthors', REFUSED)
    expect(await archive('jan-gosc')).toBeUndefined()
  })

  test('has own posts while the term fails, and all of them afterwards', async () => {
    await begin([AUTHOR])
    let isBroken = true
    site.server.on('/wp-json/wp/v2/coauthors', ({ query }) =>
      isBroken && query.get('slug') === 'anna,cap-anna'
        ? { status: 503, body: '' }
        : { json: [{ id: 71, name: 'anna', slug: 'cap-anna' }] },
    )
    expect(await archive('anna')).toMatchObject({ sumOfPosts: 1 })
    isBroken = false
    await untilRested(async () => expect(await archive('anna')).toMatchObject({ sumOfPosts: 2 }))
  })
})

describe('the menu', () => {
  test.each(FAILURES)('is no other one where the classic menus are once %s', async (_what, failure) => {
    site = await startSite()
    site.server.on('/wp-json/wp/v2/navigation', {
      json: [
        {
          id: 4,
          status: 'publish',
          content: { raw: `<!-- wp:navigation-link {"label":"B","url":"${site.server.url}/b/"} /-->` },
        },
      ],
    })
    site.server.on('/wp-json/wp/v2/menus', failure)
    await expect(site.source.menu(akademia)).rejects.toThrow()
    site.server.on('/wp-json/wp/v2/menus', REFUSED)
  })
})

describe('the front page', () => {
  const SETTINGS = '/wp-json/wp/v2/settings'
  const FRONT = { link: '<https://site.example/wp-json/wp/v2/pages/5>; rel="alternate"; type="application/json"' }
  const id = async () => homeFrom((await site.source.home(akademia)).json).id
  beforeEach(async () => {
    site = await startSite()
    site.server.on('/wp-json/wp/v2/pages/5', { json: site.post({ id: 5 }) })
    site.server.on(POSTS, { json: [site.post()] })
  })

  test.each(FAILURES)('stays the page that it was while the site, %s, names none', async (_what, failure) => {
    site.server.on('/', { headers: FRONT })
    expect(await id()).toBe('5')
    site.source.expire?.()
    site.server.on('/', { status: 500 })
    site.server.on(SETTINGS, failure)
    expect(await id()).toBe('5')
    expect(site.server.requested()).toContain('GET wp/v2/settings')
  })

  test.each(FAILURES)('is that page soon after the site, once %s, named none', async (_what, failure) => {
    site.server.on('/', { status: 500 })
    site.server.on(SETTINGS, failure)
    expect(await id()).not.toBe('5')
    site.server.on('/', { headers: FRONT })
    await untilRested(async () => expect(await id()).toBe('5'))
  })
})

describe('own types and taxonomies', () => {
  const BOOKS = { ksiazka: { name: 'Książki', slug: 'ksiazka', rest_base: 'ksiazki', rest_namespace: 'wp/v2' } }
  const GENRES = {
    gatunek: { slug: 'gatunek', rest_base: 'gatunki', rest_namespace: 'wp/v2', hierarchical: true, types: ['ksiazka'] },
  }
  const whole = (): void => {
    site.server.on(TYPES, { json: BOOKS })
    site.server.on(TAXONOMIES, { json: GENRES })
    site.server.on('/wp-json/wp/v2/ksiazki', { json: [site.post({ link: `${site.server.url}/ksiazki/a/` })] })
    site.server.on('/wp-json/wp/v2/gatunki', {
      json: [{ id: 3, name: 'G', slug: 'g', link: `${site.server.url}/gatunek/g/` }],
    })
  }
  const LOST: RestResponse = { json: { code: 'rest_error', message: 'broken' } }
  const MISSING: RestResponse = { status: 404, json: { code: 'rest_no_route', message: '' } }

  test.each(
    [TYPES, TAXONOMIES, '/wp-json/wp/v2/ksiazki', '/wp-json/wp/v2/gatunki'].flatMap((route) =>
      [...FAILURES, ['missing', MISSING] as const, ['something else', LOST] as const].map(
        ([what, response]) => [route, what, response] as const,
      ),
    ),
  )('stay known where %s is once %s', async (route, _what, response) => {
    site = await startSite('none')
    whole()
    await site.source.menu(akademia)
    const lists = async () => [
      site.source.separateLists?.(akademia),
      (await site.source.directory?.(akademia, 'path', 1))?.entries,
    ]
    const before = await lists()
    expect(before).toEqual([[{ slug: expect.stringContaining('ksiazka'), path: undefined }], [{ path: '/gatunek/g' }]])
    site.server.on(route, response)
    await site.source.menu(akademia)
    whole()
    expect(site.source.separateLists?.(akademia)).toEqual(before[0])
    await untilRested(async () => expect(await lists()).toEqual(before))
  })
})

describe('an article', () => {
  test.each(FAILURES)(
    'without its byline, as that is once %s, is no whole one to its date (SRC-61)',
    async (_what, failure) => {
      site = await startSite('none')
      site.server.on('/wp-json/', { json: { namespaces: ['wp/v2', 'coauthors/v1'] } })
      const signed = ['anna', 'jan'].map((slug, id) => ({ id, name: slug, slug: `cap-${slug}`, taxonomy: 'author' }))
      site.server.on(POSTS, { json: [site.post({ _embedded: { author: [AUTHOR], 'wp:term': [signed] } })] })
      const people = ['anna', 'jan'].map((slug, id) => ({ id, display_name: slug, user_nicename: slug }))
      site.server.on('/wp-json/coauthors/v1/coauthors', { json: people })
      await site.source.menu(akademia)
      const read = () => site.source.article(akademia, '/2026/03/tytul', 'primary')
      expect((await read()).validator).toBeDefined()
      site.server.on('/wp-json/coauthors/v1/coauthors', failure)
      expect((await read()).validator).toBeUndefined()
      // What the site keeps to itself is no part of the article.
      site.server.on('/wp-json/coauthors/v1/coauthors', REFUSED)
      await untilRested(async () => expect((await read()).validator).toBeDefined())
    },
  )
})

/** A URL that failed rests for a while. */
async function untilRested(check: () => Promise<void>): Promise<void> {
  const now = performance.now.bind(performance)
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
  try {
    await check()
  } finally {
    clock.mockRestore()
  }
}
