import { AUTHOR, akademia, archiveFrom, homeFrom, INDEX, imageFile, startSite, type TestSite, term } from './site.ts'

let site: TestSite

beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.server.close())

const several = (count: number, fields: (nth: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => {
    const nth = index + 1
    return site.post({
      id: nth,
      title: { rendered: `T${nth}` },
      link: `${site.server.url}/2026/03/t${nth}/`,
      ...fields(nth),
    })
  })
const LAST = { status: 400, json: { code: 'rest_post_invalid_page_number', message: '', data: { status: 400 } } }
const archive = async (...[kind, slug, page]: [kind: 'category' | 'tag' | 'author', slug: string, page: number]) =>
  (await site.source.archive(akademia, kind, slug, page)).json

describe('a list', () => {
  test('of a category includes its subcategories, and counts its pages by the total', async () => {
    site.server.on('/wp-json/wp/v2/categories', { json: [term('category', 'edukacja', 'Edukacja &amp; nauka')] })
    site.server.on('/wp-json/wp/v2/posts', { json: several(12), headers: { 'x-wp-total': '30' } })
    const result = archiveFrom(await archive('category', 'edukacja', 0))
    expect(result).toMatchObject({ name: 'Edukacja & nauka', total: 30, maxPage: 3 })
    expect(result.blocks.map(({ type }) => type)).toEqual(['big-posts', 'list-posts'])
    expect(result.cards).toHaveLength(12)
    const query = Object.fromEntries(site.server.calls[1]?.query ?? [])
    expect(query).toMatchObject({ 'categories[terms]': '7', 'categories[include_children]': 'true', status: 'publish' })
    await archive('category', 'edukacja', 2)
    expect(site.server.calls[2]?.query.get('page')).toBe('2')
    // The number of the category is cached by now.
    expect(site.server.requested()).toEqual(['GET wp/v2/categories', 'GET wp/v2/posts', 'GET wp/v2/posts'])
  })

  test('of a tag is requested by its number, and an unknown tag is missing', async () => {
    expect(await archive('tag', 'nie-ma', 0)).toBeUndefined()
    site.server.on('/wp-json/wp/v2/tags', { json: [term('post_tag', 'bitcoin')] })
    expect(archiveFrom(await archive('tag', 'bitcoin', 0))).toMatchObject({ type: 'tag', total: 0, cards: [] })
    expect(site.server.calls.at(-1)?.query.get('tags')).toBe('7')
  })

  test('ends where WordPress says that there is no such page', async () => {
    site.server.on('/wp-json/wp/v2/tags', { json: [term('post_tag', 'bitcoin')] })
    site.server.on('/wp-json/wp/v2/posts', LAST)
    expect(await archive('tag', 'bitcoin', 9)).toBeUndefined()
  })

  test('fails where WordPress refuses for another reason', async () => {
    site.server.on('/wp-json/wp/v2/tags', { status: 400, json: { code: 'rest_invalid_param' } })
    await expect(archive('tag', 'bitcoin', 0)).rejects.toThrow('HTTP 400')
  })

  test('of an author has the author without an e-mail; a user without posts is no author', async () => {
    site.server.on('/wp-json/wp/v2/users', { json: [{ ...AUTHOR, email: 'anna@example.org' }] })
    expect(await archive('author', 'anna', 0)).toBeUndefined()
    site.server.on('/wp-json/wp/v2/posts', { json: several(2) })
    const json = await archive('author', 'anna', 0)
    expect(archiveFrom(json)).toMatchObject({
      type: 'author',
      name: 'Anna Przykładowa',
      author: { description: 'Pisze.', textCount: 2 },
    })
    expect(JSON.stringify(json)).not.toContain('example.org')
  })

  test('of the newest posts needs one call for its first three pages, until something changes', async () => {
    site.server.on('/wp-json/wp/v2/posts', { json: several(36), headers: { 'x-wp-total': '100' } })
    const pages = [
      archiveFrom(await archive('category', 'najnowsze', 0)),
      archiveFrom(await archive('category', 'najnowsze', 3)),
    ]
    expect(pages.map(({ cards }) => cards[0]?.title)).toEqual(['T1', 'T25'])
    expect(site.server.calls).toHaveLength(1)
    site.source.expire?.()
    await archive('category', 'najnowsze', 0)
    expect(site.server.calls).toHaveLength(2)
  })

  test('has cards with the smaller image, and a lead that shows where it was cut', async () => {
    const embedded = { 'wp:featuredmedia': [imageFile(site.server.url)] }
    site.server.on('/wp-json/wp/v2/posts', {
      json: [site.post({ excerpt: { rendered: '<p>Pierwsze słowa [&hellip;]</p>' }, _embedded: embedded })],
    })
    const [card] = archiveFrom(await archive('category', 'najnowsze', 0)).cards
    expect(card).toMatchObject({ lead: 'Pierwsze słowa…', thumbnail: { alt: 'Tytuł' } })
    expect(card?.thumbnail?.src).toContain('/2026/03/obraz-768x384.webp')
  })
})

describe('an image that was deleted', () => {
  test('embeds the index of the site once; from then on images are requested by their numbers', async () => {
    const json = several(2, (nth) => ({
      featured_media: nth === 1 ? 404 : 9,
      _embedded: { 'wp:featuredmedia': nth === 1 ? [INDEX] : [imageFile(site.server.url)] },
    }))
    site.server.on('/wp-json/wp/v2/posts', { json })
    site.server.on('/wp-json/wp/v2/media', { json: [imageFile(site.server.url)] })
    const first = archiveFrom(await archive('category', 'najnowsze', 0))
    expect(first.cards.map(({ thumbnail }) => thumbnail !== undefined)).toEqual([false, true])
    site.source.expire?.()
    const second = archiveFrom(await archive('category', 'najnowsze', 0))
    expect(second.cards.map(({ thumbnail }) => thumbnail !== undefined)).toEqual([false, true])
    expect(site.server.calls.at(-2)?.query.get('_embed')).toBe('author,wp:term')
    expect(site.server.calls.at(-1)?.query.get('include')).toBe('404,9')
  })

  test('makes a response too large, which is requested again without images', async () => {
    const bomb = { ...INDEX, routes: 'x'.repeat(9 * 1024 * 1024) }
    site.server.on('/wp-json/wp/v2/posts', ({ query }) => ({
      json: several(1, () =>
        query.get('_embed')?.includes('media') ? { _embedded: { 'wp:featuredmedia': [bomb] } } : { featured_media: 0 },
      ),
    }))
    expect(archiveFrom(await archive('category', 'najnowsze', 0)).cards).toHaveLength(1)
  })
})

test('a search is by relevance, and empty beyond its last page', async () => {
  site.server.on('/wp-json/wp/v2/posts', ({ query }) => (query.get('page') === '1' ? { json: several(1) } : LAST))
  expect((await site.source.search(akademia, 'żółw & co', 1)).json).toMatchObject({ posts: [{ title: 'T1' }] })
  expect(Object.fromEntries(site.server.calls[0]?.query ?? [])).toMatchObject({
    search: 'żółw & co',
    orderby: 'relevance',
  })
  expect((await site.source.search(akademia, 'żółw', 2)).json).toEqual({ posts: [], hasMore: false })
})

test('the total of WordPress says whether a search has a further page (SEARCH-1)', async () => {
  const anonymous = await startSite('none')
  const ask = async (from: TestSite, page: number, total: number) => {
    from.server.on('/wp-json/wp/v2/posts', { json: several(2), headers: { 'x-wp-total': String(total) } })
    return (await from.source.search(akademia, 'żółw', page)).json as { hasMore?: boolean }
  }
  expect((await ask(anonymous, 1, 11)).hasMore).toBe(true)
  expect((await ask(anonymous, 1, 10)).hasMore).toBe(false)
  expect((await ask(anonymous, 2, 20)).hasMore).toBe(false)
  // Searches have no credentials: with some WordPress would search texts that visitors cannot read.
  expect((await ask(site, 1, 11)).hasMore).toBe(true)
  expect(site.server.calls.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  await anonymous.server.close()
})

test('a search finds pages and posts of own types too, and what fails next to the posts is left out (SEARCH-25)', async () => {
  const of = (id: number, type: string) => [
    site.post({ id, type, title: { rendered: type }, link: `${site.server.url}/${type}/` }),
  ]
  site.server.on('/wp-json/wp/v2/types', {
    json: { ksiazka: { name: 'Książki', slug: 'ksiazka', rest_base: 'ksiazki', rest_namespace: 'wp/v2' } },
  })
  site.server.on('/wp-json/wp/v2/posts', { json: of(1, 'post') })
  site.server.on('/wp-json/wp/v2/pages', { json: of(2, 'page'), headers: { 'x-wp-total': '11' } })
  site.server.on('/wp-json/wp/v2/ksiazki', ({ query }) => ({
    json: [
      site.post({ id: 3, title: { rendered: 'ksiazka' }, link: `${site.server.url}/ksiazki/${query.get('page')}/` }),
    ],
  }))
  await site.source.menu(akademia)
  const searchResults = async () => (await site.source.search(akademia, 'żółw', 1)).json
  expect(await searchResults()).toMatchObject({
    posts: [{ title: 'post' }, { title: 'page' }, { title: 'ksiazka' }],
    hasMore: true,
  })
  const searches = site.server.calls.filter(({ query }) => query.has('search'))
  expect(searches.map(({ query }) => query.get('search'))).toEqual(['żółw', 'żółw', 'żółw'])
  site.server.on('/wp-json/wp/v2/pages', {
    json: [{ ...of(2, 'page')[0], content: { protected: true, rendered: '' } }],
  })
  site.server.on('/wp-json/wp/v2/ksiazki', { status: 500, json: {} })
  expect(await searchResults()).toMatchObject({ posts: [{ title: 'post' }], hasMore: false })
  site.server.on('/wp-json/wp/v2/posts', { status: 500, json: {} })
  await expect(searchResults()).rejects.toThrow('500')
})

describe('the home page', () => {
  const home = async () => homeFrom((await site.source.home(akademia)).json)

  test('consists of the newest posts and their categories, sticky ones first', async () => {
    const json = several(20, (nth) => ({
      _embedded: { 'wp:term': [[term('category', nth % 2 === 0 ? 'a' : 'b', nth % 2 === 0 ? 'A' : 'B')]] },
    }))
    site.server.on('/wp-json/wp/v2/posts', ({ query }) => ({
      json: query.has('sticky') ? several(1, () => ({ id: 99, title: { rendered: 'Przypięty' } })) : json,
    }))
    site.server.on('/', {})
    const { blocks } = await home()
    const titles = blocks.map((block) => [
      block.type,
      'header' in block ? block.header : undefined,
      'cards' in block ? block.cards.map(({ title }) => title) : [],
    ])
    expect(titles).toEqual([
      ['big-posts', undefined, ['Przypięty', 'T1', 'T2', 'T3']],
      ['list-posts', 'Najnowsze', ['T4', 'T5', 'T6', 'T7', 'T8', 'T9', 'T10', 'T11']],
      ['grid-posts', 'A', ['T12', 'T14', 'T16', 'T18']],
      ['grid-posts', 'B', ['T13', 'T15', 'T17', 'T19']],
    ])
    expect(site.server.calls.length).toBeLessThanOrEqual(3)
  })

  test('is the front page, when it has blocks; on a headless site, the settings name it', async () => {
    site.server.on('/wp-json/wp/v2/settings', { json: { show_on_front: 'page', page_on_front: 5 } })
    site.server.on('/wp-json/wp/v2/pages/5', { json: site.post({ id: 5, title: { rendered: 'Start' } }) })
    expect(await home()).toMatchObject({ id: '5', title: 'Start', blocks: [{ type: 'content' }] })
  })

  test("is the page that the site's own home page links", async () => {
    site.server.on('/', {
      headers: { link: `<${site.server.url}/wp-json/wp/v2/pages/5>; rel="alternate"; type="application/json"` },
    })
    site.server.on('/wp-json/wp/v2/pages/5', { json: site.post({ id: 5 }) })
    expect(await home()).toMatchObject({ id: '5' })
  })

  test.each([
    ['a draft', { status: 'draft' }],
    ['without blocks', { content: { raw: 'Tekst', rendered: '<p>Tekst</p>' } }],
    ['behind a password', { content: { raw: '<!-- wp:more /-->', rendered: '', protected: true } }],
  ])('consists of posts when the front page is %s', async (_, fields) => {
    site.server.on('/wp-json/wp/v2/settings', { json: { show_on_front: 'page', page_on_front: 5 } })
    site.server.on('/wp-json/wp/v2/pages/5', { json: site.post(fields) })
    site.server.on('/wp-json/wp/v2/posts', { json: several(2) })
    expect((await home()).blocks[0]).toMatchObject({ type: 'big-posts' })
  })
})

test('reusable blocks that are requested concurrently need one call', async () => {
  const content = { raw: '<!-- wp:paragraph --><p>Wspólny</p><!-- /wp:paragraph -->', rendered: '' }
  site.server.on('/wp-json/wp/v2/blocks', {
    json: [
      { id: 5, status: 'publish', content },
      { id: 6, status: 'draft', content },
    ],
  })
  const responses = await Promise.all(['5', '6', '7', '../x'].map((ref) => site.source.block(akademia, ref)))
  expect(responses.map(({ json }) => json !== undefined)).toEqual([true, false, false, false])
  expect(responses[0]?.json).toMatchObject({ blockName: 'core/block', innerBlocks: [{ blockName: 'core/paragraph' }] })
  expect(site.server.calls).toHaveLength(1)
  expect(site.server.calls[0]?.query.get('include')).toBe('5,6,7')
})

test('without credentials, no protected endpoint is called', async () => {
  await site.server.close()
  site = await startSite('none')
  site.server.on('/wp-json/wp/v2/posts', { json: [site.post({ content: { rendered: '<p>Tekst</p>' } })] })
  expect((await site.article('/2026/03/tytul')).body).toMatchObject([{ type: 'html' }])
  await site.source.home(akademia)
  expect(site.server.calls.map(({ query }) => query.get('context'))).not.toContain('edit')
  expect(site.server.requested()).not.toContain('GET wp/v2/settings')
  expect(site.server.calls.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  await expect(site.source.check()).resolves.toBeUndefined()
})

test('what is in maps is listed by its id, so that what is added later moves nothing (MAP-16)', async () => {
  for (const kind of ['category', 'tag', 'author', 'page'] as const) await site.source.directory?.(akademia, kind, 2)
  expect(site.server.calls.map(({ query }) => ['orderby', 'order', 'page'].map((name) => query.get(name)))).toEqual(
    Array(4).fill(['id', 'asc', '2']),
  )
})
