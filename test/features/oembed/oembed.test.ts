import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { childNamed, parseXml } from '../../support/xml.ts'

const ARTICLE = 'https://akademia.szpalta.test/2026/11/multisig-dwa-z-trzech'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const ask = (url: string, rest = '') => portal.get(`/api/oembed?url=${encodeURIComponent(url)}${rest}`)

test('an article is a link with title, author, provider and image, for any origin (FEED-10)', async () => {
  const { status, headers, text } = await ask(ARTICLE)
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect([headers['access-control-allow-origin'], headers['cache-control']]).toEqual(['*', 'public, max-age=3600'])
  expect(JSON.parse(text)).toEqual({
    version: '1.0',
    type: 'link',
    title: 'Dwa klucze z trzech. Kopia, która przetrwa właściciela',
    author_name: 'Lena Sobieraj',
    author_url: 'https://akademia.szpalta.test/author/lena-sobieraj',
    provider_name: 'Szpalta Akademia krypto',
    provider_url: 'https://akademia.szpalta.test/',
    cache_age: 3600,
    thumbnail_url: 'https://akademia.szpalta.test/media/2026/11/multisig-dwa-z-trzech-klucz.webp',
    thumbnail_width: 700,
    thumbnail_height: 350,
  })
})

test('XML has the same content', async () => {
  const json = JSON.parse((await ask(ARTICLE)).text) as Record<string, unknown>
  const { headers, text } = await ask(ARTICLE, '&format=xml')
  expect(headers['content-type']).toBe('text/xml; charset=utf-8')
  const xml = parseXml(text)
  expect(xml.name).toBe('oembed')
  for (const [name, value] of Object.entries(json)) expect(childNamed(xml, name)?.text).toBe(String(value))
})

test('a page links its own oEmbed in its head', async () => {
  const { text } = await portal.get(new URL(ARTICLE).pathname, { host: 'akademia.localhost' })
  const [, href = ''] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(text) ?? []
  const { pathname, search } = new URL(href.replaceAll('&amp;', '&'))
  expect((await portal.get(pathname + search)).status).toBe(200)
})

test('a URL of another service of the group gets the response of that service', async () => {
  const response = await ask('https://szpalta.test/2026/11/klucze-dostepu-zamiast-hasel.html')
  expect(JSON.parse(response.text)).toMatchObject({ provider_name: 'Szpalta Tech' })
})

test('an image larger than the requested size is omitted', async () => {
  expect(JSON.parse((await ask(ARTICLE, '&maxwidth=699')).text)).not.toHaveProperty('thumbnail_url')
  expect(JSON.parse((await ask(ARTICLE, '&maxwidth=700&maxheight=350')).text)).toHaveProperty('thumbnail_url')
})

test.each([
  ['no URL', '', 400],
  ['another format', `url=${encodeURIComponent(ARTICLE)}&format=yaml`, 501],
  ['another host', 'url=https%3A%2F%2Fobcy.example%2F2026%2F11%2Fmultisig-dwa-z-trzech', 404],
  ['another scheme', 'url=javascript%3Aalert(1)', 404],
  ['a missing article', `url=${encodeURIComponent(`${ARTICLE}-nie`)}`, 404],
  ['not a URL', 'url=%E2%82%AC', 404],
  ['several', `url=${encodeURIComponent(ARTICLE)}&url=x`, 400],
])('%s is refused', async (_name, query, status) => {
  const response = await portal.get(`/api/oembed?${query}`)
  expect([response.status, Object.keys(JSON.parse(response.text))]).toEqual([status, ['error']])
})
