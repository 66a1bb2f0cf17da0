import { AUTHOR, akademia, INDEX, imageFile, startSite, type TestSite, term } from './site.ts'

let site: TestSite

beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.server.close())

const posts = (...items: object[]) => site.server.on('/wp-json/wp/v2/posts', { json: items })
const PATH = '/2026/03/tytul'

describe('a post', () => {
  test('is selected by its slug, and distinguished from others of the same slug by its whole path', async () => {
    posts(site.post({ id: 11, link: `${site.server.url}/2025/01/tytul/` }), site.post())
    expect(await site.article(PATH)).toMatchObject({ id: '12', path: PATH, title: 'Tytuł' })
    expect(site.server.requested()).toEqual(['GET wp/v2/posts', 'GET wp/v2/posts/12'])
    const { query, headers } = site.server.calls[0] ?? { query: new URLSearchParams(), headers: {} }
    expect(Object.fromEntries(query)).toMatchObject({ slug: 'tytul', status: 'publish', context: 'view' })
    expect(headers.authorization).toBeUndefined()
  })

  test('has its dates in UTC, whatever the time zone of the site', async () => {
    posts(site.post())
    const { published, modified } = await site.article(PATH)
    expect(published?.time.iso).toBe('2026-03-03T10:00:00+01:00')
    expect(modified?.time.iso).toBe('2026-03-04T10:00:00+01:00')
  })

  test('has a title of plain text: entities are decoded once, tags are removed', async () => {
    posts(site.post({ title: { rendered: 'AT&#038;T &lt;b&gt; &amp;amp; <em>co&nbsp;dalej</em>' } }))
    expect((await site.article(PATH)).title).toBe('AT&T <b> &amp; co\u00a0dalej')
  })

  test('has author, category, tags and image', async () => {
    const terms = [
      [term('category', 'uncategorized'), term('category', 'edukacja', 'Edukacja &amp; nauka')],
      [term('post_tag', 'bitcoin', 'Bitcoin')],
    ]
    const embedded = { author: [AUTHOR], 'wp:term': terms, 'wp:featuredmedia': [imageFile(site.server.url)] }
    posts(site.post({ _embedded: embedded }))
    const article = await site.article(PATH)
    expect(article).toMatchObject({
      authors: [{ name: 'Anna Przykładowa', href: '/author/anna' }],
      category: { name: 'Edukacja & nauka', href: '/kategoria/edukacja' },
      tags: [{ name: 'Bitcoin', href: '/tag/bitcoin' }],
      author: { description: 'Pisze.' },
    })
    expect(article.hero?.src).toContain('/2026/03/obraz-1024x512.webp')
  })

  test('ignores embedded values that are errors or of another shape', async () => {
    const gone = { code: 'rest_user_invalid_id', message: 'Nie ma.', data: { status: 404 } }
    posts(site.post({ _embedded: { author: [gone], 'wp:term': [gone], 'wp:featuredmedia': [INDEX] } }))
    const article = await site.article(PATH)
    expect([article.authors, article.tags, article.hero]).toEqual([[], [], undefined])
  })

  test('has a hand-written lead, and no generated one', async () => {
    posts(site.post({ excerpt: { rendered: '<p>Zwięźle o <em>tekście</em>.</p>' } }))
    expect((await site.article(PATH)).lead).toBe('Zwięźle o\u00a0tekście.')
    posts(site.post({ excerpt: { rendered: '<p>Tekst [&hellip;]</p>' } }))
    expect((await site.article(PATH)).lead).toBe('')
  })

  test('has the head of Yoast, with a canonical path only if it is on the own host', async () => {
    const head = { title: 'Tytuł SEO', description: 'Opis SEO', robots: { index: 'noindex' } }
    posts(site.post({ yoast_head_json: { ...head, canonical: `${site.server.url}/2026/03/inny/` } }))
    expect(await site.article(PATH)).toMatchObject({
      seo: { title: 'Tytuł SEO', description: 'Opis SEO', canonicalPath: '/2026/03/inny' },
      isNoindex: true,
    })
    posts(site.post({ yoast_head_json: { canonical: 'https://elsewhere.example/x' } }))
    expect((await site.article(PATH)).seo.canonicalPath).toBe(PATH)
  })

  test('HEAD-17: has the robots, Open Graph and card of Yoast', async () => {
    posts(
      site.post({
        yoast_head_json: {
          robots: { index: 'index', follow: 'nofollow', 'max-snippet': 'max-snippet:80', broken: 7 },
          og_locale: 'pl_PL',
          og_type: 'article',
          og_title: 'Tytuł OG',
          og_description: 'Opis OG',
          og_url: 'https://elsewhere.example/',
          og_image: [
            {
              url: `${site.server.url}/wp-content/uploads/2026/03/a.jpg`,
              width: 1200,
              height: 630,
              type: 'image/jpeg',
            },
          ],
          article_modified_time: '2026-03-05T10:00:00+00:00',
          author: 'Jan',
          twitter_card: 'summary_large_image',
          twitter_site: '@szpalta',
          twitter_misc: { 'Szacowany czas czytania': '3 minuty' },
          schema: { '@graph': [] },
        },
      }),
    )
    const { seo } = await site.article(PATH)
    expect(seo.robots).toEqual({ flags: ['nofollow'], maxSnippet: 80 })
    expect(seo.tags).toMatchObject({
      author: 'Jan',
      'og:type': 'article',
      'og:title': 'Tytuł OG',
      'og:description': 'Opis OG',
      'og:locale': 'pl_PL',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      'twitter:site': '@szpalta',
      'twitter:label1': 'Szacowany czas czytania',
      'twitter:data1': '3 minuty',
      'article:modified_time': '2026-03-05T11:00:00+01:00',
    })
    expect(seo.tags?.['og:image']).toMatch(/\/2026\/03\/a\.(?:jpg|webp)$/)
  })

  test('HEAD-17: has none of them behind a password', async () => {
    const head = { description: 'Tajne', og_description: 'Tajne', og_title: 'Tajne' }
    posts(site.post({ content: { rendered: '', protected: true }, yoast_head_json: head }))
    const article = await site.article(PATH)
    expect(article.isNoindex).toBe(true)
    expect(JSON.stringify(article.seo)).not.toContain('Tajne')
  })

  test('has the head of Rank Math on a site with Rank Math', async () => {
    site.server.on('/wp-json/', { json: { namespaces: ['wp/v2', 'rankmath/v1'] } })
    site.server.on('/wp-json/rankmath/v1/getHead', ({ query }) => {
      expect(query.get('url')).toBe(`${site.server.url}${PATH}/`)
      const head =
        '<title>Tytuł RM</title><meta name="description" content="Opis &amp; RM"><meta name="robots" content="index, max-snippet:-1"><meta property="og:title" content="A &amp;amp; B"><meta property="og:image" content="https://x.example/a.jpg?a=1&amp;b=2"><meta name="twitter:card" content="summary"><meta name="generator" content="Rank Math">'
      return { json: { success: true, head } }
    })
    await site.source.menu(akademia)
    posts(site.post())
    expect(await site.article(PATH)).toMatchObject({
      seo: {
        title: 'Tytuł RM',
        description: 'Opis & RM',
        robots: { flags: [], maxSnippet: -1 },
        tags: { 'og:title': 'A &amp; B', 'og:image': 'https://x.example/a.jpg?a=1&b=2', 'twitter:card': 'summary' },
      },
      isNoindex: false,
    })
  })

  test('has the number of its comments when they are open', async () => {
    posts(site.post({ comment_status: 'open' }))
    site.server.on('/wp-json/wp/v2/comments', { json: [{ id: 1 }], headers: { 'x-wp-total': '17' } })
    await site.source.archive(akademia, 'category', 'najnowsze', 0)
    const { json } = await site.source.article(akademia, PATH)
    expect(json).toMatchObject({ nrm_interactions: { comments: 17 }, fields: { showComments: true } })
  })
})

