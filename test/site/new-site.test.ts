import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import sharp from 'sharp'
import { parse } from 'yaml'
import { LANGUAGES } from '../../src/languages/language.ts'
import { createSiteFolder, type NewSiteRequest, nameProblem } from '../../src/site/new-site/new-site.ts'
import { readSite } from '../../src/site/read-site.ts'
import { firstMenu } from '../../src/sources/wordpress/menu.ts'
import { ROOT } from '../support/root.ts'
import { startWordPress, type WordPressServer } from '../support/wordpress-server.ts'

const HOSTILE = [
  'Gazeta: "Miejska" \'x\' #1 & <b>',
  '- Gazeta\n---\nversion: 9\n...',
  'A\u0000B\u0007\tC\u2028D\ud800E',
  '🗞️ Газета 日本 \\ `$x` {y} %z @w !t *a &b |',
  'true',
  '24',
  '~',
  '=x: [1, 2',
  'x'.repeat(5000),
]

let parent: string
let folder: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'new-site-'))
  folder = join(parent, 'sites/gazeta')
})
afterEach(() => rm(parent, { recursive: true }))

const create = (options: Partial<NewSiteRequest> = {}) =>
  createSiteFolder({
    name: 'gazeta',
    folder,
    schemas: join(ROOT, 'schemas'),
    readMenu: (url, paths) => firstMenu(url, undefined, { paths }),
    ...options,
  })
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')

test.each(LANGUAGES)('a new folder in %s is read without a problem (SITE-10)', async (language) => {
  await create({ language })
  const { services, defaultService, group } = await readSite(folder)
  expect([defaultService, Object.keys(services), group.name]).toEqual(['gazeta', ['gazeta'], 'Gazeta'])
  expect(services.gazeta).toMatchObject({ language, title: 'Gazeta', homePageId: '1' })
  expect(services.gazeta?.menu).toHaveLength(2)
})

describe.each(LANGUAGES)('hostile titles in %s', (language) => {
  test.each(HOSTILE)('%j is a title on one line (SITE-10)', async (title) => {
    await create({ language, title })
    const { services } = await readSite(folder)
    expect(services.gazeta?.title).toMatch(/^[^\p{Cc}\u2028]{1,300}$/u)
    const pieces = title.match(/[\p{L}\p{N}]{3,300}/gu) ?? []
    for (const piece of pieces.map((one) => one.slice(0, 300))) expect(services.gazeta?.title).toContain(piece)
    const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(await read('newsroom/gazeta/home.html')) ?? []
    expect(parse(frontMatter)).toMatchObject({ id: 1, title: services.gazeta?.title })
  })
})

