import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { ampProblems, unvalidatedProblems } from '../../../support/amp-validator.ts'
import { startTestPortal, type TestPortal } from '../../../support/portal.ts'
import { sareResponse as response, type SareServer, startSare } from '../../../support/sare-server.ts'

const PORTAL_ORIGIN = 'https://krypto.example'
const CACHE_ORIGIN = 'https://krypto-example.cdn.ampproject.org'
const SOURCE = `?__amp_source_origin=${encodeURIComponent(PORTAL_ORIGIN)}`
const good = { email: 'ola@poczta.example', consent: true }

let sare: SareServer
let portal: TestPortal

beforeEach(async () => {
  sare = await startSare()
  portal = await startTestPortal({ SERVICE_URL_AKADEMIA: PORTAL_ORIGIN, ...sare.variables })
})
afterEach(async () => {
  await portal.close()
  await sare.close()
})

const post = (body: object | string, headers: Record<string, string> = {}, query = '') =>
  supertest(portal.url)
    .post(`/api/sare/${query}`)
    .set({ origin: PORTAL_ORIGIN, ...headers })
    .send(body)

test('the request to the provider is rebuilt: one address, fixed flags, whatever the client sent (NEWS-3)', async () => {
  const hostile = {
    ...good,
    only_add_to_groups: true,
    groups: [9],
    emails: [{ email: 'inny@poczta.example', groups: [7] }],
  }
  const { status, body } = await post(hostile)
  expect([status, body.message]).toEqual([200, 'Gratulacje! Twój e-mail został dodany.'])
  expect(sare.forwarded).toEqual([
    {
      url: '/api/szpalta/email/add',
      key: 'tajny-klucz',
      body: {
        only_add_to_groups: false,
        update_on_duplicate: false,
        update_status_on_duplicate: true,
        send_confirmation: true,
        emails: [{ email: good.email, comment: 'akademia', groups: [1] }],
      },
    },
  ])
})

const ADDED = 'Gratulacje! Twój e-mail został dodany.'
const KNOWN = 'Gratulacje! Twój e-mail jest już dodany.'
const NEUTRAL = 'Nie udało się. Spróbuj ponownie.'

test.each([
  ['imported', { imported: [{ status: 1 }] }, ADDED],
  ['imported, and blocked in another group', { imported: [{ status: '3' }], blocked: [{ status: 1 }] }, ADDED],
  ['updated', { updated: [{ status: 1 }] }, KNOWN],
  ['not updated', { notUpdated: [{ status: '2' }] }, KNOWN],
  ['not updated, as a map', { notUpdated: { 'ola@poczta.example': { status: 1 } } }, KNOWN],
  ['not updated, as one item', { notUpdated: { email: 'ola@poczta.example', status: 1 }, imported: false }, KNOWN],
  ['imported with status 0', { imported: [{ status: 0 }] }, NEUTRAL],
  ['imported with an invalid status', { imported: [{ status: true }, { status: [5] }, {}, null] }, NEUTRAL],
  ['blocked', { blocked: [{ status: 0 }] }, NEUTRAL],
  ['blocked, with a status above 0', { blocked: [{ status: 1 }] }, NEUTRAL],
  ['an error', { error: [{ status: -3 }] }, NEUTRAL],
  ['nothing', {}, NEUTRAL],
])('NEWS-7: the provider returns %s: the response and its text', async (_name, lists, message) => {
  sare.reply.body = response(lists)
  const reply = await post(good)
  expect([reply.status, reply.body.message]).toEqual([200, message])
})

