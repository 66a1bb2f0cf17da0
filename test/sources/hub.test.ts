import { join } from 'node:path'
import { createHubSource } from '../../src/sources/hub/hub.ts'
import { SourceError } from '../../src/sources/upstream/errors.ts'
import { services } from '../content/world.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { ROOT } from '../support/root.ts'

const { akademia, bizblog, plus, post } = services
const FIXTURES = join(ROOT, 'test/support/fixtures/hub')

let hub: HubServer

beforeEach(async () => {
  hub = await startHub(FIXTURES)
})
afterEach(() => hub.close())

const source = () => createHubSource({ akademia: hub.url, plus: hub.url })
const paths = () => hub.calls.map(({ path }) => path)

describe('calls', () => {
  test('the home page by its id (WIRE-1)', async () => {
    const response = await source().home(akademia)
    expect(response).toMatchObject({ call: 'GET /wp-json/hub/v2/page/5257367', json: { page_slug: 'strona-glowna' } })
  })

  test('an article by its path', async () => {
    const { json } = await source().article(akademia, '/2026/03/trzy-pytania-o-portfel')
    expect(json).toMatchObject({ ID: '302' })
    expect(paths()).toEqual(['/wp-json/bb/v2/post/2026/03/trzy-pytania-o-portfel'])
  })

  test('an article of the paid magazine at its own endpoint (WIRE-1)', async () => {
    await source().article(plus, '/2026/03/esej')
    expect(paths()).toEqual(['/wp-json/hub/v2/plus/post/2026/03/esej'])
  })

  test('lists by kind, slug and page (WIRE-1, WIRE-2)', async () => {
    const hubSource = source()
    await hubSource.archive(akademia, 'category', 'bezpieczenstwo', 0)
    await hubSource.archive(akademia, 'tag', 'klucze-prywatne', 2)
    await hubSource.archive(akademia, 'author', 'anna-przykladowa', 0)
    expect(paths()).toEqual([
      '/wp-json/hub/v2/taxonomy/category/bezpieczenstwo/0',
      '/wp-json/hub/v2/taxonomy/tag/klucze-prywatne/2',
      '/wp-json/hub/v2/author/anna-przykladowa/0',
    ])
  })

  test('a biography where the list of an author has none (PAGE-13)', async () => {
    const list = { type: 'author', name: 'jan', blocks: [], posts: [], sumOfPosts: 0, postPerPage: 10 }
    const flat = { authorName: 'Jan', authorDescription: 'Pisze.', authorEmail: 'jan@redakcja.example' }
    const [LIST, BIOGRAPHY] = ['/wp-json/hub/v2/author/jan/0', '/wp-json/hub/v2/author/jan']
    const read = async (posts: object | undefined, biography: object | undefined, page = 0) => {
      hub.misbehave(`/wp-json/hub/v2/author/jan/${page}`, posts ? { body: JSON.stringify(posts) } : { status: 404 })
      hub.misbehave(BIOGRAPHY, biography ? { body: JSON.stringify(biography) } : { status: 500 })
      return (await source().archive(akademia, 'author', 'jan', page)).json
    }
    const whole = { name: 'Jan', description: 'Pisze.', email: 'jan@redakcja.example' }
    for (const biography of [flat, { author: flat }, whole, { ...flat, authorSocial: [], authorPostCount: '' }])
      expect(await read({ ...list, author: false }, biography)).toMatchObject({ ...list, author: whole })
    expect(await read({ ...list, author: { name: 'Jan Nowak', description: '' } }, flat)).toMatchObject({
      author: { ...whole, name: 'Jan Nowak' },
    })
    expect(await read({ ...list, authorName: 'Jan Nowak' }, flat, 2)).toMatchObject({
      author: { ...whole, name: 'Jan Nowak' },
    })
    // The biography alone: in its own place, or in that of the list.
    expect(await read(undefined, flat)).toMatchObject({ type: 'author', posts: [], author: whole })
    expect(await read(flat, flat)).toMatchObject({ type: 'author', posts: [], author: whole })
    // A failure changes nothing, and neither does a hub that says where the author has gone.
    expect(await read({ ...list, author: { name: 'Jan' } }, undefined)).toMatchObject({
      ...list,
      author: { name: 'Jan' },
    })
    expect(await read(undefined, undefined)).toBeUndefined()
    const gone = { errors: { statusCode: 404, redirectLink: '/author/ewa' } }
    expect(await read(gone, flat)).toEqual(gone)
    const calls = hub.countOf(BIOGRAPHY)
    await read(gone, flat)
    await read({ ...list, author: { name: 'Jan', description: 'Swoje.' } }, flat)
    expect(hub.countOf(BIOGRAPHY)).toBe(calls)
    expect(hub.countOf(LIST)).toBeGreaterThan(0)
  })

  test('a search by its words and page', async () => {
    expect((await source().search(akademia, 'portfel', 1)).json).toMatchObject({ posts: [{ ID: '302' }] })
    expect((await source().search(akademia, 'portfel', 2)).json).toEqual({ posts: [] })
  })

  test.each(['東京', 'ζεστό/β', 'a b', 'a?b', 'a#b', 'a%2Fb', '%', 'a&b=c', 'żółw', '😀', '..a'])(
    'the name "%s" is sent unchanged, in one segment',
    async (name) => {
      hub.misbehave(`/wp-json/hub/v2/taxonomy/tag/${name}/0`, { body: '{"ok":true}' })
      hub.misbehave(`/wp-json/hub/v2/search/${name}/1`, { body: '{"ok":true}' })
      const isOneSegment = !name.includes('/')
      const list = await source().archive(akademia, 'tag', name, 0)
      const results = await source().search(akademia, name, 1)
      if (isOneSegment) expect([list.json, results.json]).toEqual([{ ok: true }, { ok: true }])
      else expect([list.json, results.json]).toEqual([undefined, undefined])
      expect(hub.calls.length).toBe(2)
    },
  )

  test('an article with a Japanese slug exists', async () => {
    const { json } = await source().article(akademia, '/2026/02/gielda-w-東京')
    expect(json).toMatchObject({ ID: '303' })
  })

  test.each(['/..', '/../../page/1', '/2026/../x', '/.', '/2026/./x'])(
    'the path %s names no content, and causes no call',
    async (path) => {
      expect((await source().article(akademia, path)).json).toBeUndefined()
      expect(hub.calls).toEqual([])
    },
  )

  test.each(['.', '..'])('the slug and the query "%s" name no content, and cause no call (WIRE-2)', async (name) => {
    expect((await source().archive(akademia, 'category', name, 0)).json).toBeUndefined()
    expect((await source().search(akademia, name, 1)).json).toBeUndefined()
    expect(hub.calls).toEqual([])
  })
})

