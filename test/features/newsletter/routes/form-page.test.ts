import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import supertest from 'supertest'
import { startTestPortal, type TestPortal } from '../../../support/portal.ts'
import { RUNS } from '../../../support/property-runs.ts'
import { openSubscribers, type TestSubscribers } from '../../../support/subscribers.ts'

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8'
const good = { email: 'ola@poczta.example', consent: 'on' }

let folder: string
let file: string
let portal: TestPortal
let database: TestSubscribers

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'form-'))
  file = join(folder, 'subscribers.sqlite')
  portal = await startTestPortal({ SUBSCRIBERS_FILE: file })
  database = openSubscribers(file)
})
afterEach(async () => {
  await database.close()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  supertest(portal.url)
    .post('/api/sare/')
    .type('form')
    .set({ accept: HTML, ...headers })
    .send(fields)
    .redirects(0)
const json = (body: object) => supertest(portal.url).post('/api/sare/').send(body)

test('without a provider the portal stores the subscriber, and responds in the provider’s shape (NEWS-8)', async () => {
  const first = await json({ ...good, consent: true })
  expect([first.status, first.body]).toEqual([
    200,
    {
      outcome: 'added',
      message: 'Gratulacje! Twój e-mail został dodany.',
      code: 200,
      status: 'ok',
      response: { error: [], blocked: [], notUpdated: [], updated: [], imported: [{ status: 1 }] },
    },
  ])
  const second = await json({ ...good, consent: true })
  expect(second.body).toMatchObject({
    message: 'Gratulacje! Twój e-mail jest już dodany.',
    response: { imported: [], notUpdated: [{ status: 1 }] },
  })
  expect(await database.all()).toMatchObject([{ email: good.email, service: 'akademia', status: 'pending' }])
})

test.each([
  ['a new e-mail address', good, 'dodany', 'Gratulacje! Twój e-mail został dodany.'],
  ['an invalid e-mail address', { ...good, email: 'ola' }, 'zly-email', 'Nieprawidłowy adres e-mail'],
  ['no consent', { email: good.email }, 'brak-zgody', 'Wymagane jest zaznaczenie zgody'],
  ['neither', { email: 'ola' }, 'zly-email-brak-zgody', 'Nieprawidłowy adres e-mail. Wymagane jest zaznaczenie zgody.'],
])('a plain form with %s returns to its page, which says so (NEWS-10)', async (_name, fields, code, words) => {
  const response = await form(fields as Record<string, string>, { referer: `${portal.url}/kategoria/edukacja` })
  const place = `/kategoria/edukacja?newsletter=${code}#komunikat`
  expect([response.status, response.headers.location]).toEqual([303, place])
  const page = await portal.get(place.split('#')[0] ?? '')
  expect(page.text).toContain(`<p class="notice" id="komunikat" role="status" tabindex="-1">${words}</p>`)
  // The page without the notice is another cache entry.
  expect((await portal.get('/kategoria/edukacja')).text).not.toContain('komunikat')
})

test('an unknown notice is ignored, and makes no cache entry of its own', async () => {
  await portal.get('/kategoria/edukacja')
  const made = await portal.get('/kategoria/edukacja?newsletter=%3Cb%3Ezle')
  expect(made.text).not.toContain('komunikat')
  expect(made.headers['x-cache']).toBe('hit')
})

test('an e-mail address that is already subscribed has its own notice', async () => {
  await form(good)
  expect((await form(good)).headers.location).toBe('/?newsletter=juz-dodany#komunikat')
})

test('the sixth form in a minute is refused with a text', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await form(good)).status)
  const sixth = await form(good)
  expect([...statuses, sixth.status]).toEqual([303, 303, 303, 303, 303, 429])
  expect(sixth.text).toContain('Za dużo prób')
})