describe('NEWS-4: the provider’s response is passed on', () => {
  test('its lists are unchanged, numbers stay numbers, and no e-mail address is included', async () => {
    const item = (status: unknown, more: object = {}) => ({ email: good.email, status, ...more })
    sare.reply.body = JSON.stringify({
      code: '207',
      status: 'partial',
      request: { apiKey: 'tajny-klucz', emails: [good] },
      response: {
        error: [item(-2, { reason: `zły adres OLA@poczta.example.`, code: 17 })],
        blocked: [
          item('0', { reason: 'blocked', details: { by: ['ola%40poczta.example', 'list 3'], contact: 'x@y.pl' } }),
        ],
        notUpdated: [],
        updated: false,
        imported: { 'ola@poczta.example': item(1, { id: 12, token: 't', first_name: 'Ola', 'ola@poczta.example': 1 }) },
        debug: [item(1)],
      },
    })
    const { status, body, text } = await post(good)
    expect([status, body]).toEqual([
      200,
      {
        outcome: 'added',
        message: ADDED,
        code: 207,
        status: 'partial',
        response: {
          error: [{ status: -2, reason: 'zły adres ', code: 17 }],
          blocked: [{ status: 0, reason: 'blocked', details: { by: ['', 'list 3'], contact: '' } }],
          notUpdated: [],
          updated: [],
          imported: [{ status: 1, id: 12 }],
        },
      },
    ])
    expect(text).not.toMatch(/poczta|tajny|@/)
  })

  test('a blocked e-mail address has its text on the page of a form that was submitted natively', async () => {
    sare.reply.body = response({ blocked: [{ email: good.email, status: 0 }] })
    const { status, headers } = await supertest(portal.url)
      .post('/api/sare/')
      .type('form')
      .set({ accept: 'text/html', origin: PORTAL_ORIGIN })
      .send({ email: good.email, consent: 'on' })
      .redirects(0)
    expect([status, headers.location]).toEqual([303, '/?newsletter=blad#komunikat'])
  })
})

test.each([
  ['an error', { status: 500, body: response({ imported: [{ status: 1 }] }) }],
  ['a refusal of the portal', { status: 401, body: '{}' }],
  ['garbage', { status: 200, body: `<html>${good.email}` }],
  ['nothing', { status: 200, body: '' }],
  ['null', { status: 200, body: 'null' }],
  ['a list', { status: 200, body: '[]' }],
  ['another shape', { status: 200, body: '{"message":"ok"}' }],
  ['invalid lists', { status: 200, body: '{"code":200,"response":"ok"}' }],
  ['an error code', { status: 200, body: '{"code":"503","status":"error","response":[]}' }],
  [
    'a response that is too large',
    { status: 200, body: `${' '.repeat(64 * 1024)}${response({ imported: [{ status: 1 }] })}` },
  ],
])('NEWS-9: the provider responds with %s: a JSON 502, and the e-mail address is not logged', async (_name, broken) => {
  sare.reply = broken
  const reply = await post(good)
  expect([reply.status, reply.body]).toEqual([
    502,
    {
      outcome: 'failed',
      message: NEUTRAL,
      code: 502,
      status: 'error',
      response: { error: [{ status: 0 }], blocked: [], notUpdated: [], updated: [], imported: [] },
    },
  ])
  expect(portal.errors()).toHaveLength(1)
  expect(JSON.stringify(portal.logs)).not.toContain(good.email)
  expect(JSON.stringify(portal.logs)).not.toContain('tajny-klucz')
})

test('NEWS-9: a provider that never ends its response is a JSON 504 within 10 s', async () => {
  sare.reply.isEndless = true
  const startedAt = performance.now()
  const reply = await post(good)
  expect([reply.status, reply.body.message, reply.body.code]).toEqual([504, NEUTRAL, 504])
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test('both errors show when both fields are wrong, and nothing is forwarded (NEWS-2)', async () => {
  const { status, body } = await post({ email: 'ola@poczta', consent: false })
  expect(status).toBe(400)
  expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'Nieprawidłowy adres e-mail',
    'Wymagane jest zaznaczenie zgody',
  ])
  expect(sare.forwarded).toEqual([])
})

