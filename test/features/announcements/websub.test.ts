import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'
import { startWebSubHub, type WebSubHub } from '../../support/websub-hub.ts'

const TOKEN = 'bardzo-tajny-token'
const FORMATS = ['/api/feed/feed-gn', '/api/feed/rss']
const LISTS = ['', '?cat=edukacja', '?tag=klucze', '?author=ida-nowak']
const FEEDS = FORMATS.flatMap((path) => LISTS.map((query) => path + query))
const ARTICLE = '/2026/11/klucze'

let newsroom: string
let hub: WebSubHub
let portal: TestPortal
let revision = 0
const results: string[] = []

const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(newsroom, path)), { recursive: true })
  await writeFile(join(newsroom, path), text)
}
const article = (slug: string, title: string, hour: number): Promise<void> =>
  write(
    `akademia/articles/${slug}.html`,
    `---
title: "${title}"
lead: Lead.
date: 2026-11-10T0${hour}:00
author: ida-nowak
category: edukacja
tags: [klucze]
---
<!-- wp:paragraph -->
<p>Treść: ${title}</p>
<!-- /wp:paragraph -->
`,
  )
const purge = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${portal.url}/ops/purge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...headers },
    body,
  })
const start = (settings: Record<string, string>): Promise<TestPortal> =>
  startTestPortal({ NEWSROOM_DIR: newsroom, PURGE_TOKEN: TOKEN, WEBSUB_HUB_URL: hub.url, ...settings })

beforeAll(async () => {
  newsroom = await mkdtemp(join(tmpdir(), 'newsroom-'))
  await write('authors/ida-nowak.yaml', 'name: Ida Nowak\ndescription: Pisze.\nsince: 2024-01-01\n')
  await write('akademia/home.html', '---\nid: 1\nslug: akademia\ntitle: Akademia\n---\n')
  await write(
    'akademia/terms.yaml',
    'categories:\n  - { slug: edukacja, name: Edukacja }\ntags:\n  - { slug: klucze, name: Klucze }\n',
  )
  await article('klucze', 'Wersja 0', 3)
  await article('portfele', 'Portfele', 2)
  hub = await startWebSubHub(
    () => portal.port,
    ({ host }) => host === 'akademia.szpalta.test',
  )
})
afterAll(async () => {
  console.info(`feeds fetched by a hub at once after each kind of change: ${results.length} kinds
${results.join('\n')}`)
  await hub.close()
  await rm(newsroom, { recursive: true, force: true })
})

/** Waits for a notice of each feed, and counts those whose fetch got what is wanted. */
async function shown(kind: string, feeds: readonly string[], isNew: (text: string) => boolean): Promise<void> {
  await until(
    () => feeds.filter((topic) => !hub.fetched.some((one) => one.topic === topic)),
    (missing) => missing.length === 0,
  )
  const right = hub.fetched.filter(({ status, text }) => status === 200 && isNew(text))
  results.push(`${kind}: ${right.length} of ${hub.fetched.length}`)
  expect([kind, hub.fetched.filter((one) => !right.includes(one)).map(({ topic }) => topic)]).toEqual([kind, []])
}
const fetchAll = async (): Promise<void> => {
  for (const path of FEEDS) expect([path, (await portal.get(path)).status]).toEqual([path, 200])
  hub.fetched.length = 0
}

