import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { cardNamed, issueOf } from '../../support/issues.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { siteWithSeveral } from '../../support/several-newsletters.ts'
import { openSubscribers } from '../../support/subscribers.ts'
import { until } from '../../support/until.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const TOKEN = 'bardzo-tajny-token'
const PATH = '/ops/figures'
const BEARER = { authorization: `Bearer ${TOKEN}` }
const password = (word: string) => ({ authorization: `Basic ${Buffer.from(`redakcja:${word}`).toString('base64')}` })
const BROWSER = { accept: 'text/html', 'user-agent': AGENT }

let portal: TestPortal
let article: string
beforeAll(async () => {
  portal = await startTestPortal({ METRICS_TOKEN: TOKEN })
  const { text } = await portal.get('/')
  article = /href="(\/20\d\d\/\d\d\/[^"#]+)"/.exec(text)?.[1] ?? ''
  const from = (referer: string) => portal.get(article, { ...BROWSER, referer })
  for (let view = 0; view < 3; view += 1) await from('https://www.google.com/')
  await from('https://duckduckgo.com/?q=prywatne+pytanie')
  await portal.get(article, {
    ...BROWSER,
    host: 'akademia.localhost:3000',
    referer: 'http://akademia.localhost:3000/inny',
  })
  await from('https://<script>.example/')
  await from(`javascript:alert("${'x'.repeat(400)}")`)
  await from(`https://${'a.'.repeat(30)}example/`)
  await until(
    async () => (await portal.get(`${PATH}?window=24h`, { ...BEARER, accept: 'application/json' })).text,
    (figures) => figures.includes('duckduckgo.com') && figures.includes(article),
    20_000,
  )
})
afterAll(() => portal.close())

interface Figures {
  tables: Array<{ title: string; rows: Array<Array<string | number | { text: string; href: string }>> }>
}

test('a program gets sums by window: articles, and hosts that readers came from, nothing else of them (FIG-1, FIG-3)', async () => {
  const { text, headers } = await portal.get(`${PATH}?window=7d`, { ...BEARER, accept: 'application/json' })
  const { tables } = JSON.parse(text) as Figures
  const [read, sources] = tables
  expect(read?.rows.map(([cell, ...views]) => [(cell as { href: string }).href, ...views])).toEqual([
    [article, 8, 8, 8],
  ])
  expect(sources?.rows).toEqual([
    ['google.com', 3, 3, 3],
    ['duckduckgo.com', 1, 1, 1],
  ])
  expect(text).not.toContain('pytanie')
  expect([headers['cache-control'], headers['x-robots-tag']]).toEqual([expect.stringContaining('no-store'), 'noindex'])
  expect((await portal.get(`${PATH}?window=1y`, BEARER)).status).toBe(400)
})

test('a person gives the token as a password, and the page has no script, form or resource (FIG-2)', async () => {
  const refused = await portal.get(PATH, { accept: 'text/html' })
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="figures", charset="UTF-8", Bearer',
  ])
  expect((await portal.get(PATH, { accept: 'text/html', ...password('zle') })).status).toBe(401)
  const { status, text, headers } = await portal.get(PATH, { accept: 'text/html', ...password(TOKEN) })
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const { document } = new JSDOM(text).window
  expect(document.querySelector('h1')?.textContent).toBe('Liczby: Akademia krypto')
  expect(document.querySelectorAll('script, form, img, link, iframe')).toHaveLength(0)
  expect(document.querySelector(`td a[href="${article}"]`)?.closest('tr')?.textContent).toMatch(/888$/)
  expect(document.querySelector('[aria-current]')?.textContent).toBe('24 godziny')
})

test('the password opens no other endpoint of the operator’s (FIG-2)', async () => {
  for (const path of ['/metrics', '/ops/most-read']) expect((await portal.get(path, password(TOKEN))).status).toBe(401)
})

test('a browser in clear text is redirected to HTTPS before the password (FIG-2)', async () => {
  const { status, headers } = await portal.get(PATH, { accept: 'text/html', 'x-forwarded-proto': 'http' })
  expect([status, headers.location, headers['www-authenticate']]).toEqual([
    308,
    'https://akademia.szpalta.test/ops/figures',
    undefined,
  ])
})

test('without a token there is no page, and nothing is counted of readers’ ways (FIG-1)', async () => {
  const own = await startTestPortal()
  expect((await own.get(PATH, BROWSER)).status).toBe(404)
  await own.close()
})

test('has the latest issues of all newsletters of the service, with sums alone, and no draft (FIG-4)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'figures-'))
  const file = join(folder, 'subscribers.sqlite')
  const { store, close } = openSubscribers(file)
  const issue = issueOf([cardNamed(1), cardNamed(2)])
  const save = (id: string, service: string, state: 'sent' | 'draft') =>
    store.saveIssue({
      ...{ id, service, state, subject: 'Temat' },
      createdAt: `${id.slice(-15, -5)}T06:00:00.000Z`,
      content: JSON.stringify({ ...issue, id, service: 'akademia', subject: `Temat ${state} <b>` }),
    })
  await save('akademia-2026-11-24-abcd', 'akademia', 'sent')
  await save('akademia_tygodnik-2026-11-25-abcd', 'akademia_tygodnik', 'sent')
  await save('akademia-2026-11-26-abcd', 'akademia', 'draft')
  await save('post-2026-11-27-abcd', 'post', 'sent')
  await store.addClicks([
    { issueId: 'akademia-2026-11-24-abcd', link: 1, version: '', clicks: 7 },
    { issueId: 'akademia-2026-11-24-abcd', link: 2, version: '', clicks: 5 },
    { issueId: 'akademia-2026-11-24-abcd', link: 0, version: '', clicks: 90 },
  ])
  await close()
  const own = await startTestPortal(
    { METRICS_TOKEN: TOKEN, SUBSCRIBERS_FILE: file },
    ...([undefined, undefined, undefined, undefined] as const),
    siteWithSeveral(),
  )
  const { text } = await own.get(PATH, { ...BEARER, accept: 'text/html' })
  await own.close()
  await rm(folder, { recursive: true })
  const { document } = new JSDOM(text).window
  const rows = [...(document.querySelector('[aria-label="Wydania newslettera"]')?.querySelectorAll('tr') ?? [])]
  expect(rows.map((row) => [...row.cells].map((cell) => cell.textContent))).toEqual([
    ['Wydanie', 'Wysłane', 'Odrzucone', 'Wypisani', 'Kliknięcia'],
    ['2026-11-25 Temat sent <b>', '0', '0', '0', '0'],
    ['2026-11-24 Temat sent <b>', '0', '0', '0', '12'],
  ])
  expect(rows[2]?.querySelector('a')?.getAttribute('href')).toBe('/newsletter/akademia-2026-11-24-abcd')
})
