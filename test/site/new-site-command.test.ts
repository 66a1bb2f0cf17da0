import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '../../src/languages/language.ts'
import { crawl } from '../support/crawl.ts'
import { customerWordsIn } from '../support/customer-words.ts'
import { foreignTexts, readerTexts } from '../support/foreign-texts.ts'
import { freePort, type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { startWordPress } from '../support/wordpress-server.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'new-site-command-'))
})
afterAll(() => rm(parent, { recursive: true }))

/** The built command, without any setting. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/new-site.js'), ...args], { env: { PATH: process.env.PATH } })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, out, err }
}

test.each([
  [[]],
  [['a', 'b']],
  [['Gazeta']],
  [['gazeta', '--nonsense']],
  [['gazeta', '--language', 'fr']],
  [['gazeta', '--title', ' ']],
  [['gazeta', '--wordpress', 'ftp://gazeta.example']],
  [['gazeta', '--wordpress', 'https://user:key@gazeta.example']],
])('%j prints the usage, and ends with 2 (SITE-10)', async (args) => {
  const { code, out, err } = await run(...args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain('usage: npm run site:new')
})

test('an existing folder and a WordPress that is away end with 1 and one line (SITE-10)', async () => {
  const existing = await run('szpalta')
  expect([existing.code, existing.err]).toEqual([
    1,
    expect.stringMatching(/^[^\n]*sites\/szpalta exists already[^\n]*\n$/),
  ])
  const url = `http://127.0.0.1:${await freePort()}`
  const away = await run('gazeta', '--folder', join(parent, 'away'), '--wordpress', url)
  expect([away.code, away.out]).toEqual([1, ''])
  expect(away.err).toBe(`${url} cannot be read: nothing listens there. Nothing is written.\n`)
  expect(await readdir(parent)).toEqual([])
})

describe.each(LANGUAGES)('a new site in %s', (language: Language) => {
  let portal: PortalProcess
  let folder: string
  let article: string
  beforeAll(async () => {
    folder = join(parent, `site in ${language}`)
    const { code, out } = await run('gazeta', '--language', language, '--title', '"Nova": 🗞\n#1', '--folder', folder)
    expect(code).toBe(0)
    expect(out).toContain(`  SITE_DIR='${folder}' npm start\n`)
    const [file = ''] = await readdir(join(folder, 'newsroom/gazeta/articles'))
    const text = await readFile(join(folder, 'newsroom/gazeta/articles', file), 'utf8')
    const [, year, month] = /^date: "(\d{4})-(\d{2})-/m.exec(text) ?? []
    article = `/${year}/${month}/${file.replace('.html', '')}`
    portal = await startProcess({ SITE_DIR: folder, NEWSROOM_DIR: join(folder, 'newsroom'), LOG_LEVEL: 'warn' })
    await portal.ready()
  })
  afterAll(() => portal.stop())

  test('starts at once: home, article and every page that they link to (SITE-10)', async () => {
    const responses = await crawl(portal, {
      from: ['/', article, '/offline', '/robots.txt'],
      host: 'localhost',
      most: 200,
    })
    for (const path of ['/', article]) expect([path, responses.get(path)?.status]).toEqual([path, 200])
    // oEmbed knows public URLs only, and the site has none yet.
    const failed = [...responses].filter(([path, { status }]) => status >= 400 && !path.startsWith('/api/oembed'))
    expect(failed.map(([path, { status }]) => `${path}: ${status}`)).toEqual([])
    const documents = [...responses].filter(([, { headers }]) => /html|xml|json/.test(String(headers['content-type'])))
    expect(documents.length).toBeGreaterThan(5)
    expect(documents.flatMap(([path, { text }]) => customerWordsIn(text).map((word) => `${path}: ${word}`))).toEqual([])
    const foreign = documents.flatMap(([path, { text, headers }]) =>
      // Names of folders, of stored data and of a provider are the same in every language.
      /html/.test(String(headers['content-type']))
        ? foreignTexts(readerTexts(text.replace(/<code>.*?<\/code>|JW Player/g, '')), language).map(
            (one) => `${path}: ${one}`,
          )
        : [],
    )
    expect(foreign).toEqual([])
    expect(portal.lines()).toEqual([])
  })

  test('shows its title and its article (SITE-10)', async () => {
    const { text } = await portal.ask('/')
    expect(text).toContain('<title>&quot;Nova&quot;: 🗞 #1</title>')
    expect(text).toContain(`href="${article}"`)
    expect((await portal.ask(article)).text).toContain('services/gazeta.yaml')
  })
})

test('a new site in front of a WordPress starts at once (SITE-10)', async () => {
  const wordpress = await startWordPress()
  const { url } = wordpress
  const path = '/2026/11/ferry/'
  const post = {
    ...{ id: 1, slug: 'ferry', status: 'publish', type: 'post', link: `${url}${path}`, author: 1 },
    ...{ date: '2026-11-01T10:00:00', date_gmt: '2026-11-01T10:00:00', modified_gmt: '2026-11-01T10:00:00' },
    title: { rendered: 'A ferry' },
    excerpt: { rendered: '<p>A lead.</p>', protected: false },
    content: { rendered: '<p>It sails.</p>', protected: false },
  }
  wordpress.on('/wp-json/', { json: { name: 'Harbour', description: 'News', home: url, namespaces: ['wp/v2'] } })
  wordpress.on('/wp-json/wp/v2/posts', ({ query }) => ({ json: query.get('sticky') === 'true' ? [] : [post] }))
  wordpress.on('/wp-json/wp/v2/categories', { json: [{ id: 5, name: 'Boats', slug: 'boats' }] })
  const folder = join(parent, 'wordpress')
  const { code, out } = await run('gazeta', '--folder', folder, '--wordpress', `${url}/`)
  expect(code).toBe(0)
  expect(out).toContain(`  SITE_DIR=${folder} CONTENT=wordpress CMS_URL=${url} npm start\n`)
  const portal = await startProcess({ SITE_DIR: folder, CONTENT: 'wordpress', CMS_URL: url, CMS_POLL_SECONDS: '0' })
  await portal.ready()
  const [home, article] = [await portal.ask('/'), await portal.ask('/2026/11/ferry')]
  await portal.stop()
  await wordpress.close()
  expect([home.status, article.status]).toEqual([200, 200])
  expect(home.text).toContain('<title>Harbour – News</title>')
  expect(home.text).toContain('href="/category/boats"')
  expect(customerWordsIn(home.text + article.text)).toEqual([])
})