describe('a page', () => {
  test('is used where there is no such post, by its whole path', async () => {
    const link = `${site.server.url}/o-nas/zespol/`
    site.server.on('/wp-json/wp/v2/pages', {
      json: [site.post({ link: `${site.server.url}/zespol/` }), site.post({ link })],
    })
    expect((await site.article('/o-nas/zespol')).path).toBe('/o-nas/zespol')
    expect(site.server.requested()).toEqual(['GET wp/v2/posts', 'GET wp/v2/pages', 'GET wp/v2/pages/12'])
  })

  test('is requested first when its path is unlike those of posts', async () => {
    posts(site.post())
    await site.source.archive(akademia, 'category', 'najnowsze', 0)
    site.server.on('/wp-json/wp/v2/pages', { json: [site.post({ link: `${site.server.url}/o-nas/` })] })
    await site.article('/o-nas')
    expect(site.server.requested()).toEqual(['GET wp/v2/posts', 'GET wp/v2/pages', 'GET wp/v2/pages/12'])
  })
})

describe('missing content', () => {
  const responseOf = async (path: string) => (await site.source.article(akademia, path)).json

  test('costs three requests: as a post, as a page, and at the site itself', async () => {
    expect(await responseOf('/nie/ma')).toBeUndefined()
    expect(site.server.requested()).toEqual(['GET wp/v2/posts', 'GET wp/v2/pages', 'HEAD /nie/ma/'])
  })

  test('has moved when the site itself redirects', async () => {
    site.server.on('/2026/03/stary/', { status: 301, headers: { location: `${site.server.url}/2026/03/tytul/` } })
    expect(await responseOf('/2026/03/stary')).toEqual({ errors: { statusCode: 301, redirectLink: PATH } })
  })

  test('has not moved when the site redirects to the same path', async () => {
    site.server.on('/2026/03/x/', { status: 301, headers: { location: 'https://www.site.example/2026/03/x' } })
    expect(await responseOf('/2026/03/x')).toBeUndefined()
  })

  test.each([
    ['temporarily', 302, (url: string) => `${url}/wp-login.php?redirect_to=x`],
    ['to a host of another site', 301, () => 'https://sklep.example/produkt/'],
  ])('has not moved when the site redirects %s', async (_, status, location) => {
    site.server.on('/konto/', { status, headers: { location: location(site.server.url) } })
    expect(await responseOf('/konto')).toBeUndefined()
  })

  test('has moved to a host that posts of the site are on', async () => {
    posts(site.post({ link: 'https://www.site.example/2026/03/tytul/' }))
    await site.source.archive(akademia, 'category', 'najnowsze', 0)
    posts()
    site.server.on('/2026/03/stary/', { status: 301, headers: { location: 'https://www.site.example/2026/03/tytul/' } })
    expect(await responseOf('/2026/03/stary')).toEqual({ errors: { statusCode: 301, redirectLink: PATH } })
  })

  test.each([
    ['/category/a/edukacja', 'categories', '/kategoria/edukacja'],
    ['/topics/bitcoin/page/3', 'tags', '/tag/bitcoin'],
    ['/people/anna', 'users', '/author/anna'],
  ])('%s is the list of %s, which is at %s in the portal', async (path, route, target) => {
    const link = `<${site.server.url}/wp-json/wp/v2/${route}/3>; rel="alternate"; type="application/json"`
    site.server.on(`${path}/`, { headers: { link } })
    expect(await responseOf(path)).toEqual({ errors: { statusCode: 301, redirectLink: target } })
  })

  test.each(['draft', 'private', 'future', 'trash'])(
    'may be a %s post, even if the site returns it',
    async (status) => {
      posts(site.post({ status }))
      expect(await responseOf(PATH)).toBeUndefined()
    },
  )

  test('may be a post without a permalink', async () => {
    posts(site.post({ link: `${site.server.url}/?p=12` }))
    expect(await responseOf(PATH)).toBeUndefined()
  })
})

