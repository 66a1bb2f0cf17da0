import * as z from 'zod'
import { existingService } from '../../../src/services/registry.ts'
import { createWordPressSource, type WordPressOptions } from '../../../src/sources/wordpress/wordpress.ts'
import { services } from '../../content/world.ts'
import { messages } from '../../support/customer-site.ts'
import type { RestCall } from '../../support/wordpress-server.ts'
import { AUTHOR, akademia, EDITOR, startSite, type TestSite } from './site.ts'

let site: TestSite
beforeEach(async () => {
  site = await startSite('none')
})
afterEach(() => site.server.close())

const POSTS = '/wp-json/wp/v2/posts'
const PATH = '/2026/03/tytul'
const NOINDEX = { robots: { index: 'noindex', follow: 'nofollow' } }

const authorOfCard = z.object({ author: z.object({ name: z.string() }) })

/** Of each post of a list whether it stays away from search engines. */
function excludedIn(list: unknown): unknown[] {
  const { posts } = z.object({ posts: z.array(z.object({ nrm_meta_noindex: z.boolean() })) }).parse(list)
  return posts.map((post) => post.nrm_meta_noindex)
}

/** The same site, read with other options. */
const sourceWith = (options: WordPressOptions) =>
  createWordPressSource(
    { bizblog: site.server.url },
    undefined,
    () => ({ ...messages, language: 'pl', ownEmbeds: [] }),
    options,
  )

describe('a list without X-WP-Total (SRC-51)', () => {
  /** `count` posts, without a number. */
  const unnumbered = (count: number) =>
    site.server.on(POSTS, ({ query }: RestCall) => {
      const [size, page] = [Number(query.get('per_page') ?? 10), Number(query.get('page') ?? 1)]
      const left = Math.max(0, Math.min(size, count - (page - 1) * size))
      if (left === 0 && page > 1) return { status: 400, json: { code: 'rest_post_invalid_page_number' } }
      const posts = Array.from({ length: left }, (_, index) => {
        const id = (page - 1) * size + index + 1
        return site.post({ id, slug: `t${id}`, link: `${site.server.url}/2026/03/t${id}/` })
      })
      return { headers: { 'x-wp-total': '', 'x-wp-totalpages': '' }, json: posts }
    })

  test.each([0, 1, 20, 21, 99, 100, 101, 200, 250, 1234, 6400])('has all its pages: %i posts', async (count) => {
    unnumbered(count)
    const { json } = await site.source.archive(akademia, 'category', 'najnowsze', 0)
    expect(json).toMatchObject({ sumOfPosts: count })
  })

  test('is counted with few calls, and once in a while', async () => {
    unnumbered(6400)
    await site.source.archive(akademia, 'category', 'najnowsze', 0)
    const calls = site.server.calls.length
    expect(calls).toBeLessThanOrEqual(16)
    site.source.expire?.()
    await site.source.archive(akademia, 'category', 'najnowsze', 0)
    expect(site.server.calls.length - calls).toBeLessThanOrEqual(1)
  })
})

test('a 404 in HTML in place of the API is a failure, and no empty site (SRC-51)', async () => {
  site.server.on(POSTS, { status: 404, body: '<!doctype html><title>Nie ma</title>' })
  await expect(site.source.archive(akademia, 'category', 'najnowsze', 0)).rejects.toMatchObject({ reason: 'not-json' })
})