test('a filled honeypot is answered like a success and stored nowhere (NEWS-10)', async () => {
  const response = await form({ ...good, website: 'https://spam.example' })
  expect(response.headers.location).toBe('/?newsletter=dodany#komunikat')
  expect((await json({ ...good, consent: true, website: 'x' })).body.outcome).toBe('added')
  expect(await database.all()).toEqual([])
})

test('a form redirects to this portal only, whatever its field names as its page (NEWS-10)', async () => {
  for (const from of ['//zly.example/', '/\\zly.example', 'https://zly.example/', '/\t/zly.example', 'javascript:x']) {
    const response = await form({ email: 'x', from })
    expect([from, response.headers.location]).toEqual([from, '/?newsletter=zly-email-brak-zgody#komunikat'])
  }
})

test('a referer on another host is ignored; a query is kept, an earlier notice is not', async () => {
  const foreign = await form({ email: 'x' }, { referer: 'https://zly.example/a' })
  expect(foreign.headers.location).toBe('/?newsletter=zly-email-brak-zgody#komunikat')
  const own = await form({ email: 'x', from: '/search?s=klucz&newsletter=dodany' })
  expect(own.headers.location).toBe('/search?s=klucz&newsletter=zly-email-brak-zgody#komunikat')
})

describe('confirmation', () => {
  const path = async (): Promise<string> => {
    await json({ ...good, consent: true })
    const [subscriber] = await database.all()
    return `/newsletter/potwierdz/${subscriber?.token}`
  }

  test('its page has the colours of the service, so that the button is visible', async () => {
    await form(good)
    const [subscriber] = await database.all()
    const { text } = await portal.get(`/newsletter/potwierdz/${subscriber?.token}`)
    expect(text).toMatch(/<html lang="pl" data-theme="light" style="--accent-light:#5b3fd6;--accent-dark:#a994ff"/)
  })

  test('opening the link confirms nothing; its button does', async () => {
    const url = await path()
    const page = await portal.get(url)
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.text).toContain('Potwierdzam zapis')
    expect(await database.all('confirmed')).toEqual([])
    const posted = await supertest(portal.url).post(url).redirects(0)
    expect([posted.status, posted.headers.location]).toEqual([303, '/?newsletter=potwierdzono#komunikat'])
    expect(await database.all('confirmed')).toHaveLength(1)
    expect((await portal.get('/?newsletter=potwierdzono')).text).toContain('Adres potwierdzony. Dziękujemy!')
  })

  test('an unknown token is 404', async () => {
    const known = await path()
    for (const url of [
      known.slice(0, -1),
      `${known}x`,
      '/newsletter/potwierdz/x',
      `${known.slice(0, -22)}${'A'.repeat(22)}`,
    ]) {
      expect([url, (await portal.get(url)).status]).toEqual([url, 404])
      expect((await supertest(portal.url).post(url)).status).toBe(404)
    }
    expect(await database.all('confirmed')).toEqual([])
  })

  test('SUB-8: an expired link says so, and has the form to subscribe again', async () => {
    const url = await path()
    const db = new DatabaseSync(file)
    db.exec(`UPDATE subscribers SET token_expires_at = '2026-01-01T00:00:00.000Z'`)
    db.close()
    const page = await portal.get(url)
    expect([page.status, page.headers['cache-control']]).toEqual([410, 'no-store'])
    expect(page.text).toContain('<h1>Ten link już wygasł</h1>')
    expect(page.text).toContain('Link potwierdzający działa przez 7 dni. Zapisz się jeszcze raz, a dostaniesz nowy.')
    expect(page.text).toMatch(/<form class="newsletter-form" action="\/api\/sare\/" method="post">/)
    const late = await supertest(portal.url).post(url).redirects(0)
    expect([late.status, late.text]).toEqual([410, page.text])
    expect(await database.all('confirmed')).toEqual([])
    // This page has no notice, so its form leads to the home page.
    const again = await form(good, { referer: `${portal.url}${url}` })
    expect(again.headers.location).toBe('/?newsletter=dodany#komunikat')
    expect((await portal.get(url)).status).toBe(404)
  })

  test('SUB-10: a client may open sixty links a minute, valid or not', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) {
      const token = n % 2 ? 'x' : String(n).padStart(22, 'A')
      statuses.push((await portal.get(`/newsletter/potwierdz/${token}`)).status)
    }
    expect(new Set(statuses)).toEqual(new Set([404]))
    const refused = await portal.get(await path())
    expect([refused.status, refused.headers['cache-control'], refused.headers['retry-after']]).toEqual([
      429,
      'no-store',
      expect.stringMatching(/^\d+$/),
    ])
    expect(refused.text).toContain('Za dużo prób')
    // Another client behind the same proxy.
    const other = await portal.get(await path(), { 'x-forwarded-for': '203.0.113.8' })
    expect(other.status).toBe(200)
  })
})

