import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const PORTAL_ORIGIN = 'https://krypto.example'
const CACHE_ORIGIN = 'https://krypto-example.cdn.ampproject.org'
const good = { email: 'ola@poczta.example', consent: true }

interface Forwarded {
  url: string | undefined
  key: string | undefined
  body: unknown
}

let provider: Server
let forwarded: Forwarded[]
let reply: { status: number; body: string; delay?: number }
let portal: TestPortal

const answer = (lists: object) =>
  JSON.stringify({
    code: 200,
    status: 'ok',
    response: { error: [], blocked: [], notUpdated: [], updated: [], imported: [], ...lists },
  })

beforeEach(async () => {
  forwarded = []
  reply = { status: 200, body: answer({ imported: [{ email: good.email, status: 1 }] }) }
  provider = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      forwarded.push({ url: request.url, key: request.headers.apikey as string | undefined, body: JSON.parse(body) })
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  portal = await startTestPortal({
    SERVICE_URL_AKADEMIA: PORTAL_ORIGIN,
    SARE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/api`,
    SARE_UID: 'szpalta',
    SARE_API_KEY: 'tajny-klucz',
  })
})
afterEach(async () => {
  await portal.close()
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
})

const post = (body: object | string, headers: Record<string, string> = {}, query = '') =>
  supertest(portal.url)
    .post(`/api/sare/${query}`)
    .set({ origin: PORTAL_ORIGIN, ...headers })
    .send(body)

test('the request to the provider is rebuilt: one address, fixed flags, whatever the client sent', async () => {
  const hostile = {
    ...good,
    only_add_to_groups: true,
    groups: [9],
    emails: [{ email: 'inny@poczta.example', groups: [7] }],
  }
  const { status, body } = await post(hostile)
  expect([status, body.message]).toEqual([200, 'Gratulacje! Twój e-mail został dodany.'])
  expect(forwarded).toEqual([
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

test.each([
  ['updated', { updated: [{ status: 1 }] }, 200, 'Gratulacje! Twój e-mail jest już dodany.'],
  ['not updated', { notUpdated: [{ status: '2' }] }, 200, 'Gratulacje! Twój e-mail jest już dodany.'],
  ['imported with status 0', { imported: [{ status: 0 }] }, 502, 'Nie udało się. Spróbuj ponownie.'],
  ['blocked', { blocked: [{ status: 1 }] }, 502, 'Nie udało się. Spróbuj ponownie.'],
  ['nothing', {}, 502, 'Nie udało się. Spróbuj ponownie.'],
])('the provider says %s', async (_name, lists, status, message) => {
  reply.body = answer(lists)
  const given = await post(good)
  expect([given.status, given.body.message]).toEqual([status, message])
})

test.each([
  ['an error', { status: 500, body: '{}' }],
  ['garbage', { status: 200, body: '<html>' }],
])('the provider answers with %s: a JSON 502, and the address is not logged', async (_name, broken) => {
  reply = broken
  const given = await post(good)
  expect([given.status, given.body.message]).toEqual([502, 'Nie udało się. Spróbuj ponownie.'])
  expect(JSON.stringify(portal.logs)).not.toContain(good.email)
  expect(JSON.stringify(portal.logs)).not.toContain('tajny-klucz')
})

test('both errors show when both fields are wrong, and nothing is forwarded', async () => {
  const { status, body } = await post({ email: 'ola@poczta', consent: false })
  expect(status).toBe(400)
  expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'Nieprawidłowy adres e-mail',
    'Wymagane jest zaznaczenie zgody',
  ])
  expect(forwarded).toEqual([])
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
])('the address %j is refused', async (email) => {
  expect((await post({ email, consent: true })).status).toBe(400)
  expect(forwarded).toEqual([])
})

test.each([
  ['a foreign origin', good, { origin: 'https://zly.example' }, 403],
  ['an AMP cache that names no source', good, { origin: CACHE_ORIGIN }, 403],
  ['a look-alike of an AMP cache', good, { origin: 'https://cdn.ampproject.org.zly.example' }, 403],
  ['text/plain', JSON.stringify(good), { 'content-type': 'text/plain' }, 415],
  ['more than 4 kB', { ...good, filler: 'x'.repeat(5000) }, {}, 413],
  ['broken JSON', '{"email"', { 'content-type': 'application/json' }, 400],
])('%s is refused and nothing is forwarded', async (_name, body, headers, status) => {
  expect((await post(body, headers as Record<string, string>)).status).toBe(status)
  expect(forwarded).toEqual([])
})

test('the sixth post of a minute is refused', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await post(good)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

describe('AMP', () => {
  const source = `?__amp_source_origin=${encodeURIComponent(PORTAL_ORIGIN)}`

  test('a form on an AMP cache is accepted when it names this portal, with the answers AMP asks for', async () => {
    const { status, headers } = await post(good, { origin: CACHE_ORIGIN }, source)
    expect(status).toBe(200)
    expect(headers['access-control-allow-origin']).toBe(CACHE_ORIGIN)
    expect(headers['access-control-allow-credentials']).toBe('true')
    expect(headers['amp-access-control-allow-source-origin']).toBe(PORTAL_ORIGIN)
    expect(headers['access-control-expose-headers']).toContain('AMP-Access-Control-Allow-Source-Origin')
    expect(headers.vary).toMatch(/Origin/)
  })

  test('a source that is not this portal is refused before anything is stored', async () => {
    const foreign = `?__amp_source_origin=${encodeURIComponent('https://zly.example')}`
    expect((await post(good, { origin: CACHE_ORIGIN }, foreign)).status).toBe(403)
    expect(forwarded).toEqual([])
  })

  test('the same origin, said by AMP itself, is accepted', async () => {
    const given = await supertest(portal.url).post(`/api/sare/${source}`).set('amp-same-origin', 'true').send(good)
    expect(given.status).toBe(200)
  })

  test("AMP's multipart form is read", async () => {
    const given = await supertest(portal.url)
      .post(`/api/sare/${source}`)
      .set('origin', CACHE_ORIGIN)
      .field('email', good.email)
      .field('consent', 'on')
    expect(given.status).toBe(200)
    expect(forwarded).toHaveLength(1)
  })

  test('the newsletter block has its form, and the document stays valid', async () => {
    const path = '/wp-json/amp/v2/post/2026/02/regula-72-w-pamieci'
    const { text } = await portal.get(path, { host: 'bizblog.localhost' })
    const { document } = new JSDOM(text).window
    expect([...(await ampProblems(text)), ...unvalidatedProblems(document)]).toEqual([])
    expect(document.querySelector('form')?.getAttribute('action-xhr')).toBe('https://bizblog.szpalta.test/api/sare/')
  })
})
