import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { getFrom, startTestPortal, type TestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'

const KEY = 'klucz-do-wyszukiwarek-2026'
const TOKEN = 'bardzo-tajny-token'
const ORIGIN = 'https://akademia.szpalta.test'
const notice = z.strictObject({
  host: z.string(),
  key: z.string(),
  keyLocation: z.url(),
  urlList: z.array(z.url()).min(1).max(10_000),
})

interface Noticed {
  url: string
  status: number
  text: string
}

let newsroom: string
let engine: Server
let portal: TestPortal
let noticed: Noticed[]
let statuses: Array<{ status: number; retryAfter?: string }>
let attempts: number

const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(newsroom, path)), { recursive: true })
  await writeFile(join(newsroom, path), text)
}
const article = (slug: string, title: string): Promise<void> =>
  write(
    `akademia/articles/${slug}.html`,
    `---
title: "${title}"
lead: Lead.
date: 2026-11-10T03:00
author: ida-nowak
category: edukacja
tags: []
---
<!-- wp:paragraph -->
<p>Treść.</p>
<!-- /wp:paragraph -->
`,
  )
/** A search engine: reads the key's file before it believes a notice, and each page at once. */
async function take(body: string): Promise<number> {
  const { host, key, keyLocation, urlList } = notice.parse(JSON.parse(body))
  const location = new URL(keyLocation)
  const file = await getFrom(portal.port, location.pathname, { host })
  if (location.host !== host || file.text !== key || file.status !== 200) return 403
  for (const url of urlList) {
    const { pathname, host: own } = new URL(url)
    if (own !== host) return 422
    const { status, text } = await getFrom(portal.port, pathname, { host })
    noticed.push({ url, status, text })
  }
  return 202
}

beforeEach(async () => {
  noticed = []
  statuses = []
  attempts = 0
  newsroom = await mkdtemp(join(tmpdir(), 'newsroom-'))
  await write('authors/ida-nowak.yaml', 'name: Ida Nowak\ndescription: Pisze.\nsince: 2024-01-01\n')
  await write('akademia/home.html', '---\nid: 1\nslug: akademia\ntitle: Akademia\n---\n')
  await write('akademia/terms.yaml', 'categories:\n  - { slug: edukacja, name: Edukacja }\ntags: []\n')
  await article('klucze', 'Klucze')
  engine = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk
    })
    request.on('end', async () => {
      attempts += 1
      const refusal = statuses.shift()
      const status = refusal?.status ?? (await take(body))
      response.writeHead(status, { ...(refusal?.retryAfter && { 'retry-after': refusal.retryAfter }) }).end()
    })
  })
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await portal.close()
  engine.closeAllConnections()
  await new Promise((resolve) => engine.close(resolve))
  await rm(newsroom, { recursive: true, force: true })
})

const start = async (settings: Record<string, string> = {}): Promise<void> => {
  portal = await startTestPortal({
    NEWSROOM_DIR: newsroom,
    PURGE_TOKEN: TOKEN,
    INDEXNOW_KEY: KEY,
    INDEXNOW_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}/indexnow`,
    CMS_POLL_SECONDS: '1',
    ...settings,
  })
}
const purge = (body: object): Promise<Response> =>
  fetch(`${portal.url}/ops/purge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(body),
  })
const noticeOf = async (slug: string): Promise<Noticed> => {
  const url = `${ORIGIN}/2026/11/${slug}`
  await until(
    () => noticed.map((one) => one.url),
    (urls) => urls.includes(url),
  )
  return noticed.find((one) => one.url === url) as Noticed
}

test('publish, change and withdrawal: the engine verifies the key, and gets what has changed (MAP-15)', async () => {
  await start()
  expect((await portal.get(`/${KEY}.txt`)).headers['content-type']).toBe('text/plain; charset=utf-8')
  await article('nowy', 'Nowy wpis')
  const published = await noticeOf('nowy')
  expect([published.status, published.text.includes('Nowy wpis')]).toEqual([200, true])

  noticed = []
  await article('nowy', 'Inny tytuł')
  const changed = await noticeOf('nowy')
  expect([changed.status, changed.text.includes('Inny tytuł')]).toEqual([200, true])

  noticed = []
  await rm(join(newsroom, 'akademia/articles/nowy.html'))
  expect((await noticeOf('nowy')).status).toBe(404)
  console.info('IndexNow: publish, change, withdrawal: 3 of 3 with the new state')
})

test('a purge by key alone names the page that was stored, and a busy engine is tried again when it says (MAP-15)', async () => {
  await start({ CMS_POLL_SECONDS: '3600' })
  statuses = [{ status: 429, retryAfter: '1' }]
  await portal.get('/2026/11/klucze')
  await article('klucze', 'Klucze na nowo')
  await purge({ tags: ['post-klucze'] })
  expect((await noticeOf('klucze')).text).toContain('Klucze na nowo')
  expect(attempts).toBeGreaterThanOrEqual(2)
  // The home page, feeds and AMP documents are named by nobody.
  expect(noticed.filter(({ url }) => !url.startsWith(`${ORIGIN}/2026/11/`))).toEqual([])
})

test('a refusal is logged, and purges and pages go on', async () => {
  await start({ CMS_POLL_SECONDS: '3600' })
  statuses = [{ status: 403 }, { status: 403 }]
  expect((await purge({ paths: ['/2026/11/klucze'] })).status).toBe(200)
  await until(
    () => JSON.stringify(portal.errors()),
    (errors) => errors.includes('IndexNow did not take 1 URLs of akademia.szpalta.test: HTTP 403'),
  )
  expect((await portal.get('/2026/11/klucze')).status).toBe(200)
})

test('without a key there is no file, and nobody is notified; nor is for a site with noindex', async () => {
  await start({ INDEXNOW_KEY: KEY, ROBOTS: 'noindex', CMS_POLL_SECONDS: '3600' })
  await purge({ paths: ['/2026/11/klucze'] })
  expect((await portal.get('/2026/11/klucze')).status).toBe(200)
  expect((await portal.get('/inny-klucz.txt')).status).toBe(404)
  expect(attempts).toBe(0)
})
