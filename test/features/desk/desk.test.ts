import { plainLine } from '../../../src/content/plain-line.ts'
import { breakingFile } from '../../../src/features/breaking/breaking-file.ts'
import { deskConfig } from '../../../src/features/desk/config.ts'
import { deskWords } from '../../../src/features/desk/words.ts'
import { LANGUAGES } from '../../../src/languages/language.ts'
import { articleMeta } from '../../../src/sources/embedded/article-fields.ts'
import { authorFile, homeMeta, termFields } from '../../../src/sources/embedded/front-matter.ts'
import { createServices, readEnv } from '../../support/customer-site.ts'
import { startTestPortal } from '../../support/portal.ts'

const ON = { DESK: 'on', DESK_SERVER: 'http://127.0.0.1:8081/api/v1' }
const breaking = breakingFile.unwrap().element
const services = Object.values(createServices())

async function configOf(variables: Record<string, string>) {
  const { desk } = readEnv(variables)
  if (!desk) throw new Error('there is no desk')
  return deskConfig({ desk, services, words: await deskWords('pl'), language: 'pl', breaking })
}

interface Collection {
  name: string
  folder?: string
  fields?: Array<{ name: string; label: string; widget: string; required: boolean }>
  files?: Array<{ name: string; file: string }>
}
const collectionsOf = ({ editor }: Awaited<ReturnType<typeof configOf>>) => editor.collections as Collection[]

test('without a setting there is no desk: 404, and so is everything below it (DESK-1)', async () => {
  const portal = await startTestPortal()
  try {
    for (const path of ['/desk', '/desk/config.json', '/desk/desk.js', '/desk/editor/decap-cms.js'])
      expect([path, (await portal.get(path)).status]).toEqual([path, 404])
    const { text } = await portal.get('/')
    expect(text).not.toContain('/desk')
  } finally {
    await portal.close()
  }
})

test('a build without the editor says so (DESK-1)', async () => {
  const portal = await startTestPortal(ON)
  try {
    const { status, text, headers } = await portal.get('/desk')
    expect([status, text]).toEqual([503, 'DESK=on, and the build has no editor: build with DESK=on'])
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect((await portal.get('/desk/config.json')).status).toBe(404)
    expect(portal.errors().map(({ msg }) => msg)).toEqual([text])
  } finally {
    await portal.close()
  }
})

test.each([
  [{ DESK: 'on' }, /DESK_HOST is required.*\n.*DESK_REPOSITORY is required/],
  [{ DESK: 'on', DESK_HOST: 'github', DESK_REPOSITORY: 'a/b' }, /DESK_SIGN_IN_URL is required with DESK_HOST=github/],
  [
    { DESK: 'on', DESK_HOST: 'gitea', DESK_REPOSITORY: 'a/b' },
    /DESK_HOST_URL is required[\s\S]*DESK_CLIENT_ID is required/,
  ],
  [{ ...ON, CONTENT: 'hub', CMS_URL: 'https://cms.example' }, /DESK=on writes the embedded newsroom/],
  [{ ...ON, DESK_FOLDER: '../elsewhere' }, /DESK_FOLDER/],
])('what a desk cannot work with is said at the start: %j', (variables, problem) => {
  expect(() => readEnv(variables)).toThrow(problem)
})

test.each([
  [
    { DESK_HOST: 'github', DESK_SIGN_IN_URL: 'https://login.example' },
    { name: 'github', repo: 'gazeta/redakcja', branch: 'main', base_url: 'https://login.example' },
  ],
  [
    { DESK_HOST: 'gitlab', DESK_CLIENT_ID: 'abc', DESK_HOST_URL: 'https://git.example/' },
    {
      ...{ name: 'gitlab', repo: 'gazeta/redakcja', branch: 'main', auth_type: 'pkce', app_id: 'abc' },
      ...{ base_url: 'https://git.example', api_root: 'https://git.example/api/v4' },
    },
  ],
  [
    { DESK_HOST: 'forgejo', DESK_CLIENT_ID: 'abc', DESK_HOST_URL: 'https://git.example', DESK_BRANCH: 'tresc' },
    {
      ...{ name: 'forgejo', repo: 'gazeta/redakcja', branch: 'tresc', app_id: 'abc' },
      ...{ base_url: 'https://git.example', api_root: 'https://git.example/api/v1' },
    },
  ],
])('editors sign in at the Git host: %j (DESK-2)', async (variables, backend) => {
  const config = await configOf({ DESK: 'on', DESK_REPOSITORY: 'gazeta/redakcja', DESK_REVIEW: 'on', ...variables })
  expect(config.editor).toMatchObject({ backend, publish_mode: 'editorial_workflow' })
})