describe('the CMS of a service', () => {
  test('is its own, or that of the service whose settings it uses (SVC-2, SVC-6)', async () => {
    const other = await startHub()
    const hubSource = createHubSource({ bizblog: hub.url, post: other.url })
    await hubSource.article(bizblog, '/a')
    await hubSource.article(akademia, '/b')
    await hubSource.article(post, '/c')
    await other.close()
    expect(paths()).toEqual(['/wp-json/bb/v2/post/a', '/wp-json/bb/v2/post/b'])
    expect(other.calls.map(({ path }) => path)).toEqual(['/wp-json/bb/v2/post/c'])
  })

  test('may be missing: the failure names the service', async () => {
    await expect(source().home(post)).rejects.toThrow(SourceError)
    await expect(source().home(post)).rejects.toThrow('post')
  })

  test('receives the credentials of the service', async () => {
    await createHubSource({ akademia: hub.url }, { akademia: { user: 'portal', key: 'sekret' } }).home(akademia)
    const wanted = `Basic ${Buffer.from('portal:sekret').toString('base64')}`
    expect(hub.calls[0]?.headers.authorization).toBe(wanted)
  })
})

test('missing content is a value, not a failure', async () => {
  expect(await source().article(akademia, '/nie/ma')).toEqual({
    call: 'GET /wp-json/bb/v2/post/nie/ma',
    json: undefined,
  })
})

test('a failing CMS is a failure that names the call', async () => {
  hub.misbehave('/wp-json/bb/v2/post/2026/03/slug', { status: 500 })
  const failing = source().article(akademia, '/2026/03/slug')
  await expect(failing).rejects.toThrow(SourceError)
  await expect(failing).rejects.toThrow('GET /wp-json/bb/v2/post/2026/03/slug')
})

test('failures of further articles, lists and blocks do not open the breaker; those of pages do', async () => {
  const hubSource = source()
  hub.misbehaveAll(({ path }) => (/cut|910/.test(path) ? { manner: 'cut' } : undefined))
  const secondary = [
    hubSource.article(akademia, '/cut/1', 'secondary'),
    hubSource.article(akademia, '/cut/2', 'secondary'),
    hubSource.archive(akademia, 'tag', 'cut', 0, 'secondary'),
    hubSource.block(akademia, '9100'),
    hubSource.block(akademia, '9101'),
  ]
  expect((await Promise.allSettled(secondary)).map(({ status }) => status)).toEqual(secondary.map(() => 'rejected'))
  expect((await hubSource.home(akademia)).json).toBeDefined()
  await Promise.allSettled([hubSource.article(akademia, '/cut/3'), hubSource.article(akademia, '/cut/4')])
  await expect(hubSource.home(akademia)).rejects.toMatchObject({ reason: 'open' })
})

test('services on one CMS host share its breaker', async () => {
  const hubSource = createHubSource({ akademia: hub.url, plus: `${hub.url}/plus` })
  hub.misbehaveAll({ manner: 'cut' })
  await Promise.allSettled([hubSource.article(akademia, '/a'), hubSource.article(akademia, '/b')])
  await expect(hubSource.home(plus)).rejects.toMatchObject({ reason: 'open' })
})
