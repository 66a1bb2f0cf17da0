import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest, { type Test } from 'supertest'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { openSubscribers, type TestSubscribers } from '../support/subscribers.ts'

const TOKEN = 'bardzo-tajny-token'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

let folder: string
let portal: TestPortal
let database: TestSubscribers
/** URL of a pending confirmation. */
let confirmation: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posts-'))
  const file = join(folder, 'subscribers.sqlite')
  portal = await startTestPortal({ SUBSCRIBERS_FILE: file, PURGE_TOKEN: TOKEN })
  database = openSubscribers(file)
  await database.subscribe('ola@poczta.example', 'akademia')
  confirmation = `/newsletter/potwierdz/${(await database.all())[0]?.token}`
})
afterEach(async () => {
  await database.close()
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

interface Endpoint {
  path(): string
  /** A body that is accepted, and its type. */
  good: { type: string; body: string; status: number }
  /** Posts per client and minute. */
  limit: number
  /** Limit of a body. Bytes. */
  maxBody: number
  /** Headers of the client: programs have a token, and no page. */
  headers: Record<string, string>
  isForPages: boolean
}

const ENDPOINTS: Record<string, Endpoint> = {
  newsletter: {
    path: () => '/api/sare/',
    good: { type: JSON_TYPE, body: '{"email":"ela@poczta.example","consent":true}', status: 200 },
    limit: 5,
    maxBody: 4096,
    headers: {},
    isForPages: true,
  },
  confirmation: {
    path: () => confirmation,
    good: { type: FORM, body: '', status: 303 },
    limit: 20,
    maxBody: 1024,
    headers: {},
    isForPages: true,
  },
  purge: {
    path: () => '/ops/purge',
    good: { type: JSON_TYPE, body: '{"tags":["x"]}', status: 200 },
    limit: 600,
    maxBody: 2 * 1024 * 1024,
    headers: { authorization: `Bearer ${TOKEN}` },
    isForPages: false,
  },
}

const post = ({ path, good, headers }: Endpoint, more: Record<string, string> = {}, body = good.body): Test =>
  supertest(portal.url)
    .post(path())
    .set({ 'content-type': good.type, ...headers, ...more })
    .redirects(0)
    .send(body)

describe.each(Object.entries(ENDPOINTS))('%s', (_name, endpoint) => {
  const { good, limit, maxBody, isForPages } = endpoint

  test('accepts a valid body', async () => {
    expect((await post(endpoint)).status).toBe(good.status)
    expect(
      (await post(endpoint, isForPages ? { origin: portal.url, 'sec-fetch-site': 'same-origin' } : {})).status,
    ).toBe(good.status)
  })

  test.each(['text/plain', 'text/xml', 'application/octet-stream', 'application/jsonp', 'nonsense'])(
    'refuses a body of type %s (NEWS-1)',
    async (type) => {
      expect((await post(endpoint, { 'content-type': type }, 'a=b')).status).toBe(415)
    },
  )

  test('refuses a body that is too long, with and without a declared length', async () => {
    const long = good.type === FORM ? `a=${'a'.repeat(maxBody)}` : `{"a":"${'a'.repeat(maxBody)}"}`
    expect((await post(endpoint, {}, long)).status).toBe(413)
    const chunked = await fetch(portal.url + endpoint.path(), {
      method: 'POST',
      headers: { 'content-type': good.type, ...endpoint.headers },
      body: new Blob([long]).stream(),
      duplex: 'half',
      redirect: 'manual',
    } as RequestInit)
    expect(chunked.status).toBe(413)
  })

  test('refuses a body with an unsupported content encoding', async () => {
    expect((await post(endpoint, { 'content-encoding': 'nonsense' }, 'a=b')).status).toBe(415)
  })

  test(`takes ${limit} posts a minute from one client, and not one more`, async () => {
    const statuses: number[] = []
    for (let n = 0; n <= limit; n++) statuses.push((await post(endpoint)).status)
    expect(new Set(statuses.slice(0, limit))).toEqual(new Set([good.status]))
    expect(statuses[limit]).toBe(429)
    expect((await post(endpoint, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(good.status)
  })

  const foreign: Array<[string, Record<string, string>]> = [
    ['another site', { origin: 'https://zly.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a host that begins like ours', { origin: 'https://akademia.szpalta.test.zly.example' }],
    ['another site, by Sec-Fetch-Site without Origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host of the same site', { 'sec-fetch-site': 'same-site' }],
  ]
  if (isForPages) {
    test.each(foreign)('refuses a post from %s, without any effect (NEWS-1)', async (_who, headers) => {
      const before = JSON.stringify(await database.all())
      expect((await post(endpoint, headers)).status).toBe(403)
      expect(JSON.stringify(await database.all())).toBe(before)
    })
  } else {
    test('refuses a missing token, a wrong one and one in another place', async () => {
      for (const authorization of [
        '',
        'Bearer',
        `Bearer ${TOKEN}x`,
        `Bearer ${TOKEN.slice(1)}`,
        `Basic ${TOKEN}`,
        TOKEN,
      ]) {
        expect([authorization, (await post(endpoint, { authorization })).status]).toEqual([authorization, 401])
      }
    })
  }
})

test('no other path accepts a post', async () => {
  for (const path of [
    '/',
    '/kategoria/edukacja',
    '/api/getScrollPosts',
    '/api/oembed',
    '/healthz',
    '/metrics',
    '/sitemap.xml',
  ]) {
    const { status } = await supertest(portal.url).post(path).send({ a: 'b' })
    expect([path, [404, 405].includes(status)]).toEqual([path, true])
  }
})

test('a confirmation works from the page that the browser shows', async () => {
  const page = await portal.get(confirmation)
  expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'same-origin'])
  expect((await database.all())[0]?.status).toBe('pending')
  const response = await post(ENDPOINTS.confirmation as Endpoint, {
    origin: portal.url,
    referer: portal.url + confirmation,
  })
  expect(response.headers.location).toBe('/?newsletter=potwierdzono#komunikat')
  expect((await database.all())[0]?.status).toBe('confirmed')
})