describe('a hub that fetches at once gets the new feed (PURGE-11, FEED-9)', () => {
  beforeAll(async () => {
    // Nothing but the purge reports the change.
    portal = await start({ CMS_POLL_SECONDS: '3600' })
    await until(
      () => hub.fetched.length,
      (length) => length >= 2,
    )
  })
  afterAll(() => portal.close())

  test.each([
    ['purge by URL', `{"paths":["${ARTICLE}"]}`, {}],
    ['purge by URL, as WordPress writes it', `{"paths":["${ARTICLE}/?utm_source=x"]}`, {}],
    ['purge by the key of the article', '{"tags":["post-klucze"]}', {}],
    ['purge by key, as a form', 'tags=post-klucze', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['purge by the keys of lists', '{"tags":["category-edukacja","tag-klucze","author-ida-nowak"]}', {}],
    ['purge by the key of the service', '{"tags":["service-akademia"]}', {}],
    ['purge of everything', '{"all":true}', {}],
    [
      'purge as the connector sends it',
      `{"paths":["/","${ARTICLE}"],"tags":["post-klucze","category-najnowsze","category-edukacja","tag-klucze","author-ida-nowak"]}`,
      {},
    ],
  ])('%s', async (kind, body, headers) => {
    await fetchAll()
    revision += 1
    await article('klucze', `Wersja ${revision}`, 3)
    expect((await purge(body, headers as Record<string, string>)).status).toBe(200)
    await shown(
      kind,
      FEEDS,
      (text) => text.includes(`Wersja ${revision}</title>`) && text.includes(`Treść: Wersja ${revision}`),
    )
  })

  test('a notice of the plugin WP Webhooks', async () => {
    await fetchAll()
    revision += 1
    await article('klucze', `Wersja ${revision}`, 3)
    const notice = {
      post_id: 7,
      post_permalink: `https://cms.example${ARTICLE}/`,
      taxonomies: { category: { edukacja: {} }, post_tag: { klucze: {} } },
    }
    expect((await purge(JSON.stringify(notice))).status).toBe(200)
    const feeds = FEEDS.filter((path) => !path.includes('author='))
    await shown('webhook', feeds, (text) => text.includes(`Wersja ${revision}</title>`))
  })

  test('a purge that names nothing that is stored: the main feeds', async () => {
    await fetchAll()
    await article('nowy', 'Nowy wpis', 4)
    expect((await purge('{"tags":["post-nowy"]}')).status).toBe(200)
    await shown('new article by key', FORMATS, (text) => text.includes('Nowy wpis</title>'))
  })

  test('comments change no feed of articles: nobody is notified', async () => {
    await fetchAll()
    expect((await portal.get(FORMATS[0] ?? '')).headers['x-cache']).toBe('hit')
  })
})

describe('what is saved in the newsroom is noticed, and its hub notified (PURGE-12)', () => {
  beforeAll(async () => {
    hub.fetched.length = 0
    portal = await start({ CMS_POLL_SECONDS: '1' })
    // A start counts as a change.
    await until(
      () => hub.fetched.length,
      (length) => length >= 2,
    )
  })
  afterAll(() => portal.close())

  test.each([
    ['new article', () => article('swiezy', 'Świeży wpis', 5), (text: string) => text.includes('Świeży wpis</title>')],
    [
      'changed article',
      () => article('swiezy', 'Poprawiony wpis', 5),
      (text: string) => text.includes('Poprawiony wpis</title>') && !text.includes('Świeży'),
    ],
    [
      'removed article',
      () => rm(join(newsroom, 'akademia/articles/swiezy.html')),
      (text: string) => !text.includes('Poprawiony'),
    ],
  ])('%s', async (kind, change, isNew) => {
    await fetchAll()
    await change()
    await shown(`newsroom: ${kind}`, FEEDS, isNew)
  })

  test('a name in another file', async () => {
    await fetchAll()
    await write('authors/ida-nowak.yaml', 'name: Ida Kowalska\ndescription: Pisze.\nsince: 2024-01-01\n')
    await shown('newsroom: name of an author', FEEDS, (text) => text.includes('Ida Kowalska'))
  })
})

test('without a page cache, too', async () => {
  hub.fetched.length = 0
  portal = await start({ CMS_POLL_SECONDS: '3600', PAGE_CACHE: 'off' })
  await until(
    () => hub.fetched.length,
    (length) => length >= 2,
  )
  hub.fetched.length = 0
  revision += 1
  await article('klucze', `Wersja ${revision}`, 3)
  await purge(`{"paths":["${ARTICLE}"]}`)
  await shown('without a page cache', FORMATS, (text) => text.includes(`Wersja ${revision}</title>`))
  await portal.close()
})
