import type { Purge } from '../../../src/purge/purge.ts'
import { createLiveMenus } from '../../../src/sources/live-menus.ts'
import { createHosts } from '../../../src/sources/upstream/host.ts'
import { CredentialsError } from '../../../src/sources/wordpress/check.ts'
import { createWordPressClient } from '../../../src/sources/wordpress/client.ts'
import { pollForChanges } from '../../../src/sources/wordpress/freshness.ts'
import { createPoll } from '../../../src/sources/wordpress/poll.ts'
import { services } from '../../content/world.ts'
import { until as untilWanted } from '../../support/until.ts'
import { AUTHOR, akademia, startSite, type TestSite, term } from './site.ts'

const until = (holds: () => boolean) => untilWanted(holds, (response) => response)

let site: TestSite

beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.server.close())

describe('the check at startup', () => {
  const me = (response: { status?: number; json: unknown }) => site.server.on('/wp-json/wp/v2/users/me', response)
  const EDITOR = { edit_others_posts: true, edit_others_pages: true }

  test('accepts an editor', async () => {
    me({ json: { slug: 'portal', roles: ['editor'], capabilities: EDITOR } })
    await expect(site.source.check()).resolves.toBeUndefined()
    expect(site.server.calls[0]?.query.get('context')).toBe('edit')
  })

  test('accepts an account whose capabilities a plugin writes as numbers', async () => {
    me({ json: { roles: [], capabilities: { edit_others_posts: 1, edit_others_pages: '1' } } })
    await expect(site.source.check()).resolves.toBeUndefined()
  })

  test.each([
    ['a wrong password', { status: 401, json: { code: 'rest_not_logged_in' } }, /does not accept CMS_USER "portal"/],
    [
      'an author',
      { json: { roles: ['author'], capabilities: { edit_posts: true } } },
      /\(author\) may not edit_others_posts/,
    ],
    ['a site without WordPress', { status: 404, json: {} }, /is no REST API of WordPress/],
    ['a blocked API', { status: 403, json: { code: 'rest_forbidden' } }, /security plugin/],
  ])('reports %s in plain words, without the key', async (_, response, words) => {
    me(response)
    const check = site.source.check()
    await expect(check).rejects.toThrow(CredentialsError)
    await expect(check).rejects.toThrow(words)
    await expect(check).rejects.not.toThrow('abcd EFGH')
  })

  test.each([500, 503, 429])('blames no credentials when a site responds with %i', async (status) => {
    me({ status, json: {} })
    await expect(site.source.check()).rejects.not.toThrow(CredentialsError)
  })
})

describe('freshness', () => {
  const watched = async (interval = 10) => {
    const purges: Purge[] = []
    const errors: unknown[] = []
    const menus = createLiveMenus()
    const { close } = pollForChanges({
      source: site.source,
      menus,
      services: Object.values(services),
      ...(interval > 0 && { pauseOf: () => interval }),
      purge: async (purge) => void purges.push(purge),
      onError: (error) => void errors.push(error),
    })
    return { purges, errors, menus, close }
  }
  const change = (fields: object = {}) => ({
    ...site.post(),
    _embedded: { author: [AUTHOR], 'wp:term': [[term('category', '%e6%9d%b1')]] },
    ...fields,
  })
  const polls = () => site.server.calls.filter(({ query }) => query.has('modified_after')).length
  /** The first poll only sets the clock; each makes two of these calls. */
  const isAtSecond = () => polls() >= 4

  test('purges what changed: the post, its lists and the home page, for each service of the site', async () => {
    const { purges, close } = await watched()
    await until(isAtSecond)
    expect(purges).toEqual([])
    site.server.on('/wp-json/wp/v2/posts', ({ query }) => ({ json: query.has('modified_after') ? [change()] : [] }))
    await until(() => purges.length > 0)
    close()
    const own = purges.find(({ service }) => service === 'akademia')
    expect(own).toEqual({
      service: 'akademia',
      paths: ['/', '/2026/03/tytul'],
      tags: ['post-12', 'category-%E6%9D%B1', 'author-anna', 'category-najnowsze'],
    })
    expect(new Set(purges.map(({ service }) => service))).toEqual(new Set(['bizblog', 'akademia']))
  })

  test('purges everything of a service when there are more changes than one response holds', async () => {
    const { purges, close } = await watched()
    await until(isAtSecond)
    site.server.on('/wp-json/wp/v2/posts', { json: [change()], headers: { 'x-wp-total': '101' } })
    await until(() => purges.length > 0)
    close()
    expect(purges.find(({ service }) => service === 'akademia')?.tags).toEqual(['service-akademia'])
  })

  test('reports a change once, even when it is polled again', async () => {
    const { purges, close } = await watched()
    await until(isAtSecond)
    site.server.on('/wp-json/wp/v2/posts', { json: [change()] })
    await until(() => purges.length > 0)
    const [before, purgesBefore] = [polls(), purges.length]
    await until(() => polls() >= before + 6)
    close()
    expect(purges).toHaveLength(purgesBefore)
  })

  test('reports a very recent change again: a post may change twice in one second', async () => {
    const { purges, close } = await watched()
    await until(isAtSecond)
    const modified = new Date().toISOString().slice(0, 19)
    site.server.on('/wp-json/wp/v2/posts', { json: [change({ modified_gmt: modified })] })
    await until(() => purges.length > 0)
    const [before, purgesBefore] = [polls(), purges.length]
    await until(() => polls() >= before + 6)
    close()
    expect(purges.length).toBeGreaterThan(purgesBefore)
  })

  test('purges a removed post, without its path', async () => {
    const { purges, close } = await watched()
    await until(isAtSecond)
    expect(site.server.calls.find(({ query }) => query.has('modified_after'))?.query.get('status')).toContain('trash')
    site.server.on('/wp-json/wp/v2/posts', { json: [change({ status: 'trash', link: `${site.server.url}/?p=12` })] })
    await until(() => purges.length > 0)
    close()
    expect(purges[0]).toMatchObject({ paths: ['/'], tags: expect.arrayContaining(['post-12']) })
  })

  test('continues after a failure, from the last position', async () => {
    const { errors, close } = await watched()
    await until(isAtSecond)
    site.server.on('/wp-json/wp/v2/posts', { status: 403, json: {} })
    await until(() => errors.length > 0)
    const before = polls()
    await until(() => polls() > before)
    close()
  })

  test('makes no calls once it is closed', async () => {
    const { close } = await watched()
    await until(isAtSecond)
    close()
    const before = polls()
    await new Promise((resolve) => setTimeout(resolve, 60))
    // One round may have been in flight.
    expect(polls() - before).toBeLessThanOrEqual(2)
  })
})

