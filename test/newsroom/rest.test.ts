import { restSource } from '../../tools/newsroom/rest/source.ts'
import { ImportSourceError } from '../../tools/newsroom/source.ts'
import {
  type FileServer,
  importInto,
  type Served,
  serveFiles,
  temporaryFolder,
  textOf,
} from '../support/newsroom-import.ts'

const EDITOR = { user: 'redaktor', key: 'aaaa bbbb' }
const BASIC = `Basic ${Buffer.from('redaktor:aaaa bbbb').toString('base64')}`

interface Wire {
  id: number
  slug: string
  [field: string]: unknown
}

let wordpress: FileServer
let folder: string
let remove: () => Promise<void>
let posts: Wire[]
let isPlain: boolean
let roles: Record<string, boolean>
let failures: (path: string, nth: number) => Served | undefined

const post = (id: number, more: Record<string, unknown> = {}): Wire => ({
  id,
  slug: `wpis-${id}`,
  guid: { rendered: `https://blog.example/?p=${id}` },
  status: 'publish',
  type: 'post',
  link: `https://blog.example/2026/03/wpis-${id}/`,
  date_gmt: '2026-03-03T09:00:00',
  modified_gmt: '2026-03-03T09:00:00',
  title: { rendered: `Wpis &#8222;${id}&#8221;` },
  content: { rendered: '<p>a</p>\n<figure class="wp-block-image"><img src="x.jpg"/></figure>', protected: false },
  excerpt: { rendered: '<p>Zajawka [&hellip;]</p>' },
  author: 3,
  featured_media: 0,
  comment_status: 'open',
  sticky: false,
  categories: [5],
  tags: [],
  ...more,
})
/** In the edit context the raw text comes with the rendered one. */
const raw = (item: Wire): Wire => ({
  ...item,
  title: { raw: 'Wpis „surowy”', rendered: 'x' },
  content: { ...(item.content as object), raw: '[caption]<img src="x.jpg"> Podpis[/caption]\n\nb' },
})

beforeEach(async () => {
  ;({ path: folder, remove } = await temporaryFolder())
  posts = [post(1), post(2)]
  isPlain = false
  roles = { edit_others_posts: true, edit_others_pages: true }
  failures = () => undefined
  wordpress = await serveFiles(
    (path, nth, { authorization }) => failures(path, nth) ?? response(path, authorization) ?? 404,
  )
})
afterEach(async () => {
  await wordpress.close()
  await remove()
})

/** Simulates the REST API, with lists of two a page. */
function response(path: string, authorization: string | undefined): Served | undefined {
  const url = new URL(path, 'http://wordpress.invalid')
  const route = isPlain ? url.searchParams.get('rest_route') : /^\/wp-json(\/.*)$/.exec(url.pathname)?.[1]
  if (route === null || route === undefined) return { status: 404, body: '<html></html>' }
  const json = (value: unknown, headers = {}): Served => ({ body: JSON.stringify(value), headers })
  const isEditor = authorization === BASIC
  if (route === '/') return json({ name: 'Blog', url: 'https://blog.example', home: 'https://blog.example' })
  if (route === '/wp/v2/users/me')
    return isEditor ? json({ capabilities: roles }) : { status: 401, body: '{"code":"x"}' }
  const isEdit = url.searchParams.get('context') === 'edit'
  if (isEdit && !isEditor) return { status: 401, body: '{"code":"rest_forbidden_context"}' }
  const lists: Record<string, unknown[]> = {
    '/wp/v2/users': [{ id: 3, slug: 'jan', name: 'Jan' }],
    '/wp/v2/categories': [{ id: 5, slug: 'nauka', name: 'Nauka &amp; my', description: '' }],
    '/wp/v2/tags': [],
    '/wp/v2/media': [],
    '/wp/v2/posts': isEdit ? posts.map(raw) : posts,
    '/wp/v2/pages': [post(90, { type: 'page', slug: 'kontakt' })],
    '/wp/v2/blocks': [{ ...post(70, { type: 'wp_block' }), content: { raw: '<!-- wp:html -->x<!-- /wp:html -->' } }],
  }
  const list = lists[route]
  if (!list) return undefined
  const page = Number(url.searchParams.get('page') ?? 1)
  return json(list.slice(page * 2 - 2, page * 2), { 'x-wp-totalpages': String(Math.ceil(list.length / 2)) })
}

const run = (credentials?: typeof EDITOR, signal = new AbortController().signal) =>
  importInto(folder, restSource(wordpress.url, credentials, signal), { signal })
const article = (slug: string) => textOf(folder, `akademia/articles/${slug}.html`)

test('without credentials the public content is imported, page by page', async () => {
  posts = [1, 2, 3, 4, 5].map((id) => post(id))
  expect(await run()).toMatchObject({ imported: 6, failed: [], skipped: [] })
  const text = await article('wpis-5')
  expect(text).toContain('title: Wpis „5”')
  expect(text).toContain('lead: Zajawka…')
  expect(text).toContain('author: jan')
  expect(text).toContain('<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->')
  expect(text).toContain('<!-- wp:image -->')
  expect(await textOf(folder, 'pages/kontakt.html')).toContain('category: nauka')
  expect(await textOf(folder, 'akademia/terms.yaml')).toContain('Nauka & my')
})

test('with credentials texts are imported as written, reusable blocks too', async () => {
  expect(await run(EDITOR)).toMatchObject({ imported: 4, failed: [] })
  expect(await article('wpis-1')).toContain('<figcaption class="wp-element-caption">Podpis</figcaption>')
  expect(await textOf(folder, 'blocks/70.html')).toContain('wp:html')
})

test('a site with plain permalinks is detected too', async () => {
  isPlain = true
  expect(await run()).toMatchObject({ imported: 3 })
})

test('a post behind a password is skipped by name, in either context', async () => {
  posts = [1, 2].map((id) => post(id, { password: 'tajne', content: { rendered: '', protected: true } }))
  expect(await run(EDITOR)).toMatchObject({ skipped: [1, 2].map(() => ({ reason: 'it is protected by a password' })) })
  expect(await run()).toMatchObject({ skipped: [{ name: 'Wpis „1”' }, { name: 'Wpis „2”' }] })
})

test('a wrong password and an account that may not edit have different messages', async () => {
  await expect(run({ ...EDITOR, key: 'x' })).rejects.toThrow(/refuses CMS_USER and CMS_KEY/)
  roles = { edit_posts: true }
  await expect(run(EDITOR)).rejects.toThrow(/must be an editor/)
  roles = { edit_others_posts: true }
  await expect(run(EDITOR)).rejects.toThrow(/may not edit_others_pages/)
})

test('a URL without a WordPress is refused in plain words', async () => {
  failures = () => ({ body: '<html>Witaj</html>' })
  await expect(run()).rejects.toThrow(ImportSourceError)
})

test('a site that is down for a moment is requested again; after a longer outage the import resumes', async () => {
  posts = [1, 2, 3].map((id) => post(id))
  const isSecondPage = (path: string) => path.includes('/posts') && path.includes('page=2') && path.includes('content')
  failures = (path, nth) => (isSecondPage(path) && nth <= 2 ? { status: 503 } : undefined)
  expect(await run()).toMatchObject({ imported: 4, failed: [] })
  expect(await run()).toMatchObject({ imported: 0, unchanged: 4 })
})

test('an invalid post is skipped alone', async () => {
  posts = [post(1), { id: 2, slug: 'x', link: 'https://blog.example/x' }]
  expect(await run()).toMatchObject({ imported: 2, failed: [{ name: 'https://blog.example/x' }] })
})
