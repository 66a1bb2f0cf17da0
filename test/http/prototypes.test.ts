import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import supertest from 'supertest'
import { scrollPostsOf } from '../../src/content/scroll-posts.ts'
import { articleMaps } from '../support/article-maps.ts'
import { type GiphyServer, giphyItem, startGiphy } from '../support/giphy-server.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

const HUB = join(ROOT, 'test/support/fixtures/hub')
const GIF = { blockName: 'acf/giphy', attrs: { data: { id_gifa: 'wrogi12' } }, innerHTML: '', innerBlocks: [] }
const ADDED = { polluted: 'yes', isAdmin: true, missing: true, redirectLink: '/zly', statusCode: 404 }

/** Keys by which careless code reaches the prototype of every object. */
const HOSTILE_ENTRIES: ReadonlyArray<[string, unknown]> = [
  ['__proto__', ADDED],
  ['constructor', { prototype: ADDED, name: 'Object' }],
  ['prototype', ADDED],
]

/** The same JSON with hostile keys in every object, at every depth; before or after its own keys. */
function withHostileKeys(json: unknown, isFirst: boolean): unknown {
  if (Array.isArray(json)) return json.map((item) => withHostileKeys(item, isFirst))
  if (typeof json !== 'object' || json === null) return json
  const own = Object.entries(json).map(([key, value]) => [key, withHostileKeys(value, isFirst)] as const)
  return Object.fromEntries(isFirst ? [...HOSTILE_ENTRIES, ...own] : [...own, ...HOSTILE_ENTRIES])
}

/** Keys that were added to the prototypes of built-in objects. */
function pollution(): string[] {
  const kinds = [{}, [], '', 0, true, () => {}, new Map(), new Date()]
  return kinds.flatMap((value) => Object.keys(ADDED).filter((key) => key in Object(value)))
}

const originalKeys = () =>
  [Object.prototype, Array.prototype, Function.prototype].map((proto) => Reflect.ownKeys(proto).length)
const keysBefore = originalKeys()
afterEach(() => {
  expect([pollution(), originalKeys()]).toEqual([[], keysBefore])
})

test('the check detects a polluted prototype', () => {
  const shared = Object.prototype as { polluted?: string }
  shared.polluted = 'yes'
  expect(pollution()).toContain('polluted')
  delete shared.polluted
})

describe('a response of the CMS', () => {
  let hub: HubServer
  let giphy: GiphyServer
  let portals: TestPortal[]
  let change: (json: unknown) => unknown

  const PATHS = [
    '/',
    '/2026/03/trzy-pytania-o-portfel',
    '/wp-json/amp/v2/post/2026/03/trzy-pytania-o-portfel',
    `/2026/02/${encodeURIComponent('gielda-w-東京')}`,
    '/kategoria/bezpieczenstwo',
    '/kategoria/bezpieczenstwo/page/2',
    '/tag/klucze-prywatne',
    '/author/anna-przykladowa',
    '/search?s=klucz',
    '/search/klucz/1',
    '/2026/01/z-filmem',
    '/2026/01/nie-ma',
  ]

  beforeEach(async () => {
    giphy = await startGiphy()
    giphy.on('/v1/gifs/', (_request, response) => {
      const item = giphyItem({ original: { mp4: `${giphy.url}/film.mp4`, width: '300', height: '200' } })
      response.setHeader('content-type', 'application/json').end(JSON.stringify(change(item)))
    })
    hub = await startHub(HUB)
    const send = hub.misbehave
    for (const name of await readdir(HUB, { recursive: true })) {
      if (!name.endsWith('.json')) continue
      const json: unknown = JSON.parse(await readFile(join(HUB, name), 'utf8'))
      send(`/${name.replace(/\.json$/, '')}`, () => ({ body: JSON.stringify(change(json)) }))
    }
    const clip = { title: 'Z filmem', relative_link: '/2026/01/z-filmem', blocks: [GIF] }
    send('/wp-json/bb/v2/post/2026/01/z-filmem', () => ({ body: JSON.stringify(change(clip)) }))
    send('/wp-json/bb/v2/post/2026/01/nie-ma', () => ({
      status: 404,
      body: JSON.stringify(change({ errors: { statusCode: 404, redirectLink: '/stary' } })),
    }))
    portals = []
  })
  afterEach(async () => {
    await Promise.all(portals.map((portal) => portal.close()))
    await giphy.close()
    await hub.close()
  })

  /** Every page of a new portal whose content is deterministic. */
  async function responses(): Promise<Array<[path: string, status: number, text: string]>> {
    const portal = await startTestPortal({
      CONTENT: 'hub',
      CMS_URL: hub.url,
      GIPHY_API_KEY: 'klucz-gifow',
      GIPHY_API_URL: giphy.url,
    })
    portals.push(portal)
    const all = PATHS.map(async (path) => {
      const { status, text } = await portal.get(path)
      return [path, status, text] as [string, number, string]
    })
    return Promise.all(all)
  }

  test.each([true, false])('hostile keys in every object (before its own: %s) change no page', async (isFirst) => {
    change = (json) => json
    const plain = await responses()
    change = (json) => withHostileKeys(json, isFirst)
    expect(await responses()).toEqual(plain)
    expect(plain.filter(([, status]) => status === 200)).toHaveLength(PATHS.length - 1)
    expect(plain.find(([path]) => path.endsWith('z-filmem'))?.[2]).toContain('<video')
  })
})

