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
