import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { until } from '../support/until.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const NAVIGATION = { 'user-agent': AGENT, accept: 'text/html' }
const TOKEN = 'bardzo-tajny-token'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ METRICS_TOKEN: TOKEN })
  const { text } = await portal.get('/')
  const paths = [...new Set([...text.matchAll(/href="(\/20\d\d\/\d\d\/[^"#]+)"/g)].map(([, path = '']) => path))]
  for (const [place, path] of paths.slice(0, 4).entries()) {
    for (let view = 0; view < 8 - place; view++) await portal.get(path, NAVIGATION)
    await portal.get(path, { ...NAVIGATION, 'sec-purpose': 'prefetch' })
  }
  // The articles were rendered with the ranking of before, which is used for some seconds.
  await until(
    async () => (await portal.get('/ops/most-read?window=24h', { authorization: `Bearer ${TOKEN}` })).text,
    (figures) => figures.includes('"24h":8'),
  )
}, 60_000)
afterAll(() => portal.close())

test('the interface lists what was read, most first, fresh for a minute (READ-6)', async () => {
  const { status, headers, text } = await portal.get('/api/most-read?window=1h')
  expect([status, headers['cache-control']]).toEqual([200, expect.stringContaining('max-age=60')])
  const { posts } = JSON.parse(text) as { posts: Array<{ type: string; relative_link: string }> }
  expect(posts).toHaveLength(4)
  expect((await portal.get('/api/most-read?window=1y')).status).toBe(400)
})

test('editors see views by window, with the token alone (READ-7)', async () => {
  expect((await portal.get('/ops/most-read?window=7d')).status).toBe(401)
  const { text } = await portal.get('/ops/most-read?window=7d', { authorization: `Bearer ${TOKEN}` })
  const { services } = JSON.parse(text) as { services: Record<string, Array<{ views: { '7d': number } }>> }
  expect(services.akademia?.map(({ views }) => views['7d'])).toEqual([8, 7, 6, 5])
})

test('a 404 page offers them as a numbered list; another service, of which nothing was read, has none (READ-8)', async () => {
  const { text } = await portal.get('/nie-ma-takiej-strony')
  expect(text).toMatch(/most-read"><h2[^>]*>Najczęściej czytane<\/h2><ol/)
  const other = await portal.get('/nie-ma-takiej-strony', { host: 'plus.localhost' })
  expect([other.status, other.text.includes('most-read')]).toEqual([404, false])
})