test('a failing site is a failure, not a missing article', async () => {
  site.server.on('/wp-json/wp/v2/posts', { status: 500, json: {} })
  await expect(site.source.article(akademia, PATH)).rejects.toThrow('HTTP 500')
})

describe('privacy', () => {
  const SECRET = 'Tego nikt nie ma czytać'

  test('a post behind a password has a title and a notice, and nothing of its text', async () => {
    const hidden = { raw: SECRET, rendered: `<p>${SECRET}</p>`, protected: true }
    posts(site.post({ content: hidden, excerpt: { raw: SECRET, rendered: `<p>${SECRET}</p>`, protected: true } }))
    const { json } = await site.source.article(akademia, PATH)
    expect(JSON.stringify(json)).not.toContain(SECRET)
    expect(JSON.stringify(json)).toContain('chroniona hasłem')
    expect((await site.article(PATH)).isNoindex).toBe(true)
    const { json: list } = await site.source.archive(akademia, 'category', 'najnowsze', 0)
    expect(JSON.stringify(list)).not.toContain(SECRET)
    // A search result for words of the hidden text would reveal them.
    expect((await site.source.search(akademia, 'nikt', 1)).json).toMatchObject({ posts: [] })
  })

  test('no e-mail, no portrait and no raw field is in any response', async () => {
    const author = {
      ...AUTHOR,
      email: 'anna@example.org',
      avatar_urls: { 96: 'https://secure.gravatar.com/avatar/0a66' },
    }
    const raw = '<!-- wp:paragraph --><p>Tekst</p><!-- /wp:paragraph --><!-- wp:more --><!--more--><!-- /wp:more -->'
    posts(
      site.post({
        title: { raw: 'SUROWY', rendered: 'Tytuł' },
        content: { raw, rendered: '<p>Tekst</p>' },
        _embedded: { author: [author] },
      }),
    )
    const { json } = await site.source.article(akademia, PATH)
    expect(JSON.stringify(json)).not.toMatch(/example\.org|gravatar|SUROWY|"raw"/)
  })
})

