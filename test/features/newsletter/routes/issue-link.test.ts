import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { cardNamed, cardsOfIssue, issueOf } from '../../../support/issues.ts'
import { startTestPortal, type TestPortal } from '../../../support/portal.ts'
import { openSubscribers, type TestSubscribers } from '../../../support/subscribers.ts'

const SENT = 'akademia-2026-11-24-abcd'
const DRAFT = 'akademia-2026-11-25-bcde'
const AT = '2026-11-24T06:00:00.000Z'
const BROWSER = {
  host: 'akademia.localhost',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'pl',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
}
const issue = issueOf([cardNamed(1), cardNamed(2), cardNamed(3)])

let folder: string
let portal: TestPortal
let subscribers: TestSubscribers
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'links-'))
  const file = join(folder, 'subscribers.sqlite')
  subscribers = openSubscribers(file)
  for (const [id, state] of [
    [SENT, 'sent'],
    [DRAFT, 'draft'],
  ] as const) {
    const content = JSON.stringify({ ...issue, id })
    await subscribers.store.saveIssue({ id, service: 'akademia', subject: 's', createdAt: AT, content, state })
  }
  portal = await startTestPortal({ SUBSCRIBERS_FILE: file })
})
afterEach(async () => {
  await subscribers.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (path: string, headers: Record<string, string> = {}) => portal.get(path, { ...BROWSER, ...headers })
async function counted(): Promise<string[]> {
  // What was counted is written before the portal ends.
  await portal.close()
  const { clicks } = await subscribers.store.issueFigures(SENT)
  return clicks.map(({ link, version, clicks: sum }) => `${link}${version}: ${sum}`)
}

test('ISSUE-20: a link leads to what the issue has there, and is added up without the reader', async () => {
  const urls = cardsOfIssue(issue).map(({ url }) => url)
  for (const [index, url] of urls.entries()) {
    const { status, headers } = await open(`/newsletter/${SENT}/${index + 1}`)
    expect([status, headers.location, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      ...[302, url, 'no-store', 'noindex, nofollow'],
    ])
  }
  await open(`/newsletter/${SENT}/1b`, { 'accept-language': 'en' })
  expect(await counted()).toEqual(['1: 1', '1b: 1', '2: 1', '3: 1'])
  const db = new DatabaseSync(join(folder, 'subscribers.sqlite'))
  const columns = db.prepare("SELECT name FROM pragma_table_info('issue_clicks')").all()
  db.close()
  expect(columns.map(({ name }) => name)).toEqual(['issue_id', 'link', 'version', 'clicks'])
  expect(JSON.stringify(portal.logs)).not.toContain('Firefox')
})

test.each([
  ['a link that the issue lacks', `/newsletter/${SENT}/4`],
  ['another issue', '/newsletter/akademia-2026-11-24-zzzz/1'],
  ['a draft', `/newsletter/${DRAFT}/1`],
  ['no number', `/newsletter/${SENT}/https:`],
  ['a URL', `/newsletter/${SENT}/1?url=https://zly.example/`],
])('ISSUE-20: %s leads nowhere else', async (_name, path) => {
  const { status, headers } = await open(path)
  expect(headers.location ?? '').not.toContain('zly.example')
  expect(status).toBe(path.includes('?') ? 302 : 404)
  await portal.close()
})

test('ISSUE-20: an issue of another service has no links here', async () => {
  expect((await open(`/newsletter/${SENT}/1`, { host: 'post.localhost' })).status).toBe(404)
  await portal.close()
})

test.each([
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ['a preview of Safari', { purpose: 'preview' }],
  ['a fetch within a page', { 'sec-fetch-mode': 'no-cors' }],
  ['a program without a language', { 'accept-language': '' }],
  ['a program that takes anything', { accept: '*/*' }],
])('ISSUE-20: %s gets its redirect, and does not count', async (_name, headers) => {
  const sent: Record<string, string> = Object.fromEntries(
    Object.entries({ ...BROWSER, ...headers }).filter(([, value]) => value !== ''),
  )
  expect((await portal.get(`/newsletter/${SENT}/1`, sent)).status).toBe(302)
  expect(await counted()).toEqual([])
})

test('ISSUE-20: an image says that an issue was opened', async () => {
  const { status, headers } = await open(`/newsletter/${SENT}/0`, { accept: 'image/*' })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/gif', 'no-store'])
  expect(await counted()).toEqual(['0: 1'])
})
