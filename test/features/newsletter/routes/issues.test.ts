import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { issuePreviewPath } from '../../../../src/features/newsletter/issues/issue-ids.ts'
import { pathOfLink } from '../../../../src/features/previews/choice.ts'
import { signedLink } from '../../../../src/system/signed-link.ts'
import { cardNamed, issueOf } from '../../../support/issues.ts'
import { startTestPortal, type TestPortal } from '../../../support/portal.ts'
import { openSubscribers, type TestSubscribers } from '../../../support/subscribers.ts'

const SECRET = 'tajny-klucz-podgladu-0123456789'
const SENT = 'akademia-2026-11-24-abcd'
const DRAFT = 'akademia-2026-11-25-bcde'
const OTHER = 'post-2026-11-24-cdef'
const OTHER_SUBJECT = 'Temat od redaktorki'
const parser = new new JSDOM().window.DOMParser()
const now = (): number => Math.floor(Date.now() / 1000)

let folder: string
let portal: TestPortal
let subscribers: TestSubscribers
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issues-'))
  const file = join(folder, 'subscribers.sqlite')
  subscribers = openSubscribers(file)
  const cards = Array.from({ length: 9 }, (_, index) => cardNamed(index, { category: { name: 'Rynek & prawo' } }))
  const issue = issueOf([cardNamed(50, { title: 'Wydanie <b>pierwsze</b>', isProductPlacement: true }), ...cards])
  for (const [id, service, state] of [
    [SENT, 'akademia', 'sent'],
    [DRAFT, 'akademia', 'draft'],
    [OTHER, 'post', 'sent'],
  ] as const) {
    // An editor's own subject for one of them.
    const own = id === OTHER ? { subject: OTHER_SUBJECT } : {}
    const content = JSON.stringify({ ...issue, ...own, id, service })
    await subscribers.store.saveIssue({
      id,
      service,
      subject: issue.subject,
      createdAt: new Date().toISOString(),
      content,
      state,
    })
  }
  portal = await startTestPortal({ SUBSCRIBERS_FILE: file, PREVIEW_SECRET: SECRET })
})
afterAll(async () => {
  await portal.close()
  await subscribers.close()
  await rm(folder, { recursive: true })
})

const get = (path: string, service = 'akademia') => portal.get(path, { host: `${service}.localhost` })

test('an issue that was sent is a page of the site, without a subscriber’s link (ISSUE-17)', async () => {
  const { status, text, headers } = await get(`/newsletter/${SENT}`)
  const document = parser.parseFromString(text, 'text/html')
  expect([status, headers['cache-control']]).toEqual([200, expect.stringContaining('public')])
  // The title of its first article, which would stand there twice.
  expect(document.querySelector('h1')?.textContent).toMatch(/^Newsletter z dnia \d+ \p{L}+ \d{4}$/u)
  expect(document.querySelector('main h2')?.textContent).toBe('Wydanie <b>pierwsze</b>')
  expect(document.title).toContain('Wydanie <b>pierwsze</b>')
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain('noindex')
  expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
    `https://akademia.szpalta.test/newsletter/${SENT}`,
  )
  expect([...document.querySelectorAll('main h2')].map((heading) => heading.textContent)).toContain('Rynek & prawo')
  expect(document.querySelector('main')?.textContent).toContain('Materiał reklamowy')
  expect(text).not.toMatch(/newsletter\/(?:wypisz|ustawienia)/)
  const links = [...document.querySelectorAll('main .card-title a')].map((link) => link.getAttribute('href'))
  expect(links).toHaveLength(10)
  expect(links[0]).toBe('/2026/11/artykul-50')
  for (const image of document.querySelectorAll('main .card img')) {
    expect(image.getAttribute('src')).toMatch(/^\/media\/2026\/11\/obraz-\d+\.jpg\?w=\d+&h=\d+$/)
  }
})

test('the subject that an editor wrote is the heading (ISSUE-17)', async () => {
  const { text } = await get(`/newsletter/${OTHER}`, 'post')
  const document = parser.parseFromString(text, 'text/html')
  expect(document.querySelector('h1')?.textContent).toBe(OTHER_SUBJECT)
  expect(document.querySelector('.kicker')?.textContent).toMatch(/^Newsletter z dnia/)
})

test('the list has what was sent, and neither drafts nor other services’ issues (ISSUE-17)', async () => {
  const { status, text } = await get('/newsletter')
  const document = parser.parseFromString(text, 'text/html')
  expect(status).toBe(200)
  expect([...document.querySelectorAll('main .card-title a')].map((link) => link.getAttribute('href'))).toEqual([
    `/newsletter/${SENT}`,
  ])
  expect((await get('/newsletter', 'plus')).status).toBe(404)
})

test.each([
  `/newsletter/${DRAFT}`,
  `/newsletter/${OTHER}`,
  '/newsletter/akademia-2026-11-24-zzzz',
  '/newsletter/nie-ma',
  `/newsletter/${SENT}/dalej`,
])('%s is not there (ISSUE-17)', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('a draft is shown as the mail that it will be, to who has its link (ISSUE-18)', async () => {
  const { status, text, headers } = await get(issuePreviewPath(SECRET, DRAFT, now() + 600))
  expect([status, headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']]).toEqual([
    200,
    'no-store',
    'noindex, nofollow',
    'no-referrer',
  ])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(
    parser.parseFromString(text, 'text/html').querySelectorAll('table[role="presentation"]').length,
  ).toBeGreaterThan(5)
  const plain = await get(`${issuePreviewPath(SECRET, DRAFT, now() + 600)}&output=text`)
  expect([plain.headers['content-type'], plain.text]).toEqual([
    'text/plain; charset=utf-8',
    expect.stringContaining('Wydanie <b>pierwsze</b>'),
  ])
})

test('no other link opens it, and its own opens nothing else (ISSUE-18)', async () => {
  const good = issuePreviewPath(SECRET, DRAFT, now() + 600)
  const refused = [
    issuePreviewPath(SECRET, DRAFT, now() - 1),
    issuePreviewPath(SECRET, DRAFT, now() + 8 * 24 * 3600),
    issuePreviewPath('ein-anderes-geheimnis-00', DRAFT, now() + 600),
    good.replace(DRAFT, SENT),
    good.split('?')[0] ?? '',
    `${good}&signature=${'0'.repeat(64)}`,
    // A link to a text of the same name.
    pathOfLink(signedLink(SECRET, DRAFT, now() + 600)).replace('/preview/', '/preview/newsletter/'),
  ]
  for (const path of refused) expect([path, (await get(path)).status]).toEqual([path, 403])
  expect((await get(issuePreviewPath(SECRET, OTHER, now() + 600))).status).toBe(404)
  expect((await get(good, 'post')).status).toBe(404)
})

test('maps do not list issues (ISSUE-17)', async () => {
  const { text } = await get('/sitemap.xml')
  expect(text).not.toContain('/newsletter')
})