describe('the length of a recording in the media library (VIDEO-10)', () => {
  const video = (id: unknown) =>
    `<!-- wp:video ${JSON.stringify({ id })} --><figure class="wp-block-video"><video controls src="https://blog.example/f.mp4"></video></figure><!-- /wp:video -->`
  const withVideo = (markup: string) => {
    const text = markup.replace(/<!--.*?-->/g, '')
    posts(site.post({ content: { rendered: text } }))
    site.server.on('/wp-json/wp/v2/posts/12', { json: { id: 12, content: { raw: markup, rendered: text } } })
  }
  const files = (json: unknown) => site.server.on('/wp-json/wp/v2/media', { json })
  const bodyOf = async () => (await site.article(PATH)).body

  test('is that of its file, in one call for the article', async () => {
    withVideo(video(7))
    files([{ id: 7, media_details: { length: 75, length_formatted: '1:15' } }])
    expect(await bodyOf()).toMatchObject([{ type: 'video', duration: 75 }])
    const calls = site.server.calls.filter(({ path }) => path.endsWith('/media'))
    expect(calls.map(({ query }) => [query.get('include'), query.get('_fields')])).toEqual([
      ['7', 'id,media_details.length'],
    ])
  })

  test.each([
    ['no length', [{ id: 7, media_details: { width: 5 } }]],
    ['no details', [{ id: 7, media_details: [] }]],
    ['a length below zero', [{ id: 7, media_details: { length: -4 } }]],
    ['another file', [{ id: 8, media_details: { length: 75 } }]],
    ['an error', { code: 'rest_forbidden' }],
  ])('is not there: %s', async (_, json) => {
    withVideo(video(7))
    files(json)
    const [block] = await bodyOf()
    expect(block).toMatchObject({ type: 'video' })
    expect(block).toHaveProperty('duration', undefined)
  })

  test('costs no call without a file of the library', async () => {
    withVideo(video('7; drop'))
    expect(await bodyOf()).toMatchObject([{ type: 'video' }])
    expect(site.server.requested()).toEqual(['GET wp/v2/posts', 'GET wp/v2/posts/12'])
  })
})