test('every field that an article may have is in its form, and has its words (DESK-5)', async () => {
  const shown = Object.keys(articleMeta.shape).filter((name) => name !== 'names' && name !== 'isLeadMade')
  const articles = collectionsOf(await configOf(ON)).find(({ name }) => name === 'akademia-articles')
  const names = articles?.fields?.map(({ name }) => name) ?? []
  expect(names.toSorted()).toEqual([...shown, 'body'].toSorted())
  expect(articles?.fields?.filter(({ required }) => required).map(({ name }) => name)).toEqual(['title', 'date'])
  expect(articles?.folder).toBe('newsroom/akademia/articles')
})

test('a line of breaking news, a term and an author have all of their fields (DESK-5)', async () => {
  const collections = collectionsOf(await configOf({ ...ON, DESK_SITE_FOLDER: 'sites/gazeta' }))
  const namesIn = (value: unknown): string[] =>
    [...JSON.stringify(value).matchAll(/"name":"([^"]+)"/g)].map(([, name = '']) => name)
  const inForm = (name: string) => namesIn(collections.find((one) => one.name === name))
  expect(inForm('site')).toEqual(expect.arrayContaining(Object.keys(breaking.shape)))
  expect(inForm('authors')).toEqual(expect.arrayContaining(Object.keys(authorFile.shape)))
  expect(inForm('akademia')).toEqual(expect.arrayContaining(Object.keys(termFields.shape)))
  expect(inForm('akademia-home')).toEqual(expect.arrayContaining([...Object.keys(homeMeta.shape), 'from', 'until']))
})

test('there is a form for every kind of file of the newsroom (DESK-5)', async () => {
  const collections = collectionsOf(await configOf({ ...ON, DESK_FOLDER: 'tresc', DESK_SITE_FOLDER: 'sites/gazeta' }))
  const files = collections.flatMap(({ files = [] }) => files.map(({ file }) => file))
  for (const name of ['terms.yaml', 'series.yaml', 'menu.yaml']) expect(files).toContain(`tresc/akademia/${name}`)
  expect(files).toContain('sites/gazeta/breaking.yaml')
  const folders = collections.map(({ folder }) => folder)
  expect(folders).toEqual(expect.arrayContaining(['tresc/pages', 'tresc/authors', 'tresc/blocks', 'tresc/akademia']))
  // A field says nothing under the name that the program has for it.
  const labels = JSON.stringify(collections).matchAll(/"label":"([^"]+)"/g)
  expect([...labels].map(([, label]) => label).filter((label) => /^[a-z]+[A-Z_]/.test(label ?? ''))).toEqual([])
})

test.each(LANGUAGES)('the desk speaks %s (DESK-5)', async (language) => {
  const [words, polish] = [await deskWords(language), await deskWords('pl')]
  const leaves = (value: object): string[] =>
    Object.values(value).flatMap((part: unknown) => (typeof part === 'object' && part ? leaves(part) : [String(part)]))
  expect(leaves(words).filter((text) => text.trim() === '')).toEqual([])
  if (language !== 'pl') {
    const same = leaves(words).filter((text) => leaves(polish).includes(text) && /[ąćęłńóśźż ]/.test(text))
    expect(same).toEqual([])
  }
})

