import { akademia, startSite, type TestSite } from './site.ts'

let site: TestSite
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.server.close())

test('of a classic menu the first 100 entries are read (COST-5)', async () => {
  const item = (id: number) => ({
    id,
    parent: id === 1 ? 0 : 1,
    // The hundred and first would be the first of all.
    menu_order: id > 100 ? -1 : id,
    title: { rendered: `M${id}` },
    url: `${site.server.url}/m-${id}/`,
    type: 'custom',
  })
  site.server.on('/wp-json/wp/v2/menus', { json: [{ id: 2, locations: ['primary'] }] })
  site.server.on('/wp-json/wp/v2/menu-items', { json: Array.from({ length: 150 }, (_, index) => item(index + 1)) })
  const menu = await site.source.menu(akademia)
  expect(menu?.[0]?.items?.[0]?.title).toBe('M2')
})

test('of a navigation block the first 200,000 characters are read (COST-5)', async () => {
  const link = (label: string) =>
    `<!-- wp:navigation-link {"label":"${label}","url":"${site.server.url}/${label}/"} /-->`
  const raw = `${link('pierwsza')}${' '.repeat(200_000)}${link('za-daleko')}`
  site.server.on('/wp-json/wp/v2/menus', { status: 403, json: { code: 'rest_cannot_view' } })
  site.server.on('/wp-json/wp/v2/navigation', { json: [{ id: 4, status: 'publish', content: { raw } }] })
  expect(await site.source.menu(akademia)).toEqual([{ title: 'pierwsza', link: '/pierwsza' }])
})
