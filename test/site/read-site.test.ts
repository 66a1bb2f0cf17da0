import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createServices } from '../../src/services/registry.ts'
import { parseSite } from '../../src/site/parse-site.ts'
import { readSite, readSiteFiles } from '../../src/site/read-site.ts'
import { BUILT_SITE_FILE, builtSiteText, SiteError } from '../../src/site/site.ts'
import { ROOT } from '../support/root.ts'

const CUSTOMER = join(ROOT, 'sites/szpalta')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'))
  await cp(CUSTOMER, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const write = (file: string, text: string | Buffer) => writeFile(join(folder, file), text)
const change = async (file: string, from: string, to: string) => {
  const text = await readFile(join(folder, file), 'utf8')
  expect(text).toContain(from)
  await write(file, text.replace(from, to))
}

async function problems(): Promise<string[]> {
  try {
    await readSite(folder)
    return []
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    expect(error.message).toContain(folder)
    return error.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
  }
}

const POST = 'services/post.yaml'

test.each<[mistake: string, file: string, from: string, to: string, message: string]>([
  ['a misspelt field', POST, 'title: Tech', 'titel: Tech', `${POST}:2:1 "titel" is unknown: did you mean "title"?`],
  [
    'an unknown field',
    POST,
    'title: Tech',
    'title: Tech\ntint: 5',
    `${POST}:3:1 "tint" is unknown: allowed are title, url,`,
  ],
  [
    'an unknown field inside',
    POST,
    '  accent:',
    '  akcent: 1\n  accent:',
    `${POST}:5:3 "akcent" is unknown: did you mean "accent"?`,
  ],
  ['no title', POST, 'title: Tech\n', '', `${POST}:2:1 "title" is missing: write it`],
  ['an empty title', POST, 'title: Tech', 'title: ""', `${POST}:2:1 "title" must not be empty`],
  ['a number for a title', POST, 'title: Tech', 'title: 24', `${POST}:2:1 "title" must be text (in quotes`],
  [
    'a colour by name',
    POST,
    '"#b3261e"',
    'red',
    `${POST}:5:3 "colours.accent" must be a colour of six digits in quotes`,
  ],
  ['a colour without quotes', POST, '"#b3261e"', '#b3261e', `${POST}:5:3 "colours.accent" must be text`],
  [
    'a colour too light for the light theme',
    POST,
    '"#b3261e"',
    '"#ffaaaa"',
    `${POST}:5:3 "colours.accent" has a contrast of 1.78:1 to the light background, at least 4.5:1 is needed: choose a darker one`,
  ],
  [
    'a colour too dark for the dark theme',
    POST,
    '"#ff8a80"',
    '"#600000"',
    `${POST}:6:3 "colours.accentOnDark" has a contrast of 1.31:1 to the dark background`,
  ],
  [
    'no colours',
    'services/bezprawnik.yaml',
    'colours:\n  accent: "#8c1d40"\n  accentOnDark: "#f08aa8"\n',
    '',
    'services/bezprawnik.yaml:2:1 "colours" is missing',
  ],
  [
    'an address without a scheme',
    POST,
    'url: https://szpalta.test',
    'url: szpalta.test',
    `${POST}:3:1 "url" must be a URL such as https://gazeta.example`,
  ],
  [
    'an address with a path',
    POST,
    'url: https://szpalta.test',
    'url: https://szpalta.test/tech',
    `${POST}:3:1 "url" must be as browsers write it, without path`,
  ],
  [
    'an address that a browser would run',
    POST,
    'url: https://szpalta.test',
    'url: "javascript:alert(1)"',
    `${POST}:3:1 "url" must be a URL`,
  ],
  [
    'an address of another service',
    POST,
    'url: https://szpalta.test',
    'url: https://plus.szpalta.test',
    `${POST}:3:1 "plus.szpalta.test" is the host of plus already`,
  ],
  [
    'an unknown theme',
    'services/akademia.yaml',
    'theme: light',
    'theme: dark',
    'services/akademia.yaml:7:1 "theme" must be one of switchable, light',
  ],
  ['a home id without quotes', POST, '"1001"', '1001', `${POST}:8:3 "cms.homeId" must be text (in quotes`],
  [
    'settings of a service that is not there',
    'services/akademia.yaml',
    'settingsOf: bizblog',
    'settingsOf: bizblok',
    'services/akademia.yaml:10:3 "bizblok" must be one of',
  ],
  [
    'an unknown form of addresses',
    POST,
    'address: html-suffix',
    'address: html',
    `${POST}:10:3 "articles.address" must be one of as-in-cms, html-suffix, no-trailing-slash`,
  ],
  [
    'a word for yes',
    'services/plus.yaml',
    'amp: false',
    'amp: nein',
    'services/plus.yaml:11:3 "articles.amp" must be true or false',
  ],
  [
    'the home of another service',
    POST,
    'alias: /tech',
    'alias: /plus',
    `${POST}:12:3 "/plus" leads to plus already: choose another path`,
  ],
  [
    'a menu that is no list',
    'services/bezprawnik.yaml',
    'seo:',
    'menu: Sport\nseo:',
    'services/bezprawnik.yaml:6:1 "menu" must be a list',
  ],
  [
    'a menu entry without a link',
    POST,
    '    link: /kategoria/nauka\n',
    '',
    `${POST}:22:5 "menu.4.link" is missing: write it`,
  ],
  [
    'a link that a browser would run',
    POST,
    'link: /kategoria/nauka',
    'link: "javascript:alert(1)"',
    `${POST}:23:5 "menu.4.link" must be a path`,
  ],
  [
    'a menu of three levels',
    'services/akademia.yaml',
    '        link: /tag/analizy\n',
    '        link: /tag/analizy\n        items: []\n',
    'services/akademia.yaml:23:9 "items" is unknown: allowed are title, link',
  ],
  [
    'a slot that there is not',
    POST,
    '  slots: standard',
    '  slots: { home: { "11": { adUnit: a } } }',
    `${POST}:28:20 "ads.slots.home.11" is no slot: 0 to 10`,
  ],
  ['a field twice', POST, 'title: Tech', 'title: Tech\ntitle: Technika', `${POST}:3:1 "title" occurs twice: keep one`],
  ['text that is no YAML', POST, 'title: Tech', 'title: "Tech', `${POST}:`],
  ['a tab for an indent', POST, '  accent:', '\taccent:', `${POST}:5:`],
  ['an older or newer form', 'group.yaml', 'version: 1', 'version: 2', 'group.yaml:2:1 "version" must be one of 1'],
  [
    'a default service that is not there',
    'group.yaml',
    'defaultService: akademia',
    'defaultService: akademja',
    'group.yaml:6:1 "akademja" must be one of post, plus',
  ],
  [
    'a service without a file',
    'group.yaml',
    '  - post',
    '  - post\n  - sport',
    'group.yaml:9:5 services/sport.yaml is missing: write it, or remove the name',
  ],
  ['a service twice', 'group.yaml', '  - plus', '  - plus\n  - plus', 'group.yaml:10:5 "plus" occurs twice'],
  [
    'a service that is not listed',
    'group.yaml',
    '  - autoblog\n',
    '',
    'group.yaml:7:1 services/autoblog.yaml is not listed: add "autoblog", or remove the file',
  ],
  [
    'a profile that is no address',
    'group.yaml',
    'link: https://facebook.example/szpalta',
    'link: facebook.example',
    'group.yaml:31:5 "profiles.0.link" must be a URL',
  ],
  [
    'a name that every object has',
    'group.yaml',
    '  - post',
    '  - post\n  - constructor',
    'group.yaml:9:5 "services.1" is a reserved name',
  ],
  [
    'a mistake deep in a menu',
    'services/akademia.yaml',
    'link: /tag/portfele-inwestycyjne',
    'link: tag',
    'services/akademia.yaml:54:9 "menu.2.items.5.link" must be a path',
  ],
  [
    'a link of a browser’s own reading',
    POST,
    'link: /kategoria/nauka',
    'link: /\\zly.example',
    `${POST}:23:5 "menu.4.link" must be a path`,
  ],
  [
    'a mistake in a slot',
    POST,
    '  slots: standard',
    '  slots: { home: { "1": { adUnt: a, adUnit: b } } }',
    `${POST}:28:27 "adUnt" is unknown: did you mean "adUnit"?`,
  ],
  [
    'a control character',
    POST,
    'title: Tech',
    'title: "Te\\0ch"',
    `${POST}:2:1 "title" must have no control characters`,
  ],
  [
    'a host that browsers write otherwise',
    POST,
    'url: https://szpalta.test',
    'url: https://żółw.example',
    `${POST}:3:1 "url" must be as browsers write it`,
  ],
  [
    'the host of another service at another port',
    POST,
    'url: https://szpalta.test',
    'url: http://plus.szpalta.test:81',
    `${POST}:3:1 "plus.szpalta.test" is the host of plus already`,
  ],
  [
    'a path of the program',
    POST,
    'alias: /tech',
    'alias: /search',
    `${POST}:12:3 "home.alias" is a path of the program`,
  ],
  ['the path of the desk', POST, 'alias: /tech', 'alias: /desk', `${POST}:12:3 "home.alias" is a path of the program`],
  [
    'a second document',
    POST,
    'title: Tech',
    'title: Tech\n---\ntitle: [',
    `${POST}:3:1 Source contains multiple documents`,
  ],
  ['a tag', POST, 'title: Tech', 'title: !!js/function "function(){}"', `${POST}:2:8 Unresolved tag`],
  [
    'settings of a service that uses others',
    'services/plus.yaml',
    'homeId: "1002"',
    'settingsOf: akademia',
    'services/plus.yaml:8:3 "akademia" uses those of bizblog itself',
  ],
  [
    'a reference to another part',
    POST,
    'title: Tech',
    'title: &t Tech\nyoutubeChannel: *t',
    `${POST}:3:17 "*t" is a reference`,
  ],
])('%s is reported with file, line and remedy (SITE-3, SITE-4)', async (_mistake, file, from, to, message) => {
  await change(file, from, to)
  expect(await problems()).toEqual(expect.arrayContaining([expect.stringContaining(message)]))
})

test('what is no colour is no contrast either', async () => {
  await change(POST, '"#b3261e"', '"green"')
  expect(await problems()).toEqual([
    expect.stringContaining(`${POST}:5:3 "colours.accent" must be a colour of six digits in quotes`),
  ])
})

test('every problem of every file is reported at once', async () => {
  await change(POST, 'title: Tech', 'titel: Tech')
  await change('services/plus.yaml', 'amp: false', 'amp: 0')
  await change('group.yaml', 'version: 1', 'version: 3')
  const files = (await problems()).map((problem) => problem.split(':')[0])
  expect(new Set(files)).toEqual(new Set(['group.yaml', 'services/plus.yaml', POST]))
})

test('files that cannot be read are reported: none, a folder, a huge one', async () => {
  await rm(join(folder, 'group.yaml'))
  expect(await problems()).toEqual(['group.yaml:1:1 is missing: write it'])
  await mkdir(join(folder, 'group.yaml'))
  expect(await problems()).toEqual(['group.yaml:1:1 is no file'])
  await rm(join(folder, 'group.yaml'), { recursive: true })
  await write('group.yaml', Buffer.alloc(300_000, ' '))
  expect(await problems()).toEqual([expect.stringMatching(/^group\.yaml:1:1 has 300000 bytes, at most 262144/)])
})

test('a reserved name of the newsroom is no service', async () => {
  await cp(join(folder, POST), join(folder, 'services/pages.yaml'))
  await change('services/pages.yaml', 'https://szpalta.test', 'https://pages.test')
  await change('services/pages.yaml', '  alias: /tech', '  alias: /pages')
  await change('group.yaml', '  - post', '  - post\n  - pages')
  expect(await problems()).toEqual(['group.yaml:9:5 "pages" is reserved: choose another name'])
})

test('names are free, and optional fields have defaults', async () => {
  await rm(join(folder, 'services'), { recursive: true })
  await mkdir(join(folder, 'services'))
  await write(
    'group.yaml',
    'version: 1\nname: Gazeta\nlanguage: de\ntimeZone: Europe/Berlin\ndefaultService: miasto\nservices: [miasto]\n',
  )
  await write(
    'services/miasto.yaml',
    `title: Gazeta Miejska
url: https://gazeta.example/
colours: { accent: "#8a1c1c", accentOnDark: "#ff9d9d" }
seo: { title: Gazeta Miejska, description: Wiadomości z miasta. }
`,
  )
  const { services, defaultService } = await readSite(folder)
  expect(defaultService).toBe('miasto')
  expect(services).toEqual({
    miasto: {
      name: 'miasto',
      group: {
        name: 'Gazeta',
        pages: [],
        profiles: [],
        partners: [],
        hasAffiliateLinks: false,
        tableOfContents: 'all',
        unchangedImageHosts: [],
        embeds: [],
        serviceTitles: ['Gazeta Miejska'],
      },
      language: 'de',
      messages: expect.objectContaining({ newest: 'Aktuelles' }),
      timeZone: 'Europe/Berlin',
      translations: [],
      fonts: {},
      fontFaces: [],
      paths: { category: 'thema', tag: 'schlagwort', author: 'autor', series: 'serie', newest: 'aktuelles' },
      title: 'Gazeta Miejska',
      serviceUrl: 'https://gazeta.example',
      color: '#8a1c1c',
      colorOnDark: '#ff9d9d',
      settingsOf: 'miasto',
      articlePathForm: 'as-in-cms',
      articleLayout: 'scroll',
      hasAmp: true,
      theme: 'switchable',
      menu: [],
      seo: { title: 'Gazeta Miejska', description: 'Wiadomości z miasta.' },
    },
  })
})

test('a tag of breaking news has six hours, where the file says nothing else (BREAK-3)', async () => {
  await change(POST, 'title: Tech', 'title: Tech\nbreaking: { tag: pilne }')
  await change('services/rozrywka.yaml', 'title:', 'breaking: { tag: pilne, hours: 2.5 }\ntitle:')
  await change('group.yaml', 'version: 1', 'version: 1\nbreaking: { service: post, tag: cala-grupa }')
  const { services } = await readSite(folder)
  expect([services.post?.breaking, services.rozrywka?.breaking, services.plus?.breaking]).toEqual([
    { tag: 'pilne', hours: 6 },
    { tag: 'pilne', hours: 2.5 },
    undefined,
  ])
  expect(services.plus?.group.breaking).toEqual({ service: 'post', tag: 'cala-grupa', hours: 6 })
})

test('a file in another encoding and one with another extension are reported', async () => {
  await write(POST, Buffer.from('title: Zażółć', 'latin1'))
  await write('services/sport.yml', 'title: Sport\n')
  expect(await problems()).toEqual(
    expect.arrayContaining([
      `${POST}:1:1 is not in UTF-8: save it in that encoding`,
      'services/sport.yml:1:1 has another extension: name it services/sport.yaml',
    ]),
  )
})

test('of very many mistakes some are reported, with short names, and soon', async () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n')
  await change(POST, 'title: Tech', `title: Tech\n${'x'.repeat(900)}: 1\n${keys}`)
  const startedAt = performance.now()
  const reported = await problems()
  expect(reported).toHaveLength(50)
  expect(Math.max(...reported.map(({ length }) => length))).toBeLessThan(400)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test.each([
  ['search:\n  headings: a', '2:3 "headings" is unknown: did you mean "heading"?'],
  ['search:\n  heading: Szukane', '2:3 "search.heading" must have {query}, as the text that it replaces'],
  ['search:\n  heading: "{query} {strona}"', '2:3 "search.heading" must have {query}, as the text that it replaces'],
  ['search:\n  close: "{query}"', '2:3 "search.close" must have no value in braces'],
])('an own text that does not fit the one that it replaces is a mistake, %j (LANG-4)', async (text, problem) => {
  await mkdir(join(folder, 'messages'))
  await write('messages/pl.yaml', `${text}\n`)
  expect(await problems()).toEqual([`messages/pl.yaml:${problem}`])
})

test('a service without a home id has that of the service whose settings it uses (SVC-2)', async () => {
  await change('services/akademia.yaml', '  homeId: "5257367"\n', '')
  const { services } = await readSite(folder)
  expect(createServices(services).akademia?.homePageId).toBe('5257367')
})

test('what the build has parsed is used while the files are the same', async () => {
  const build = await mkdtemp(join(tmpdir(), 'build-'))
  const site = await readSite(folder)
  const parsed = parseSite(readSiteFiles(folder))
  await writeFile(join(build, BUILT_SITE_FILE), builtSiteText(parsed, readSiteFiles(folder)))
  expect(JSON.stringify(await readSite(folder, build))).toBe(JSON.stringify(site))
  const other = JSON.stringify({ ...JSON.parse(builtSiteText(parsed, readSiteFiles(folder))), defaultService: 'plus' })
  await writeFile(join(build, BUILT_SITE_FILE), other)
  expect((await readSite(folder, build)).defaultService).toBe('plus')
  await change(POST, 'title: Tech', 'title: Technika')
  const changed = await readSite(folder, build)
  expect([changed.defaultService, changed.services.post?.title]).toEqual(['akademia', 'Technika'])
  await rm(build, { recursive: true })
})

describe('images for sharing (HEAD-30)', () => {
  const image = (width: number) =>
    sharp({ create: { width, height: 700, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
  const naming = (text: string) => change(POST, 'title: Tech', `title: Tech\nshare:\n${text}`)

  test('of the service and of categories, by their content', async () => {
    await writeFile(join(folder, 'share.png'), await image(1200))
    await naming('  image: share.png\n  categories:\n    łodzie: share.png')
    const { services } = await readSite(folder)
    const file = { file: 'share.png', id: expect.stringMatching(/^[0-9a-f]{12}$/) }
    expect(services.post?.share).toEqual({ image: file, categories: { łodzie: file } })
    const before = readSiteFiles(folder).id
    await writeFile(join(folder, 'share.png'), await image(1300))
    expect(readSiteFiles(folder).id).not.toBe(before)
  })

  test.each([
    ['a missing file', undefined, 'share.png is missing: copy it there, or remove this line'],
    ['a narrow one', 1199, 'share.png is 1199 pixels wide, at least 1200 are needed'],
    ['no image', 'text', 'share.png cannot be used: not a JPEG, PNG, WebP or AVIF'],
  ])('%s is a mistake with its line', async (_name, content, message) => {
    if (content !== undefined) {
      await writeFile(join(folder, 'share.png'), typeof content === 'string' ? content : await image(content))
    }
    await naming('  image: share.png')
    expect((await problems()).join('\n')).toContain(message)
  })
})