test.each(['embedded', 'wordpress'] as const)(
  'optional fields of a folder for %s are right too, once they are used (SITE-10)',
  async (content) => {
    const wordpress = content === 'wordpress' ? await startWordPress() : undefined
    wordpress?.on('/wp-json/', { json: { name: 'Gazeta', home: wordpress.url } })
    await create({ wordpress: wordpress?.url })
    await wordpress?.close()
    for (const file of ['group.yaml', 'services/gazeta.yaml']) {
      const text = await read(file)
      const used = text.replace(/^#(?=[a-z]| {2,})/gm, '')
      expect(used).not.toBe(text)
      await writeFile(join(folder, file), used)
    }
    await mkdir(join(folder, 'fonts'))
    await writeFile(join(folder, 'fonts/own-face.woff2'), 'a font')
    await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const image = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    for (const name of ['share.png', 'town.png']) await writeFile(join(folder, name), image)
    const { group, services } = await readSite(folder)
    expect(group).toMatchObject({ hasAffiliateLinks: true, privacyPolicy: '/privacy' })
    expect(services.gazeta).toMatchObject({ homeAlias: '/start', robots: 'noindex, nofollow' })
    expect(group.organisation).toMatchObject({ legalName: 'Own Press Ltd', address: { postalCode: '00-001' } })
    expect(services.gazeta?.share).toMatchObject({ image: { file: 'share.png' }, categories: { town: {} } })
  },
)

test('every field of the schemas is in the files, and editors find the schemas (SITE-10)', async () => {
  await create()
  for (const [file, schema] of [
    ['group.yaml', 'group.json'],
    ['services/gazeta.yaml', 'service.json'],
  ] as const) {
    const text = await read(file)
    const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
    expect(resolve(folder, dirname(file), path)).toBe(join(ROOT, 'schemas', schema))
    const { properties } = JSON.parse(await readFile(join(ROOT, 'schemas', schema), 'utf8'))
    expect(Object.keys(properties).filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
  }
})

test('an existing folder is never changed, not even an empty one (SITE-10)', async () => {
  await mkdir(folder, { recursive: true })
  await expect(create()).rejects.toThrow(`${folder} exists already: choose another name`)
  expect(await readdir(folder)).toEqual([])
  await writeFile(join(folder, 'group.yaml'), 'mine')
  await expect(create()).rejects.toThrow('exists already')
  expect(await read('group.yaml')).toBe('mine')
})

test('a failure leaves nothing: neither files nor folders above them (SITE-10)', async () => {
  // A service's name is checked before; this one cannot be a file's.
  await expect(create({ name: `a${'\u0000'}` })).rejects.toThrow()
  expect(await readdir(parent)).toEqual([])
  await expect(create({ name: 'x'.repeat(300) })).rejects.toThrow()
  expect(await readdir(parent)).toEqual([])
})

test.each([
  ['gazeta', undefined],
  ['gazeta-2', undefined],
  ['Gazeta', /lower-case/],
  ['../gazeta', /lower-case/],
  ['2gazeta', /begin with a letter/],
  ['constructor', /reserved/],
  ['authors', /reserved/],
])('the name %s is checked (SITE-10)', (name, problem) => {
  if (problem) expect(nameProblem(name)).toMatch(problem)
  else expect(nameProblem(name)).toBeUndefined()
})

describe('with a WordPress', () => {
  let wordpress: WordPressServer
  beforeEach(async () => {
    wordpress = await startWordPress()
    wordpress.on('/wp-json/', {
      json: {
        name: 'Harbour &amp; Hill',
        description: 'News: "from" the coast',
        home: wordpress.url,
        timezone_string: 'America/Halifax',
        namespaces: ['wp/v2'],
      },
    })
    wordpress.on('/', {
      headers: { 'content-type': 'text/html' },
      body: '<html lang="de-DE"><style>:root{--wp--preset--color--accent: #E3B23C;}</style></html>',
    })
    wordpress.on('/wp-json/wp/v2/categories', {
      json: [
        { id: 1, name: 'Uncategorized', slug: 'uncategorized' },
        { id: 5, name: 'Boats &amp; <b>Ferries</b>', slug: 'boats' },
        { id: 6, name: 'Причал', slug: '%d0%bf%d1%80' },
      ],
    })
  })
  afterEach(() => wordpress.close())

  test('title, tagline, language, zone, accents and menu are the WordPress’ (SITE-10)', async () => {
    await create({ wordpress: wordpress.url })
    const { services, group } = await readSite(folder)
    expect(group.name).toBe('Harbour & Hill')
    expect(services.gazeta).toMatchObject({
      title: 'Harbour & Hill',
      serviceUrl: wordpress.url,
      language: 'de',
      timeZone: 'America/Halifax',
      colorOnDark: '#e3b23c',
      seo: { title: 'Harbour & Hill – News: "from" the coast', description: 'News: "from" the coast' },
      menu: [
        { title: 'Boats & Ferries', link: '/thema/boats' },
        { title: 'Причал', link: '/thema/%D0%BF%D1%80' },
      ],
    })
    expect((await readdir(folder)).sort()).toEqual(['group.yaml', 'services'])
  })

  test('title and language are the operator’s when they are set (SITE-10)', async () => {
    await create({ wordpress: wordpress.url, title: 'Gazeta', language: 'pl' })
    const { services } = await readSite(folder)
    expect(services.gazeta).toMatchObject({ title: 'Gazeta', language: 'pl', menu: [{ link: '/kategoria/boats' }, {}] })
  })

  test('with credentials the menu is that of its theme (SITE-10)', async () => {
    wordpress.on('/wp-json/wp/v2/menus', { json: [{ id: 3, slug: 'top', locations: ['primary'] }] })
    const entry = { parent: 0, menu_order: 1, type: 'taxonomy', object: 'category' }
    wordpress.on('/wp-json/wp/v2/menu-items', {
      json: [{ ...entry, id: 9, title: { rendered: 'Boats' }, url: `${wordpress.url}/category/boats/` }],
    })
    const credentials = { user: 'desk', key: 'secret' }
    await create({
      wordpress: wordpress.url,
      readMenu: (url, paths) => firstMenu(url, credentials, { paths }),
    })
    const { services } = await readSite(folder)
    expect(services.gazeta?.menu).toEqual([{ title: 'Boats', link: '/thema/boats' }])
  })

  test('what a site folder refuses is left out of the menu (SITE-10)', async () => {
    const items = [
      { title: 'a\u0000\nb', link: '/a' },
      { title: '\u0007', link: '/b' },
      { title: 'c', link: 'javascript:alert(1)' },
      { title: 'd', link: '/d', items: [{ title: 'e', link: '/\\e.example' }] },
    ]
    await create({ wordpress: wordpress.url, readMenu: async () => items })
    const { services } = await readSite(folder)
    expect(services.gazeta?.menu).toEqual([
      { title: 'a b', link: '/a' },
      { title: 'd', link: '/d' },
    ])
  })

  test.each([
    ['is away', undefined, /cannot be read: nothing listens there/],
    ['fails', { status: 503, json: {} }, /cannot be read: .*503/],
    [
      'is no WordPress',
      { headers: { 'content-type': 'text/html' }, body: '<h1>Shop</h1>' },
      /no REST API of a WordPress/,
    ],
  ])('that %s is a clear error, and nothing is written (SITE-10)', async (_case, reply, message) => {
    if (reply) wordpress.on('/wp-json/', reply)
    else await wordpress.close()
    await expect(create({ wordpress: wordpress.url })).rejects.toThrow(message)
    expect(await readdir(parent)).toEqual([])
  })
})
