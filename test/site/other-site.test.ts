import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { customerWordsIn } from '../support/customer-words.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

/** Another publisher's folder, which the build has not seen, and its newsroom. */
const FILES = {
  'site/group.yaml':
    'version: 1\nname: Gazeta Miejska\nlanguage: pl\ntimeZone: Europe/Warsaw\ndefaultService: miasto\nservices: [miasto]\n',
  'site/services/miasto.yaml': `title: Gazeta Miejska
url: https://gazeta.example
colours: { accent: "#8a1c1c", accentOnDark: "#ff9d9d" }
cms: { homeId: "7" }
home: { alias: /miasto }
menu: [{ title: Ratusz, link: /kategoria/ratusz }]
seo: { title: Gazeta Miejska, description: Wiadomości z miasta. }
`,
  'newsroom/miasto/home.html':
    '---\nid: 7\nslug: glowna\ntitle: Miasto\n---\n<!-- wp:acf/big-posts {"posts":{"limit":4}} /-->\n',
  'newsroom/miasto/terms.yaml':
    'categories:\n  - { slug: ratusz, name: Ratusz }\n  - { slug: najnowsze, name: Najnowsze }\ntags: []\n',
  'newsroom/miasto/articles/most.html': `---
title: Most znów otwarty
lead: Po dwóch latach.
date: 2026-11-01T08:00
author: jan-testowy
category: ratusz
tags: []
---
<!-- wp:paragraph -->
<p>Kierowcy wrócili na most.</p>
<!-- /wp:paragraph -->
`,
  'newsroom/authors/jan-testowy.yaml': 'name: Redakcja\ndescription: Redakcja gazety.\nsince: 2026-01-01\n',
}
const ARTICLE = '/2026/11/most'
/** Every kind of answer. */
const PATHS = [
  '/',
  ARTICLE,
  `/wp-json/amp/v2/post${ARTICLE}`,
  '/kategoria/ratusz',
  '/author/jan-testowy',
  '/search?s=most',
  '/nie-ma',
  '/offline',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/robots.txt',
  '/sitemap.xml',
  '/api/feed/rss',
  '/api/feed/feed-gn',
  `/api/oembed?url=https://gazeta.example${ARTICLE}`,
  '/sw.js',
]
let folder: string
let portal: PortalProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'other-site-'))
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  portal = await startProcess({ SITE_DIR: join(folder, 'site'), NEWSROOM_DIR: join(folder, 'newsroom') })
  await portal.ready()
})
afterAll(async () => {
  await portal.stop()
  await rm(folder, { recursive: true })
})

test.each(PATHS)('%s of another site has nothing of the customer’s in it (SITE-1, SITE-2)', async (path) => {
  const { status, text, headers } = await portal.ask(path)
  expect(status).toBe(path === '/nie-ma' ? 404 : 200)
  expect(customerWordsIn(`${JSON.stringify(headers)} ${text}`)).toEqual([])
})

test('a title with the publisher’s name stands alone, and nothing is headed that is not there (SITE-7)', async () => {
  const { text } = await portal.ask('/')
  expect(text).toContain('<title>Gazeta Miejska</title>')
  expect(text).not.toContain('Gazeta Miejska Gazeta Miejska')
  const headings = [...text.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, heading]) => heading)
  expect(headings).toContain('Działy')
  // Without pages of its own: the generated page on privacy stands there (CONS-24).
  expect(headings).toContain('Serwis')
  for (const absent of ['Portale', 'Obserwuj nas', 'Partnerzy']) expect(headings).not.toContain(absent)
})

test('its icons are drawn, though the build has others (SITE-1)', async () => {
  for (const file of ['miasto.svg', 'miasto-192.png', 'miasto-512.png', 'miasto-maskable-512.png', 'miasto-180.png']) {
    expect([file, (await portal.ask(`/icons/${file}`)).status]).toEqual([file, 200])
  }
  expect((await portal.ask('/favicon.svg')).text).toContain('#8a1c1c')
  expect((await portal.ask('/favicon.ico')).headers['content-type']).toMatch(/icon/)
  expect((await portal.ask('/icons/akademia.svg')).status).toBe(404)
})

test('a home is found at its alias (SITE-8)', async () => {
  expect((await portal.ask('/miasto')).status).toBe(200)
  expect((await portal.ask('/plus')).status).toBe(404)
})

test('a folder with a mistake starts nothing, and says where it is (SITE-3)', async () => {
  await writeFile(join(folder, 'site/group.yaml'), FILES['site/group.yaml'].replace('version', 'wersja'))
  const variables = { ...process.env, SITE_DIR: join(folder, 'site') }
  const { status, stderr } = spawnSync(process.execPath, ['dist/server.js'], { cwd: ROOT, env: variables })
  expect(status).toBe(1)
  expect(String(stderr)).toMatch(/group\.yaml:1:1 "wersja" is unknown/)
})
