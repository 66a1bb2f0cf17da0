import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'
import { EDITOR, imageFile, startSite, type TestSite } from './site.ts'

let site: TestSite
let portal: TestPortal | undefined

const variables = () => ({
  CONTENT: 'wordpress',
  CMS_URL: site.server.url,
  CMS_USER: EDITOR.user,
  CMS_KEY: EDITOR.key,
  CMS_POLL_SECONDS: '1',
})
const capabilities = { edit_others_posts: true, edit_others_pages: true }

beforeEach(async () => {
  site = await startSite()
  site.server.on('/wp-json/wp/v2/users/me', { json: { roles: ['editor'], capabilities } })
})
afterEach(async () => {
  await portal?.close()
  portal = undefined
  await site.server.close()
})

const posts = (...items: object[]) => site.server.on('/wp-json/wp/v2/posts', { json: items })

test('an article is shown with its image if the site has it, and again without a call', async () => {
  posts(site.post({ _embedded: { 'wp:featuredmedia': [imageFile(site.server.url)] } }))
  portal = await startTestPortal({ ...variables(), CMS_POLL_SECONDS: '0' })
  const before = site.server.calls.length
  const first = await portal.get('/2026/03/tytul')
  expect(first.status).toBe(200)
  expect(first.text).toContain('/media/wordpress/post/wp-content/uploads/2026/03/obraz-1024x512.jpg.webp?w=690 690w')
  // With credentials one of them is for the settings of its blocks.
  expect(site.server.calls.length - before).toBeLessThanOrEqual(4)
  const callsBefore = site.server.calls.length
  expect((await portal.get('/2026/03/tytul')).text).toBe(first.text)
  expect(site.server.calls).toHaveLength(callsBefore)
})

test('a post behind a password is in lists, but in no sitemap and in no feed', async () => {
  const link = `${site.server.url}/2026/03/haslo/`
  const hidden = { rendered: '', protected: true }
  posts(site.post(), site.post({ id: 13, link, title: { rendered: 'Za hasłem' }, excerpt: hidden, content: hidden }))
  portal = await startTestPortal(variables())
  const texts = new Map<string, string>()
  const paths = ['/kategoria/najnowsze', '/sitemap-articles-2026-03.xml', '/api/feed/feed-gn']
  for (const path of paths) texts.set(path, (await portal.get(path)).text)
  expect([...texts.values()].map((text) => text.includes('/2026/03/tytul'))).toEqual([true, true, true])
  expect([...texts.values()].map((text) => text.includes('/2026/03/haslo'))).toEqual([true, false, false])
})

test.each([
  ['1', '1 komentarz'],
  ['3', '3 komentarze'],
  ['17', '17 komentarzy'],
  ['0', undefined],
])('%s comments are shown in the byline of both outputs as %j', async (total, words) => {
  posts(site.post({ comment_status: 'open' }))
  site.server.on('/wp-json/wp/v2/comments', { json: [], headers: { 'x-wp-total': total } })
  portal = await startTestPortal(variables())
  for (const path of ['/2026/03/tytul', '/wp-json/amp/v2/post/2026/03/tytul']) {
    const { text } = await portal.get(path)
    expect([path, /\d+ komentarz(?:e|y)?/.exec(text)?.[0]]).toEqual([path, words])
  }
})

test('an old path redirects permanently, with its query; so does a list with another path on the site', async () => {
  portal = await startTestPortal(variables())
  site.server.on('/2026/03/stary/', { status: 301, headers: { location: `${site.server.url}/2026/03/tytul/` } })
  expect(await portal.get('/2026/03/stary?a=1')).toMatchObject({
    status: 301,
    headers: expect.objectContaining({ location: '/2026/03/tytul?a=1' }),
  })
  const link = `<${site.server.url}/wp-json/wp/v2/categories/3>; rel="alternate"; type="application/json"`
  site.server.on('/category/edukacja/', { headers: { link } })
  expect(await portal.get('/category/edukacja')).toMatchObject({
    status: 301,
    headers: expect.objectContaining({ location: '/kategoria/edukacja' }),
  })
})

test('a change in WordPress reaches a cached page', async () => {
  posts(site.post())
  portal = await startTestPortal(variables())
  await portal.get('/2026/03/tytul')
  const isPolled = () => site.server.calls.filter(({ query }) => query.has('modified_after')).length >= 4
  await until(isPolled, (polled) => polled)
  posts(site.post({ title: { rendered: 'Nowy tytuł' }, modified_gmt: '2026-03-05T09:00:00' }))
  const page = async () => (await portal?.get('/2026/03/tytul'))?.text ?? ''
  expect(await until(page, (text) => text.includes('Nowy tytuł'))).toContain('Nowy tytuł')
})

test("the site's menu is in the header", async () => {
  site.server.on('/wp-json/wp/v2/menus', { json: [{ id: 2, locations: ['primary'] }] })
  site.server.on('/wp-json/wp/v2/menu-items', {
    json: [{ id: 1, url: `${site.server.url}/o-redakcji/`, type: 'post_type', title: { rendered: 'O redakcji' } }],
  })
  posts(site.post())
  portal = await startTestPortal(variables())
  const home = async () => (await portal?.get('/'))?.text ?? ''
  expect(await until(home, (text) => text.includes('O redakcji'))).toContain('href="/o-redakcji"')
})

test('the portal does not start with invalid credentials', async () => {
  site.server.on('/wp-json/wp/v2/users/me', { status: 401, json: { code: 'rest_not_logged_in' } })
  await expect(startTestPortal(variables())).rejects.toThrow('does not accept CMS_USER "portal"')
})