test('a database that fails is a JSON 502, and the e-mail address is not logged', async () => {
  await portal.close()
  portal = await startTestPortal({ SUBSCRIBERS_FILE: '/dev/null/subscribers.sqlite' })
  const response = await json({ ...good, consent: true })
  expect([response.status, response.body.message]).toEqual([502, 'Nie udało się. Spróbuj ponownie.'])
  expect(portal.errors()).toHaveLength(1)
  expect(JSON.stringify(portal.logs)).not.toContain(good.email)
})

test('for any value of `from`, the redirect leads to a path of this portal', async () => {
  const { formPage } = await import('../../../../src/features/newsletter/routes/subscription.ts')
  const request = { get: () => undefined } as unknown as Parameters<typeof formPage>[0]
  const written = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.string().map((text) => `/${text}`),
    fc.webPath(),
  )
  fc.assert(
    fc.property(written, (from) => {
      const place = formPage(request, from, 'dodany')
      expect(place).toMatch(/^\/(?![/\\])/)
      expect(new URL(place, 'https://portal.example').host).toBe('portal.example')
    }),
    { numRuns: RUNS },
  )
})

describe('a domain in letters of a national alphabet (NEWS-29)', () => {
  test('is stored as mail servers know it, and is the same subscriber in any spelling', async () => {
    expect((await json({ email: 'redakcja@żółw.example', consent: true })).body.outcome).toBe('added')
    for (const email of ['Redakcja@ŻÓŁW.example', 'redakcja@xn--w-uga1v8h.example', 'redakcja@żółw。example'])
      expect([email, (await json({ email, consent: true })).body.outcome]).toEqual([email, 'known'])
    expect(await database.all()).toMatchObject([{ email: 'redakcja@xn--w-uga1v8h.example' }])
  })

  test('is accepted from a plain form', async () => {
    expect((await form({ ...good, email: 'ola@księgarnia.example' })).headers.location).toMatch(/=dodany#/)
    expect(await database.all()).toMatchObject([{ email: 'ola@xn--ksigarnia-2ib.example' }])
  })

  test.each([
    'żółw@żółw.example',
    'x@żółw',
    'x@żółw.pl/a',
    'x@żółw..pl',
    'x@-żółw.pl',
    'x@żółw-.pl',
    'x@żółw.-pl',
    'x@１２７.０.０.１',
    `${'a'.repeat(60)}@${'ż'.repeat(70)}.pl`,
  ])('is refused in %s', async (email) => {
    expect((await json({ email, consent: true })).status).toBe(400)
    expect(await database.all()).toEqual([])
  })
})

test('an address that is too long is refused, and no field cuts it (NEWS-2)', async () => {
  const email = `${'a'.repeat(250)}@x.pl`
  const response = await form({ ...good, email })
  expect(response.headers.location).toMatch(/=zly-email#/)
  expect((await json({ email, consent: true })).status).toBe(400)
  expect(await database.all()).toEqual([])
  const [field = ''] = /<input[^>]*type="email"[^>]*>/.exec((await portal.get('/')).text) ?? []
  expect(field).toContain('name="email"')
  expect(field).not.toMatch(/maxlength/i)
})