describe('the body of a post', () => {
  let portal: TestPortal
  beforeEach(async () => {
    portal = await startTestPortal({ PURGE_TOKEN: 'bardzo-tajny' })
  })
  afterEach(() => portal.close())

  const post = (path: string, type: string, body: string) =>
    supertest(portal.url).post(path).set({ 'content-type': type, authorization: 'Bearer bardzo-tajny' }).send(body)

  const good = { email: 'ola@poczta.example', consent: true }
  const boundary = '----granica'
  const multipart = (fields: Record<string, string>) =>
    `${Object.entries(fields)
      .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--${boundary}--\r\n`
  const hostileFields = {
    '__proto__[polluted]': 'yes',
    '__proto__.polluted': 'yes',
    'constructor[prototype][polluted]': 'yes',
    ['__proto__']: 'yes',
  }

  test.each([
    [
      'JSON',
      '/api/sare/',
      'application/json',
      JSON.stringify(withHostileKeys({ emails: [{ email: good.email }], consent: true }, true)),
    ],
    [
      'JSON with an inherited consent',
      '/api/sare/',
      'application/json',
      '{"email":"ola@poczta.example","__proto__":{"consent":true}}',
    ],
    [
      'a form',
      '/api/sare/',
      'application/x-www-form-urlencoded',
      `${new URLSearchParams({ email: good.email, consent: 'on', ...hostileFields })}`,
    ],
    [
      'a multipart form',
      '/api/sare/',
      `multipart/form-data; boundary=${boundary}`,
      multipart({ email: good.email, consent: 'on', ...hostileFields }),
    ],
    [
      'JSON for the purge',
      '/ops/purge',
      'application/json',
      JSON.stringify(withHostileKeys({ tags: ['x'], paths: [] }, true)),
    ],
    [
      'a form for the purge',
      '/ops/purge',
      'application/x-www-form-urlencoded',
      `${new URLSearchParams({ tags: 'x', ...hostileFields })}`,
    ],
  ])('as %s is read without its hostile keys', async (name, path, type, body) => {
    const { status } = await post(path, type, body)
    expect(status).toBe(name.includes('inherited') ? 400 : 200)
    expect(pollution()).toEqual([])
  })

  test('in a URL is a name like any other', async () => {
    for (const path of [
      '/api/getScrollPosts?__proto__[polluted]=yes&constructor[prototype][polluted]=yes',
      '/search?__proto__[s]=klucz&s=klucz',
      '/?__proto__=yes',
      '/kategoria/__proto__',
      '/tag/constructor',
      '/author/prototype',
      '/search/__proto__/1',
      '/api/oembed?url=https://akademia.szpalta.test/__proto__&__proto__[format]=xml',
      '/api/feed/feed-gn?cat=__proto__',
      '/media/__proto__/constructor.webp',
      '/sitemap-constructor-1.xml',
      '/sitemap-__proto__-1.xml',
    ]) {
      expect([path, (await portal.get(path)).status < 500]).toEqual([path, true])
    }
    expect(portal.errors()).toEqual([])
  })
})

test('a newsroom file with hostile front matter is skipped, or shown without it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
  await cp(join(ROOT, 'newsroom'), folder, { recursive: true, filter: (path) => !path.includes('/images') })
  await symlink(join(ROOT, 'newsroom/images'), join(folder, 'images'))
  const articles = join(folder, 'akademia/articles')
  const [front, block] = (await readdir(articles)).sort()
  const edit = async (name: string | undefined, change: (text: string) => string) => {
    const file = join(articles, String(name))
    await writeFile(file, change(await readFile(file, 'utf8')))
  }
  await edit(front, (text) =>
    text.replace('---\n', '---\n__proto__: { polluted: yes }\nconstructor: { prototype: { polluted: yes } }\n'),
  )
  await edit(block, (text) =>
    text.replace(
      '<!-- wp:paragraph -->',
      '<!-- wp:paragraph {"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}} -->',
    ),
  )
  const portal = await startTestPortal({ NEWSROOM_DIR: folder })
  for (const path of ['/', '/kategoria/edukacja', '/kategoria/najnowsze'])
    expect((await portal.get(path)).status).toBe(200)
  const { text } = await articleMaps((path) => portal.get(path))
  expect(text).toContain(String(block).replace('.html', ''))
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

test("the browser's lists of further articles, and values of the shared store", () => {
  const hostileKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf')
  const hostile = fc.dictionary(hostileKey, fc.oneof(fc.constant(ADDED), fc.array(fc.string()), fc.string()), {
    noNullPrototype: true,
  })
  fc.assert(
    fc.property(hostile, hostile, (specific, categories) => {
      const lists = scrollPostsOf(JSON.parse(JSON.stringify({ specific, categories, globals: ['/a'] })))
      expect(lists.globals).toEqual(['/a'])
      expect(pollution()).toEqual([])
    }),
  )
})