describe('the preview of a text that is not saved (DESK-6)', () => {
  const path = 'newsroom/akademia/articles/nowy.md'
  const text = '---\ntitle: Niezapisany\ndate: 2026-03-01T10:00\ntags: [bitcoin]\n---\nTekst z **mocnym** słowem.\n'
  let portal: Awaited<ReturnType<typeof startTestPortal>>
  beforeEach(async () => {
    portal = await startTestPortal(ON)
  })
  afterEach(() => portal.close())

  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${portal.url}/desk/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify({ service: 'akademia', path, text, ...(body ?? {}) }),
    })
  const documentOf = async (body: object = {}): Promise<string> => {
    const response = await post(body)
    const { document = '', problems } = (await response.json()) as { document?: string; problems: string[] }
    expect(problems).toEqual([])
    return plainLine(document)
  }

  test('is the page of readers, in JSON that no cache stores and no browser shows', async () => {
    const response = await post({})
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const { document, problems } = (await response.json()) as { document: string; problems: string[] }
    expect(problems).toEqual([])
    expect(plainLine(document)).toMatch(/<h1[^>]*>Niezapisany<\/h1>/)
    expect(document).toContain('<strong>mocnym</strong>')
    expect(document).toContain('<meta name="robots" content="noindex')
    expect(document).toContain('/tag/bitcoin')
    for (const place of ['/', '/2026/03/nowy', '/tag/bitcoin', '/api/feed/rss'])
      expect((await portal.get(place)).text).not.toContain('Niezapisany')
  })

  test('shows drafts, planned texts, pages and HTML, and says what is left out', async () => {
    expect(await documentOf({ text: text.replace('tags:', 'draft: true\ntags:') })).toContain('Szkic')
    expect(await documentOf({ text: text.replace('2026-03', '2031-03') })).toContain('Zaplanowany')
    const page = await documentOf({ path: 'newsroom/pages/nowa.md', text: '---\ntitle: Nowa strona\n---\nTekst.\n' })
    expect(page).toMatch(/<h1[^>]*>Nowa strona<\/h1>/)
    expect(page).not.toContain('data-share')
    expect(await documentOf({ path: path.replace('.md', '.html') })).toContain('**mocnym**')
    const unknown = await post({ text: text.replace('tags:', 'tytul: x\ntags:') })
    expect(((await unknown.json()) as { problems: string[] }).problems.join()).toContain('akademia/articles/nowy.md:4')
  })

  test('shows a front page with its own blocks, and a planned one before its time', async () => {
    const block = '<!-- wp:acf/section-title {"fields":{"header":"Wieczór wyborczy"}} /-->\n'
    const home = { path: 'newsroom/akademia/home.html', text: `---\nid: 1\nslug: a\ntitle: A\n---\n${block}` }
    const planned = {
      path: 'newsroom/akademia/home-wybory.html',
      text: `---\ntitle: A\nfrom: 2031-01-01T10:00\n---\n${block}`,
    }
    for (const body of [home, planned]) expect(await documentOf(body)).toMatch(/<h2[^>]*>.*Wieczór wyborczy/)
    expect((await portal.get('/')).text).not.toContain('Wieczór wyborczy')
    const broken = await post({ ...planned, text: planned.text.replace('2031-01-01', 'jutro') })
    expect(await broken.text()).toMatch(/^\{"problems":\[".*home-wybory\.html/)
  })

  test('names the line of what cannot be read', async () => {
    const response = await post({ text: '---\ntitle: [\n---\nTekst.\n' })
    const { problems, document } = (await response.json()) as { problems: string[]; document?: string }
    expect([response.status, document]).toEqual([200, undefined])
    expect(problems[0]).toMatch(/akademia\/articles\/nowy\.md:\d/)
  })

  test('a hostile text is what it would be in a file: no script, no foreign markup', async () => {
    const shown = await documentOf({
      text: text.replace('Tekst', '<script>alert(1)</script><img src=x onerror=alert(1)><iframe srcdoc="x"></iframe>'),
    })
    expect(shown).not.toMatch(/alert\(1\)|onerror|srcdoc/)
  })

  test.each([
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('a page of another site gets none: %j', async (headers, status) => {
    expect((await post({}, headers)).status).toBe(status)
  })

  test.each([
    { path: 'newsroom/../../etc/passwd.md' },
    { path: 'newsroom/akademia/articles/../../../x.md' },
    { path: '/etc/x.md' },
    { path: 'newsroom/akademia/menu.html' },
    { path: 'newsroom/akademia/home.html/x.html' },
    { path: 'newsroom/autoblog/home.html' },
    { path: 'newsroom/autoblog/articles/x.md' },
    { path: 'newsroom/akademia/articles/x.yaml' },
    { path: 'newsroom/akademia/articles/x\\y.md' },
    { service: 'nie-ma' },
    { service: '__proto__' },
    { text: 7 },
  ])('a text of no place is none: %j', async (wrong) => {
    expect((await post(wrong)).status).toBe(400)
  })

  test('is for one text at a time, of a size, and so often', async () => {
    expect((await post('{"service"')).status).toBe(400)
    expect((await post({ text: 'x'.repeat(600_000) })).status).toBe(413)
    const together = await Promise.all(Array.from({ length: 12 }, () => post({})))
    const statuses = together.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect((await post({})).status).toBe(200)
    for (let n = 0; n < 120; n++) await post({ service: 'nie-ma' })
    expect((await post({})).status).toBe(429)
  })

  test('is not there without a desk', async () => {
    const off = await startTestPortal()
    try {
      const response = await fetch(`${off.url}/desk/preview`, { method: 'POST', body: '{}' })
      expect(response.status).toBe(405)
      expect((await off.get('/desk/preview')).status).toBe(404)
    } finally {
      await off.close()
    }
  })
})