describe('polls of an idle site (SRC-61)', () => {
  const CHANGED = 'Tue, 03 Mar 2026 10:00:00 GMT'
  const feed = (headers: Record<string, string>) => site.server.on('/feed/', { headers })
  const lists = () => site.server.calls.filter(({ query }) => query.has('_fields') && query.has('orderby'))
  /** Polls of the product have seconds between them. */
  const hostOf = createHosts({ pauseAfterFailure: 0 })
  const poll = (ownRoutes: string[] = [], credentials: { user: string; key: string } | undefined = undefined) =>
    createPoll(createWordPressClient(site.server.url, credentials, hostOf(site.server.url)), () => ownRoutes)
  /** The routes of the lists that each of several polls reads. */
  const routesOf = async ({ next }: ReturnType<typeof poll>, count: number): Promise<string[][]> => {
    const routes: string[][] = []
    for (let number = 0; number < count; number++) {
      const before = lists().length
      await next()
      routes.push(
        lists()
          .slice(before)
          .map(({ path, query }) => (query.has('after') ? 'scheduled' : path.slice('/wp-json/wp/v2/'.length))),
      )
    }
    return routes
  }
  const ALL = ['posts', 'pages', 'books', 'scheduled']

  test('ask its feed alone, and all lists now and then', async () => {
    feed({ 'last-modified': CHANGED })
    const routes = await routesOf(poll(['wp/v2/books']), 11)
    expect(routes[0]?.sort()).toEqual(ALL.toSorted())
    expect(routes.slice(1, 9).flat()).toEqual([])
    expect(routes[9]?.sort()).toEqual(ALL.toSorted())
    expect(site.server.requested().filter((call) => call === 'HEAD /feed/')).toHaveLength(11)
  })

  test('read an editor’s lists in turn, as unpublishing does not change the feed', async () => {
    feed({ 'last-modified': CHANGED })
    const routes = await routesOf(poll(['wp/v2/books'], { user: 'portal', key: 'abcd EFGH 1234' }), 21)
    expect(routes[0]).toHaveLength(4)
    expect(routes.slice(1).flat()).toEqual('posts posts posts posts books posts posts posts posts scheduled'.split(' '))
    // Four calls a minute, with two polls.
    expect(routes.slice(1).every((read) => read.length <= 1)).toBe(true)
  })

  test('read every list as soon as the feed has changed, and again until that has settled', async () => {
    feed({ 'last-modified': CHANGED })
    const watch = poll()
    await watch.next()
    feed({ 'last-modified': new Date().toUTCString() })
    expect((await routesOf(watch, 2)).map(({ length }) => length)).toEqual([3, 3])
    feed({ 'last-modified': 'Tue, 03 Mar 2026 10:00:01 GMT' })
    expect((await routesOf(watch, 3)).map(({ length }) => length)).toEqual([3, 0, 0])
  })

  test.each([
    ['without a date', {}],
    ['from a cache', { 'last-modified': CHANGED, age: '12' }],
    ['with nonsense', { 'last-modified': 'wczoraj' }],
  ])('trust no feed %s', async (_, headers) => {
    feed(headers)
    expect((await routesOf(poll(), 3)).map(({ length }) => length)).toEqual([3, 3, 3])
  })

  test('read a list again that has failed', async () => {
    feed({ 'last-modified': CHANGED })
    const watch = poll()
    await watch.next()
    feed({ 'last-modified': 'Tue, 03 Mar 2026 11:00:00 GMT' })
    site.server.on('/wp-json/wp/v2/posts', { status: 403, json: {} })
    await expect(watch.next()).rejects.toThrow()
    // The other lists were under way.
    await until(() => lists().length === 6)
    site.server.on('/wp-json/wp/v2/posts', { json: [] })
    expect((await routesOf(watch, 2)).map(({ length }) => length)).toEqual([3, 0])
  })
})