test.each([
  '',
  'ola',
  'ola@',
  '@poczta.example',
  'ola@poczta',
  'ola poczta@x.example',
  `${'a'.repeat(250)}@x.example`,
  'ola@-x.example',
])('the e-mail address %j is refused', async (email) => {
  expect((await post({ email, consent: true })).status).toBe(400)
  expect(sare.forwarded).toEqual([])
})

test.each([
  ['a foreign origin', good, { origin: 'https://zly.example' }, 403],
  ['an AMP cache that names no source', good, { origin: CACHE_ORIGIN }, 403],
  ["another publisher's documents in a cache", good, { origin: 'https://zly-example.cdn.ampproject.org' }, 403, SOURCE],
  ['a cache that there is not', good, { origin: 'https://krypto-example.bing-amp.com' }, 403, SOURCE],
  ['no subdomain of a cache', good, { origin: 'https://cdn.ampproject.org' }, 403, SOURCE],
  ['a cache without TLS', good, { origin: 'http://krypto-example.cdn.ampproject.org' }, 403, SOURCE],
  ['a look-alike of an AMP cache', good, { origin: 'https://cdn.ampproject.org.zly.example' }, 403],
  ['text/plain', JSON.stringify(good), { 'content-type': 'text/plain' }, 415],
  ['more than 4 kB', { ...good, filler: 'x'.repeat(5000) }, {}, 413],
  ['broken JSON', '{"email"', { 'content-type': 'application/json' }, 400],
])('%s is refused and nothing is forwarded (AMP-8)', async (_name, body, headers, status, query = '') => {
  expect((await post(body, headers as Record<string, string>, query)).status).toBe(status)
  expect(sare.forwarded).toEqual([])
})

test('the sixth post in a minute is refused (NEWS-11)', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await post(good)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

describe('AMP', () => {
  const source = SOURCE

  test('a form on an AMP cache is accepted when it names this portal, with the responses that AMP requires (AMP-8)', async () => {
    const { status, headers } = await post(good, { origin: CACHE_ORIGIN }, source)
    expect(status).toBe(200)
    expect(headers['access-control-allow-origin']).toBe(CACHE_ORIGIN)
    expect(headers['access-control-allow-credentials']).toBe('true')
    const bing = 'https://krypto-example.www.bing-amp.com'
    expect((await post(good, { origin: bing }, source)).headers['access-control-allow-origin']).toBe(bing)
    expect(headers['amp-access-control-allow-source-origin']).toBe(PORTAL_ORIGIN)
    expect(headers['access-control-expose-headers']).toContain('AMP-Access-Control-Allow-Source-Origin')
    expect(headers.vary).toMatch(/Origin/)
  })

  test('a source that is not this portal is refused before anything is stored', async () => {
    const foreign = `?__amp_source_origin=${encodeURIComponent('https://zly.example')}`
    expect((await post(good, { origin: CACHE_ORIGIN }, foreign)).status).toBe(403)
    expect(sare.forwarded).toEqual([])
  })

  test('the same origin, declared by AMP itself, is accepted', async () => {
    const reply = await supertest(portal.url).post(`/api/sare/${source}`).set('amp-same-origin', 'true').send(good)
    expect(reply.status).toBe(200)
  })

  test('the multipart form of AMP is read', async () => {
    const reply = await supertest(portal.url)
      .post(`/api/sare/${source}`)
      .set('origin', CACHE_ORIGIN)
      .field('email', good.email)
      .field('consent', 'on')
    expect(reply.status).toBe(200)
    expect(sare.forwarded).toHaveLength(1)
  })

  test('the newsletter block has its form, and the document stays valid (BLOCK-39)', async () => {
    const path = '/wp-json/amp/v2/post/2026/02/regula-72-w-pamieci'
    const { text } = await portal.get(path, { host: 'bizblog.localhost' })
    const { document } = new JSDOM(text).window
    expect([...(await ampProblems(text)), ...unvalidatedProblems(document)]).toEqual([])
    expect(document.querySelector('form')?.getAttribute('action-xhr')).toBe('https://bizblog.szpalta.test/api/sare/')
  })
})