describe('a noindex that all posts carry (SRC-52)', () => {
  const excluded = (...numbers: number[]) => {
    const posts = [1, 2, 3].map((id) =>
      site.post({
        id,
        slug: id === 1 ? 'tytul' : `t${id}`,
        link: `${site.server.url}/2026/03/${id === 1 ? 'tytul' : `t${id}`}/`,
        yoast_head_json: numbers.includes(id) ? NOINDEX : { robots: { index: 'index' } },
      }),
    )
    site.server.on(POSTS, { json: posts })
  }

  test('is the site’s state: articles may be found, and the log has it once', async () => {
    excluded(1, 2, 3)
    const logged: string[] = []
    const source = sourceWith({ onNoindex: (url) => logged.push(url) })
    for (const _ of [1, 2]) {
      const { json } = await source.article(akademia, PATH)
      expect(JSON.stringify(json)).not.toMatch(/"noindex,|nofollow/)
      expect(json).toMatchObject({ nrm_meta_noindex: false })
    }
    const { json } = await (source.bulk?.(akademia, 'category', 'najnowsze', 1) ?? {})
    expect(excludedIn(json)).toEqual([false, false, false])
    expect(logged).toEqual([site.server.url])
  })

  test('of one post of several is its own', async () => {
    excluded(1)
    const { json } = await site.source.article(akademia, PATH)
    expect(JSON.stringify(json)).toContain('"noindex,nofollow"')
    const { json: list } = await (site.source.bulk?.(akademia, 'category', 'najnowsze', 1) ?? {})
    expect(excludedIn(list)).toEqual([true, false, false])
  })

  test('counts for each post where the operator says so, and asks nothing more', async () => {
    excluded(1, 2, 3)
    const { json } = await sourceWith({ noindex: 'posts' }).article(akademia, PATH)
    expect(JSON.stringify(json)).toContain('"noindex,nofollow"')
    expect(site.server.requested()).toEqual(['GET wp/v2/posts'])
  })

  test('of Rank Math is that of its front page', async () => {
    const head = (robots: string): string => `<title>T</title><meta name="robots" content="${robots}"/>`
    let front = 'noindex, nofollow'
    site.server.on('/wp-json/', { json: { namespaces: ['wp/v2', 'rankmath/v1'] } })
    site.server.on('/wp-json/rankmath/v1/getHead', ({ query }) => ({
      json: { success: true, head: head(query.get('url') === `${site.server.url}/` ? front : 'noindex, nofollow') },
    }))
    site.server.on(POSTS, { json: [site.post()] })
    for (const [state, isExcluded] of [
      ['noindex, nofollow', false],
      ['index, follow', true],
    ] as const) {
      front = state
      const source = sourceWith({})
      await source.menu(akademia)
      const { json } = await source.article(akademia, PATH)
      expect(JSON.stringify(json).includes('"noindex, nofollow"')).toBe(isExcluded)
    }
  })

  test('is logged at start', async () => {
    excluded(1, 2, 3)
    site.server.on('/wp-json/', { json: { namespaces: ['wp/v2', 'yoast/v1'] } })
    const logged: string[] = []
    await sourceWith({ onNoindex: (url) => logged.push(url) }).menu(akademia)
    expect(logged).toEqual([site.server.url])
  })

  test('costs no call where nothing is excluded', async () => {
    excluded()
    await site.source.article(akademia, PATH)
    expect(site.server.requested()).toEqual(['GET wp/v2/posts'])
  })
})

describe('several authors (SRC-54)', () => {
  const GUESTS = [
    { id: 1, display_name: 'Anna Przykładowa', user_nicename: 'anna' },
    { id: 5072, display_name: 'Jan Gość', user_nicename: 'jan-gosc', description: { rendered: '<p>Gość.</p>' } },
  ]
  const embedded = () => ({
    author: [AUTHOR],
    'wp:term': [
      ['cap-anna', 'cap-jan-gosc'].map((slug, index) => ({
        ...{ id: 71 + index, name: slug, slug, taxonomy: 'author' },
        link: `${site.server.url}/author/${slug}/`,
      })),
    ],
  })

  test('of Co-Authors Plus are the article’s, and no topics', async () => {
    site.server.on('/wp-json/', { json: { namespaces: ['wp/v2', 'coauthors/v1'] } })
    site.server.on('/wp-json/coauthors/v1/coauthors', ({ query }) => ({
      json: query.get('post_id') === '12' ? GUESTS : [],
    }))
    site.server.on(POSTS, { json: [site.post({ _embedded: embedded() })] })
    await site.source.menu(akademia)
    const article = await site.article(PATH)
    expect(article.authors.map(({ name, href }) => [name, href])).toEqual([
      ['Anna Przykładowa', '/author/anna'],
      ['Jan Gość', '/author/jan-gosc'],
    ])
    expect(JSON.stringify(article.tags)).not.toContain('cap-')
  })

  test('of PublishPress Authors are in a field of the post, on cards too', async () => {
    const authors = [
      { display_name: 'Ewa', slug: 'ewa', is_guest: true },
      { display_name: '', slug: 'x' },
      'śmieć',
      { display_name: 'Jan', slug: 'jan' },
    ]
    site.server.on(POSTS, { json: [site.post({ authors, _embedded: { author: [AUTHOR] } })] })
    expect((await site.article(PATH)).authors.map(({ name }) => name)).toEqual(['Ewa', 'Jan'])
    const { json } = await site.source.archive(akademia, 'category', 'najnowsze', 0)
    expect(JSON.stringify(json)).toMatch(/"nrm_multi_authors":\[\{"author":\{"name":"Ewa"/)
  })

  test('of PublishPress Authors are guests too, with a page of their own', async () => {
    site.server.on('/wp-json/wp/v2/taxonomies', {
      json: { author: { slug: 'author', rest_base: 'ppma_author', rest_namespace: 'wp/v2', types: ['post'] } },
    })
    site.server.on('/wp-json/wp/v2/types', { json: {} })
    site.server.on('/wp-json/wp/v2/ppma_author', {
      json: [{ id: 9, name: 'Jan Gość', slug: 'jan-gosc', description: 'Bio' }],
    })
    site.server.on(POSTS, ({ query }) => ({ json: query.get('ppma_author') === '9' ? [site.post()] : [] }))
    await site.source.menu(akademia)
    const { json } = await site.source.archive(akademia, 'author', 'jan-gosc', 0)
    expect(json).toMatchObject({ name: 'Jan Gość', sumOfPosts: 1 })
    expect(site.server.requested().join()).not.toContain('coauthors/v1')
  })

  test('of an account keep what is older than the plugin', async () => {
    site.server.on('/wp-json/wp/v2/taxonomies', {
      json: { author: { slug: 'author', rest_base: 'coauthors', rest_namespace: 'wp/v2', types: ['post'] } },
    })
    site.server.on('/wp-json/wp/v2/types', { json: {} })
    site.server.on('/wp-json/wp/v2/coauthors', { json: [{ id: 71, name: 'anna', slug: 'cap-anna' }] })
    site.server.on('/wp-json/wp/v2/users', { json: [AUTHOR] })
    const two = [site.post(), site.post({ id: 13, slug: 'b', link: `${site.server.url}/2026/03/b/` })]
    site.server.on(POSTS, ({ query }) => ({
      json: query.has('author') ? two : query.has('coauthors') ? two.slice(0, 1) : [],
    }))
    await site.source.menu(akademia)
    expect((await site.source.archive(akademia, 'author', 'anna', 0)).json).toMatchObject({ sumOfPosts: 2 })
  })

  test('on a card are never who saved the post for others', async () => {
    const guest = {
      id: 72,
      name: 'jan-gosc',
      slug: 'cap-jan-gosc',
      taxonomy: 'author',
      link: `${site.server.url}/author/jan-gosc/`,
    }
    site.server.on(POSTS, { json: [site.post({ _embedded: { author: [AUTHOR], 'wp:term': [[guest]] } })] })
    const { json } = await site.source.archive(akademia, 'category', 'najnowsze', 0)
    expect(JSON.stringify(json)).toContain('"nrm_author":false')
  })

  test('on a card are guests by their names, each asked for once', async () => {
    site.server.on('/wp-json/', { json: { namespaces: ['wp/v2', 'coauthors/v1'] } })
    site.server.on('/wp-json/coauthors/v1/coauthors/jan-gosc', { json: GUESTS[1] })
    site.server.on(POSTS, {
      json: [
        site.post({ _embedded: embedded() }),
        site.post({ id: 13, slug: 'b', link: `${site.server.url}/2026/03/b/`, _embedded: embedded() }),
      ],
    })
    await site.source.menu(akademia)
    for (const _ of [1, 2]) {
      site.source.expire?.()
      const { json } = await site.source.archive(akademia, 'category', 'najnowsze', 0)
      const { posts } = z.object({ posts: z.array(z.object({ nrm_multi_authors: z.array(authorOfCard) })) }).parse(json)
      expect(posts.map((post) => post.nrm_multi_authors.map(({ author }) => author.name))).toEqual([
        ['Anna Przykładowa', 'Jan Gość'],
        ['Anna Przykładowa', 'Jan Gość'],
      ])
    }
    const calls = site.server.requested().filter((call) => call.endsWith('coauthors/jan-gosc'))
    expect(calls).toHaveLength(1)
  })

  test('each have a page of what they signed', async () => {
    site.server.on('/wp-json/wp/v2/taxonomies', {
      json: { author: { slug: 'author', rest_base: 'coauthors', rest_namespace: 'wp/v2', types: ['post'] } },
    })
    site.server.on('/wp-json/wp/v2/types', { json: {} })
    site.server.on('/wp-json/wp/v2/coauthors', ({ query }) => ({
      json: query.get('slug')?.includes('jan-gosc') ? [{ id: 72, name: 'jan-gosc', slug: 'cap-jan-gosc' }] : [],
    }))
    site.server.on('/wp-json/coauthors/v1/coauthors/jan-gosc', { json: GUESTS[1] })
    site.server.on(POSTS, ({ query }) => ({ json: query.get('coauthors') === '72' ? [site.post()] : [] }))
    await site.source.menu(akademia)
    const { json } = await site.source.archive(akademia, 'author', 'jan-gosc', 0)
    expect(json).toMatchObject({ name: 'Jan Gość', sumOfPosts: 1 })
    expect((await site.source.archive(akademia, 'author', 'nikt', 0)).json).toBeUndefined()
  })
})

describe('what WordPress has at a path that no slug names (SRC-55)', () => {
  const alternate = (route: string) => ({
    link: `<${site.server.url}/wp-json/>; rel="https://api.w.org/", <${site.server.url}/wp-json/wp/v2/${route}>; rel="alternate"; title="JSON"; type="application/json"`,
  })

  test('a post in another language is the article', async () => {
    const post = site.post({
      id: 13,
      type: 'page',
      slug: 'kontakt',
      link: `${site.server.url}/en/kontakt/`,
      title: { rendered: 'Contact' },
    })
    site.server.on('/en/kontakt/', { headers: alternate('pages/13'), body: '' })
    site.server.on('/wp-json/wp/v2/pages/13', { json: post })
    expect(await site.article('/en/kontakt')).toMatchObject({ title: 'Contact', path: '/en/kontakt' })
  })

  test('a part of a text is a redirect to the text', async () => {
    site.server.on('/2026/03/tytul/2/', { headers: alternate('posts/12'), body: '' })
    site.server.on('/wp-json/wp/v2/posts/12', { json: site.post() })
    const { json } = await site.source.article(akademia, `${PATH}/2`)
    expect(json).toEqual({ errors: { statusCode: 301, redirectLink: PATH } })
  })

  test('a draft is nothing', async () => {
    site.server.on('/2026/03/szkic/', { headers: alternate('posts/14'), body: '' })
    site.server.on('/wp-json/wp/v2/posts/14', {
      json: site.post({ id: 14, status: 'draft', link: `${site.server.url}/2026/03/szkic/` }),
    })
    expect((await site.source.article(akademia, '/2026/03/szkic')).json).toBeUndefined()
  })
})

describe('with credentials a text is as without (SRC-24)', () => {
  test('typographic signs, sizes of images and captions are those of visitors', async () => {
    await site.server.close()
    site = await startSite(EDITOR)
    const file = `${site.server.url}/wp-content/uploads/2026/03/most`
    const raw = [
      '<!-- wp:paragraph {"dropCap":true} --><p class="has-drop-cap">"tak" -- i poszedł... 150x150 :)</p><!-- /wp:paragraph -->',
      `<!-- wp:image {"id":9} --><figure class="wp-block-image"><img src="${file}.jpg" alt="Most" class="wp-image-9"/></figure><!-- /wp:image -->`,
      '<!-- wp:list --><ul><!-- wp:list-item --><li>"raz"<!-- wp:list --><ul><!-- wp:list-item --><li>"dwa"</li><!-- /wp:list-item --></ul><!-- /wp:list --></li><!-- /wp:list-item --></ul><!-- /wp:list -->',
      `<!-- wp:gallery --><figure class="wp-block-gallery"><!-- wp:image --><figure class="wp-block-image"><img src="${file}-2.jpg" alt=""/></figure><!-- /wp:image --><figcaption>"Podpis"</figcaption></figure><!-- /wp:gallery -->`,
      '<!-- wp:code --><pre class="wp-block-code"><code>"a" -- b</code></pre><!-- /wp:code -->',
    ].join('\n\n')
    const rendered = [
      '<p class="has-drop-cap">&#8222;tak&#8221; &#8212; i poszedł&#8230; 150&#215;150 🙂</p>',
      `<figure class="wp-block-image"><img width="800" height="500" src="${file}.jpg" alt="Most" class="wp-image-9" srcset="${file}.jpg 800w, ${file}-300x188.jpg 300w"/></figure>`,
      '<ul class="wp-block-list"><li>&#8222;raz&#8221;<ul><li>&#8222;dwa&#8221;</li></ul></li></ul>',
      `<figure class="wp-block-gallery"><figure class="wp-block-image"><img width="640" height="400" src="${file}-2.jpg" alt=""/></figure><figcaption>&#8222;Podpis&#8221;</figcaption></figure>`,
      '<pre class="wp-block-code"><code>"a" -- b</code></pre>',
    ].join('\n')
    site.server.on(POSTS, { json: [site.post({ content: { rendered } })] })
    site.server.on(`${POSTS}/12`, { json: { content: { raw, rendered } } })
    const { body } = await site.article(PATH)
    expect(body).toMatchObject([
      { type: 'paragraph', html: '„tak” — i\u00a0poszedł… 150×150 🙂', dropCap: true },
      { type: 'image', image: { width: 800, height: 500, alt: 'Most' } },
      { type: 'list', items: [{ html: '„raz”', blocks: [{ type: 'list', items: [{ html: '„dwa”' }] }] }] },
      { type: 'gallery', caption: '„Podpis”', items: [{ image: { width: 640, height: 400 } }] },
      { type: 'code', html: '&quot;a&quot; -- b' },
    ])
  })
})

test('with credentials blocks that the rendering has letter by letter stay, and their neighbours are those of visitors (SRC-24)', async () => {
  await site.server.close()
  site = await startSite(EDITOR)
  const block = (name: string, html: string): string => `<!-- wp:${name} -->${html}<!-- /wp:${name} -->`
  const item = (html: string): string => block('list-item', `<li>${html}</li>`)
  const raw = [
    block('paragraph', '<p>Tak</p>'),
    block('paragraph', '<p>"Tak"</p>'),
    block('html', 'Tak'),
    block('paragraph', '<p>Tak, "Tak"</p>'),
    block('list', `<ul>${item(`"Tak"${block('list', `<ul>${item('Tak')}${item('"nie"')}</ul>`)}`)}${item('Tak')}</ul>`),
    block('quote', `<blockquote>${block('paragraph', '<p>Tak</p>')}<cite>"Kto"</cite></blockquote>`),
    block('paragraph', '<p>Tak</p>'),
  ].join('\n\n')
  // WordPress names its lists by a class.
  const rendered = raw
    .replace(/<!--.*?-->/g, '')
    .replaceAll('<ul>', '<ul class="wp-block-list">')
    .replace(/"(Tak|nie|Kto)"/g, '&#8222;$1&#8221;')
  site.server.on(POSTS, { json: [site.post({ content: { rendered } })] })
  site.server.on(`${POSTS}/12`, { json: { content: { raw, rendered } } })
  const { body } = await site.article(PATH)
  const inner = { type: 'list', items: [{ html: 'Tak' }, { html: '„nie”' }] }
  expect(body).toMatchObject([
    { type: 'paragraph', html: 'Tak' },
    { type: 'paragraph', html: '„Tak”' },
    { type: 'html' },
    { type: 'paragraph', html: 'Tak, „Tak”' },
    { type: 'list', items: [{ html: '„Tak”', blocks: [inner] }, { html: 'Tak' }] },
    { type: 'quote', cite: '„Kto”' },
    { type: 'paragraph', html: 'Tak' },
  ])
})

describe('with credentials the counterpart of a block is its own (SRC-24)', () => {
  const image = (name: string, more = ''): string =>
    `<figure class="wp-block-image"><img src="https://media.example/${name}" alt="${name}"${more}/></figure>`
  const block = (name: string, html: string): string => `<!-- wp:${name} -->${html}<!-- /wp:${name} -->`
  const gallery = (...images: string[]): string => `<figure class="wp-block-gallery">${images.join('')}</figure>`
  const lazy = (name: string): string =>
    `<figure class="wp-block-image"><img src="/blank.gif" data-src="https://media.example/${name}"/></figure>`

  test.each([
    [
      'of several sizes of one file',
      [
        block('image', image('a-300x200.jpg')),
        block('html', image('a-150x150.jpg')),
        block('image', image('a-580x300.jpg')),
      ],
      [image('a-150x150.jpg'), image('a-300x200.jpg'), image('a-580x300.jpg')],
      ['a-300x200.jpg', 'a-150x150.jpg', 'a-580x300.jpg'],
    ],
    [
      'of images that a lazy loader keeps elsewhere',
      [block('image', lazy('1.jpg')), block('image', lazy('2.jpg')), block('image', lazy('3.jpg'))],
      [lazy('2.jpg'), lazy('1.jpg'), lazy('3.jpg')],
      ['1.jpg', '2.jpg', '3.jpg'],
    ],
    [
      'of an image and a gallery of the same alone',
      [block('gallery', gallery(block('image', image('b.jpg')))), block('image', image('b.jpg'))],
      [gallery(image('b.jpg', ' width="800" height="500"')), image('b.jpg', ' width="800" height="500"')],
      ['b.jpg', 'b.jpg'],
    ],
  ])('%s', async (_, raw, rendered, files) => {
    await site.server.close()
    site = await startSite(EDITOR)
    const content = { raw: raw.join('\n'), rendered: rendered.join('\n') }
    site.server.on(POSTS, { json: [site.post({ content: { rendered: content.rendered } })] })
    site.server.on(`${POSTS}/12`, { json: { content } })
    const { body } = await site.article(PATH)
    const shown = [...JSON.stringify(body).matchAll(/media\.example\/([\w.-]+)/g)].map(([, name]) => name)
    expect(shown.filter((name, at) => name !== shown[at - 1] || files[at] === files[at - 1])).toEqual(files)
  })
})

test('the background of an old cover is shown once without credentials (BLOCK-46)', async () => {
  const rendered =
    '<div class="wp-block-cover"><video class="wp-block-cover__video-background" src="https://media.example/tlo.mp4"></video><p class="wp-block-cover-text">Na wideo</p></div>'
  site.server.on(POSTS, { json: [site.post({ content: { rendered } })] })
  const { body } = await site.article(PATH)
  expect(JSON.stringify(body).match(/tlo\.mp4/g)).toHaveLength(1)
  expect(JSON.stringify(body)).toContain('Na wideo')
})

test('a service without the id of a home page has one of the newest posts (SRC-53)', async () => {
  const { homePageId: _id, ...nameless } = existingService(services, 'akademia')
  site.server.on(POSTS, { json: [site.post()] })
  const { json } = await site.source.home(nameless)
  expect(json).toMatchObject({ blocks: [{ blockType: 'big-posts', blockContent: { posts: [{ title: 'Tytuł' }] } }] })
  expect(site.source.needsHomeId).toBeUndefined()
})