describe('the menu', () => {
  const menu = () => site.source.menu(akademia)

  test("is the classic one of the top location, with the portal's own paths", async () => {
    site.server.on('/wp-json/wp/v2/menus', {
      json: [
        { id: 1, locations: ['footer'] },
        { id: 2, locations: ['primary'] },
        { id: 3, locations: [] },
      ],
    })
    const item = (id: number, fields: object) => ({
      id,
      parent: 0,
      menu_order: id,
      title: { rendered: `M${id}` },
      ...fields,
    })
    const url = (path: string) => `${site.server.url}${path}`
    site.server.on('/wp-json/wp/v2/menu-items', ({ query }) => ({
      json:
        query.get('menus') !== '2'
          ? []
          : [
              item(3, { url: 'https://elsewhere.example/x', type: 'custom' }),
              item(1, {
                url: url('/category/a/edukacja/'),
                type: 'taxonomy',
                object: 'category',
                title: { rendered: 'Edukacja &amp; nauka' },
              }),
              item(2, { url: url('/tag/bitcoin/'), type: 'taxonomy', object: 'post_tag', parent: 1 }),
              item(4, { url: url('/o-nas/'), type: 'post_type', object: 'page', parent: 2 }),
              item(5, { url: '#', type: 'custom' }),
              item(6, { url: url('/'), type: 'custom' }),
              item(7, { url: 'javascript:alert(1)', type: 'custom' }),
            ],
    }))
    expect(await menu()).toEqual([
      {
        title: 'Edukacja & nauka',
        link: '/kategoria/edukacja',
        items: [
          { title: 'M2', link: '/tag/bitcoin' },
          { title: 'M4', link: '/o-nas' },
        ],
      },
      { title: 'M3', link: 'https://elsewhere.example/x' },
      { title: 'M6', link: '/' },
    ])
  })

  test('is the newest navigation of a block theme, for accounts that may not read classic ones', async () => {
    site.server.on('/wp-json/wp/v2/menus', { status: 403, json: { code: 'rest_cannot_view' } })
    const raw = `<!-- wp:navigation-submenu {"label":"Działy","url":"#"} --><!-- wp:navigation-link {"label":"Bitcoin","type":"tag","kind":"taxonomy","url":"${site.server.url}/tag/bitcoin/"} /--><!-- /wp:navigation-submenu -->`
    site.server.on('/wp-json/wp/v2/navigation', { json: [{ id: 4, status: 'publish', content: { raw } }] })
    expect(await menu()).toEqual([
      { title: 'Działy', link: '/tag/bitcoin', items: [{ title: 'Bitcoin', link: '/tag/bitcoin' }] },
    ])
  })

  test('omits pages that are drafts by now', async () => {
    const link = (id: number, label: string) =>
      `<!-- wp:navigation-link {"label":"${label}","type":"page","kind":"post-type","id":${id},"url":"${site.server.url}/${label}/"} /-->`
    const raw = link(5, 'jawna') + link(6, 'tajna')
    site.server.on('/wp-json/wp/v2/navigation', { json: [{ id: 4, status: 'publish', content: { raw } }] })
    site.server.on('/wp-json/wp/v2/pages', ({ query }) =>
      query.get('include') === '5,6' && query.get('status') === 'publish' ? { json: [{ id: 5 }] } : {},
    )
    expect(await menu()).toEqual([{ title: 'jawna', link: '/jawna' }])
  })

  test('is the one of the configuration where the site has none', async () => {
    expect(await menu()).toBeUndefined()
    const menus = createLiveMenus()
    expect(menus.applied(akademia)).toBe(akademia)
    expect(menus.set('akademia', [{ title: 'A', link: '/a' }])).toBe(true)
    expect(menus.set('akademia', [{ title: 'A', link: '/a' }])).toBe(false)
    expect(menus.applied(akademia)).toMatchObject({ name: 'akademia', menu: [{ title: 'A', link: '/a' }] })
    // `applied` is memoized per service until its menu changes.
    expect(menus.applied(akademia)).toBe(menus.applied(akademia))
    expect(menus.set('akademia', undefined)).toBe(true)
    expect(menus.applied(akademia)).toBe(akademia)
  })
})
