import { join } from 'node:path'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

/** A backslash and a control character, escaped once and repeatedly. */
const HIDDEN = ['a%5Cb', '%5C..%5C', '%5c', 'a%255Cb', 'a%25255Cb', '%25%35C', 'a%250Ab', 'a%2500']
/** Every kind of path that names content. */
const PLACES: Record<string, (name: string) => string> = {
  article: (name) => `/2026/10/${name}`,
  'article without a date': (name) => `/${name}`,
  'AMP document': (name) => `/wp-json/amp/v2/post/2026/10/${name}`,
  "AMP document's short URL": (name) => `/amp/2026/10/${name}`,
  'further article': (name) => `/fragment/2026/10/${name}`,
  category: (name) => `/kategoria/${name}`,
  'page of a category': (name) => `/kategoria/${name}/page/2`,
  tag: (name) => `/tag/${name}`,
  author: (name) => `/author/${name}`,
  'JSON search': (name) => `/search/${name}/1`,
  oEmbed: (name) => `/api/oembed?url=${encodeURIComponent(`https://akademia.szpalta.test/2026/10/${name}`)}`,
  feed: (name) => `/api/feed/feed-gn?cat=${name}`,
}
const CASES = Object.entries(PLACES).flatMap(([place, pathOf]) =>
  HIDDEN.map((name) => [place, name, pathOf(name)] as const),
)

let hub: HubServer
let portal: PortalProcess
beforeAll(async () => {
  hub = await startHub(join(ROOT, 'test/support/fixtures/hub'))
  portal = await startProcess({ CONTENT: 'hub', CMS_URL: hub.url })
  await portal.ready()
})
afterAll(async () => {
  await portal.stop()
  await hub.close()
})

test('SRC-20: an escaped backslash or control character is 404 everywhere, without a call to the CMS', async () => {
  const before = hub.calls.length
  const statuses = await Promise.all(CASES.map(async ([place, name, path]) => [place, name, await portal.status(path)]))
  expect(statuses).toEqual(CASES.map(([place, name]) => [place, name, 404]))
  expect(hub.calls.slice(before).map(({ path }) => path)).toEqual([])
})

test('SRC-20: the same paths with an ordinary name do call the CMS', async () => {
  for (const [index, pathOf] of Object.values(PLACES).entries()) {
    const before = hub.calls.length
    // A name per path: the content cache shares responses between them.
    const path = pathOf(`nazwa-%C4%85-${index}`)
    const { headers } = await portal.ask(path)
    if (headers.location !== undefined) await portal.ask(headers.location)
    expect([path, hub.calls.length > before]).toEqual([path, true])
  }
})

test('SRC-20: a backslash in a search query becomes a space', async () => {
  const { status, text } = await portal.ask('/search?s=ac%5Cdc')
  expect([status, text.includes('Szukasz: ac dc')]).toEqual([200, true])
  expect(hub.countOf('/wp-json/hub/v2/search/ac dc/1')).toBe(1)
})

test('SRC-20: a query with a backslash that is escaped twice is refused, without a call to the CMS', async () => {
  const before = hub.calls.length
  expect(await portal.status('/search?s=a%255Cb')).toBe(200)
  expect(hub.calls.slice(before)).toEqual([])
})

test('a name with a doubly escaped character is decoded once, in every kind of path', async () => {
  for (const [prefix, call] of [
    ['/2026/10/', '/wp-json/bb/v2/post/2026/10/100%'],
    ['/fragment/2026/11/', '/wp-json/bb/v2/post/2026/11/100%41'],
    ['/wp-json/amp/v2/post/2026/12/', '/wp-json/bb/v2/post/2026/12/100%41'],
  ] as const) {
    await portal.ask(`${prefix}${call.endsWith('41') ? '100%2541' : '100%25'}`)
    expect([prefix, hub.countOf(call)]).toEqual([prefix, 1])
  }
})
