import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { ampProblems, unvalidatedProblems } from '../../../support/amp-validator.ts'
import { startTestPortal, type TestPortal } from '../../../support/portal.ts'
import { SERIES, siteWithSeveral, URGENT, WEEKLY } from '../../../support/several-newsletters.ts'
import { openSubscribers, type TestSubscribers } from '../../../support/subscribers.ts'

const OLA = 'ola@poczta.example'

let folder: string
let portal: TestPortal
let database: TestSubscribers
const start = (variables: Record<string, string> = {}) =>
  startTestPortal(
    { SUBSCRIBERS_FILE: join(folder, 'subscribers.sqlite'), ...variables },
    ...([undefined, undefined, undefined, undefined] as const),
    siteWithSeveral(),
  )
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'choices-'))
  portal = await start()
  database = openSubscribers(join(folder, 'subscribers.sqlite'))
})
afterEach(async () => {
  await database.close()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const post = (path: string) => supertest(portal.url).post(path).redirects(0)
const keys = async (status?: 'pending' | 'confirmed'): Promise<string[]> =>
  (await database.all(status)).map(({ service }) => service).sort()
const documentAt = async (path: string, service = 'akademia'): Promise<Document> =>
  new JSDOM((await portal.get(path, { host: `${service}.localhost` })).text).window.document
const boxes = (document: Document, name: string): string[] =>
  [...document.querySelectorAll<HTMLInputElement>(`[name=${name}]`)].map(
    ({ value, defaultChecked }) => `${value}${defaultChecked ? ' chosen' : ''}`,
  )
async function confirmed(newsletters: readonly string[]): Promise<string> {
  await post('/api/sare/').send({ email: OLA, consent: true, newsletter: newsletters })
  const waiting = await database.all('pending')
  for (const { token } of waiting) await post(`/newsletter/potwierdz/${token}`)
  const [row] = await database.all('confirmed')
  return row?.manageToken ?? ''
}

test('NEWS-30: a form has the choice where there are several, the service’s own chosen, and nothing of it elsewhere', async () => {
  const home = await documentAt('/')
  expect(boxes(home, 'newsletter').slice(0, 4)).toEqual(['akademia chosen', WEEKLY, URGENT, SERIES])
  expect(home.querySelector('fieldset legend')?.textContent).toBe('Które newslettery chcesz dostawać?')
  const other = await documentAt('/', 'post')
  expect([boxes(other, 'newsletter'), other.querySelector('.newsletter-form fieldset')]).toEqual([[], null])
})

test.each([
  ['JSON', (names: string[]) => ({ type: 'json', body: { newsletter: names } })],
  ['a form', (names: string[]) => ({ type: 'form', body: { newsletter: names } })],
])('NEWS-30: what was chosen in %s is subscribed, and nothing else', async (_name, of) => {
  const { type, body } = of([WEEKLY, URGENT, 'post', 'akademia_nieznany'])
  const response = await post('/api/sare/')
    .type(type)
    .send({ email: OLA, consent: 'on', ...body })
  expect(response.status).toBeLessThan(400)
  expect(await keys()).toEqual([URGENT, WEEKLY])
})

test('NEWS-30: multipart forms of AMP choose too', async () => {
  await post('/api/sare/')
    .field('email', OLA)
    .field('consent', 'on')
    .field('newsletter', WEEKLY)
    .field('newsletter', 'akademia')
  expect(await keys()).toEqual(['akademia', WEEKLY])
})

test('NEWS-30: without a choice it is the service’s own, as by a form of one newsletter', async () => {
  await post('/api/sare/').send({ email: OLA, consent: true })
  await post('/api/sare/').send({ email: 'jan@poczta.example', consent: true, newsletter: ['nic'] })
  expect(await keys()).toEqual(['akademia', 'akademia'])
})

test('NEWS-30: one confirmation is of all that were chosen with it, and of none that were not', async () => {
  await post('/api/sare/').send({ email: OLA, consent: true, newsletter: [SERIES] })
  await post('/api/sare/').send({ email: OLA, consent: true, newsletter: ['akademia', WEEKLY] })
  const leader = (await database.all()).find(({ service }) => service === 'akademia')
  await post(`/newsletter/potwierdz/${leader?.token}`)
  expect(await keys('confirmed')).toEqual(['akademia', WEEKLY])
  expect(await keys('pending')).toEqual([SERIES])
})

test('NEWS-22, NEWS-30: the settings have every newsletter, and keep what is chosen there', async () => {
  const token = await confirmed(['akademia', WEEKLY])
  const page = await documentAt(`/newsletter/ustawienia/${token}`)
  expect(boxes(page, 'service')).toEqual(['akademia chosen', `${WEEKLY} chosen`, URGENT, SERIES])
  const saved = await post(`/newsletter/ustawienia/${token}`)
    .type('form')
    .send({ service: ['akademia', URGENT] })
  expect(saved.status).toBe(303)
  expect(await keys('confirmed')).toEqual(['akademia', URGENT])
  const wrong = await post(`/newsletter/ustawienia/${token}`)
    .type('form')
    .send({ service: ['akademia_obcy'] })
  expect(wrong.status).toBe(400)
})

test('NEWS-20, NEWS-30: one click ends the newsletter of the mail alone, and the page ends all', async () => {
  await confirmed(['akademia', WEEKLY, URGENT])
  const tokenOf = async (key: string): Promise<string> =>
    (await database.all()).find(({ service }) => service === key)?.manageToken ?? ''
  const weekly = await tokenOf(WEEKLY)
  const page = await documentAt(`/newsletter/wypisz/${weekly}`)
  expect(page.querySelector('.lead')?.textContent).toContain('„Tygodnik”')
  const actions = [...page.querySelectorAll('form')].map((form) => form.getAttribute('action'))
  expect(actions).toEqual([null, '?wszystkie=1'])
  await post(`/newsletter/wypisz/${weekly}`).type('form').send('List-Unsubscribe=One-Click')
  expect(await keys()).toEqual(['akademia', URGENT])
  await post(`/newsletter/wypisz/${await tokenOf('akademia')}?wszystkie=1`)
  expect(await keys()).toEqual([])
})

test('SUB-19, NEWS-30: an erasure ends every newsletter', async () => {
  const token = await confirmed(['akademia', WEEKLY])
  await post(`/newsletter/ustawienia/${token}/usun`)
  expect(await keys()).toEqual([])
})

test('NEWS-30: with a provider there is nothing to choose', async () => {
  await portal.close()
  portal = await start({ SARE_URL: 'http://127.0.0.1:9/', SARE_UID: 'u', SARE_API_KEY: 'k' })
  expect(boxes(await documentAt('/'), 'newsletter')).toEqual([])
})

test('NEWS-30: an AMP document has the choice as a named group, is valid, and what its form sends is subscribed', async () => {
  const { text } = await portal.get('/wp-json/amp/v2/post/2026/07/mica-po-pierwszym-lipca-klient-gieldy')
  const { document } = new JSDOM(text).window
  expect([...(await ampProblems(text)), ...unvalidatedProblems(document)]).toEqual([])
  const form = document.querySelector<HTMLFormElement>('form[action-xhr$="/api/sare/"]')
  expect(form?.querySelector('fieldset legend')?.textContent).toBe('Które newslettery chcesz dostawać?')
  expect(boxes(document, 'newsletter')).toEqual(['akademia chosen', WEEKLY, URGENT, SERIES])
  for (const box of form?.querySelectorAll<HTMLInputElement>('[name=newsletter]') ?? []) {
    if (box.value === 'akademia') box.removeAttribute('checked')
    if (box.value === WEEKLY || box.value === SERIES) box.setAttribute('checked', '')
  }
  const sent = [...(form?.querySelectorAll<HTMLInputElement>('[name=newsletter][checked]') ?? [])]
  // AMP sends a form as `FormData`.
  const request = post('/api/sare/').field('email', OLA).field('consent', 'on')
  for (const { name, value } of sent) request.field(name, value)
  expect((await request).status).toBe(200)
  expect(await keys('pending')).toEqual([SERIES, WEEKLY])
})
