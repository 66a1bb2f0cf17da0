import { gzipSync } from 'node:zlib'
import { SourceError } from '../../../src/sources/upstream/errors.ts'
import { createHosts } from '../../../src/sources/upstream/host.ts'
import { createJsonClient } from '../../../src/sources/upstream/http.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'

const PATH = '/wp-json/bb/v2/post/2026/03/slug'
const CALL = `GET ${PATH}`
const MEGABYTE = 1024 * 1024
const CREDENTIALS = { user: 'redakcja', key: 'klucz:z dwukropkiem' }
const AUTHORIZATION = `Basic ${Buffer.from(`${CREDENTIALS.user}:${CREDENTIALS.key}`).toString('base64')}`
/** Long enough for any response over loopback that comes at all. Milliseconds. */
const PLENTY = 15_000

let hub: HubServer
/** A server that is not the CMS: the same IP address, another port. */
let stranger: HubServer

beforeEach(async () => {
  hub = await startHub()
  stranger = await startHub(undefined, () => ({ body: '{"from":"stranger"}' }))
})
afterEach(async () => {
  await hub.close()
  await stranger.close()
})

const get = (deadline = PLENTY, path = PATH) => createJsonClient(hub.url).get(path, deadline)
const getWithCredentials = () => createJsonClient(hub.url, CREDENTIALS).get(PATH, PLENTY)

/** How a call failed; a call that succeeds fails the test. */
async function failureOf(call: Promise<unknown>): Promise<SourceError> {
  const error = await call.then(
    (response) => new Error(`answered with ${JSON.stringify(response)}`),
    (reason: unknown) => reason,
  )
  if (error instanceof SourceError) return error
  throw error
}

describe('responses', () => {
  test('JSON is parsed, under the name of its call', async () => {
    hub.misbehave(PATH, { body: '{"title":"Zażółć gęślą jaźń"}' })
    expect(await get()).toMatchObject({ call: CALL, json: { title: 'Zażółć gęślą jaźń' } })
    expect(hub.calls[0]?.headers.accept).toBe('application/json')
  })

  test('a byte order mark before the JSON is ignored', async () => {
    hub.misbehave(PATH, { body: '\ufeff{"ok":true}' })
    expect(await get()).toMatchObject({ json: { ok: true } })
  })

  test('half a surrogate pair in the JSON becomes a replacement character, a whole one stays', async () => {
    hub.misbehave(PATH, { body: '{"half":"a\\ud83d","whole":"\\ud83d\\ude00"}' })
    expect(await get()).toMatchObject({ json: { half: 'a\ufffd', whole: '😀' } })
  })

  test('a compressed response is decoded', async () => {
    hub.misbehave(PATH, { body: gzipSync('{"ok":true}'), headers: { 'content-encoding': 'gzip' } })
    expect(await get()).toMatchObject({ json: { ok: true } })
  })

  test.each([404, 410])('HTTP %i means that there is no such content', async (status) => {
    hub.misbehave(PATH, { status, body: '<h1>Nie ma</h1>' })
    expect(await get()).toMatchObject({ call: CALL, json: undefined })
  })

  test('a 404 may name a redirect', async () => {
    const json = { errors: { statusCode: 404, redirectLink: '/kategoria/edukacja' } }
    hub.misbehave(PATH, { status: 404, body: JSON.stringify(json) })
    expect(await get()).toMatchObject({ call: CALL, json })
  })

  test.each([
    ['HTML', '<!doctype html><title>Trwa konserwacja</title>'],
    ['truncated JSON', '{"title":"Zażółć gęś'],
    ['an empty body', ''],
  ])('%s with status 200 is a failure that names the call', async (_name, body) => {
    hub.misbehave(PATH, { body })
    const error = await failureOf(get())
    expect(error).toMatchObject({ call: CALL, reason: 'not-json' })
    expect(error.message).toContain(CALL)
  })

  test('a PHP warning before the JSON is logged once, and the JSON is read (SRC-50)', async () => {
    const noticed: string[] = []
    const watch = { tried: () => {}, refused: () => {}, breaker: () => {} }
    const host = createHosts({ watch: { ...watch, noticed: (_, call, words) => noticed.push(`${call}: ${words}`) } })(
      hub.url,
    )
    const client = createJsonClient(hub.url, undefined, host)
    hub.misbehave(PATH, { body: 'Warning: Undefined variable $x\n{"title":"ok"}' })
    for (const _ of [1, 2]) expect(await client.get(PATH, PLENTY)).toMatchObject({ call: CALL, json: { title: 'ok' } })
    expect(noticed).toEqual([`${CALL}: Warning: Undefined variable $x`])
  })

  test('a 404 in HTML is a failure where the API says in JSON what it lacks', async () => {
    const isMissing = (body: unknown): boolean => body !== undefined
    hub.misbehave(PATH, { status: 404, body: '<h1>Nie ma</h1>' })
    const failure = createJsonClient(hub.url).get(PATH, PLENTY, { isMissing })
    await expect(failure).rejects.toMatchObject({ reason: 'not-json' })
    hub.misbehave(PATH, { status: 404, body: '{"code":"rest_no_route"}' })
    expect(await createJsonClient(hub.url).get(PATH, PLENTY, { isMissing })).toMatchObject({ json: undefined })
  })

  test.each([400, 401, 403, 429, 500])('HTTP %i is a failure without a second try', async (status) => {
    hub.misbehave(PATH, { status, body: '{}' })
    const error = await failureOf(get())
    expect(error).toMatchObject({ call: CALL, reason: 'status' })
    expect(error.message).toContain(String(status))
    expect(hub.countOf(PATH)).toBe(1)
  })

  test('a CMS below a path keeps the path in every call', async () => {
    hub.misbehave(`/cms${PATH}`, { body: '{"ok":true}' })
    expect(await createJsonClient(`${hub.url}/cms`).get(PATH, PLENTY)).toMatchObject({
      call: `GET /cms${PATH}`,
      json: { ok: true },
    })
  })
})

describe('deadlines', () => {
  test.each(['hang', 'stall', 'drip'] as const)(
    'a response that comes to a %s ends at the deadline',
    async (manner) => {
      hub.misbehave(PATH, { manner, body: JSON.stringify({ text: 'x'.repeat(10_000) }) })
      expect(await failureOf(get(200))).toMatchObject({ call: CALL, reason: 'timeout' })
      expect(hub.countOf(PATH)).toBe(1)
    },
  )

  test('the second try is within the same deadline', async () => {
    hub.misbehave(PATH, (nth) => (nth === 1 ? { status: 503, delay: 100 } : { manner: 'hang' }))
    expect(await failureOf(get(400))).toMatchObject({ reason: 'timeout' })
    expect(hub.countOf(PATH)).toBe(2)
  })

  test('redirects are within the same deadline', async () => {
    hub.misbehave(PATH, { location: '/slow' })
    hub.misbehave('/slow', { manner: 'hang' })
    expect(await failureOf(get(300))).toMatchObject({ reason: 'timeout' })
  })
})

describe('sizes', () => {
  test('a response of just under 8 MB is read', async () => {
    hub.misbehave(PATH, { body: JSON.stringify('x'.repeat(8 * MEGABYTE - 2)) })
    const { json } = await get()
    expect(typeof json === 'string' && json.length).toBe(8 * MEGABYTE - 2)
  })

  test('a larger one is a failure (COST-11)', async () => {
    hub.misbehave(PATH, { body: JSON.stringify('x'.repeat(8 * MEGABYTE)) })
    expect(await failureOf(get())).toMatchObject({ call: CALL, reason: 'too-large' })
    expect(hub.countOf(PATH)).toBe(1)
  })

  test('a response without an end is cut off there', async () => {
    hub.misbehave(PATH, { manner: 'flood', body: 'x'.repeat(MEGABYTE) })
    expect(await failureOf(get())).toMatchObject({ call: CALL, reason: 'too-large' })
    expect(hub.countOf(PATH)).toBe(1)
  })

  test('so is one of more than 500,000 values, however small they are (COST-11)', async () => {
    const listOf = (count: number) => `[${'0,'.repeat(count - 1)}0]`
    hub.misbehave(PATH, { body: listOf(499_999) })
    expect((await get()).json).toHaveLength(499_999)
    hub.misbehave(PATH, { body: listOf(500_001) })
    expect(await failureOf(get())).toMatchObject({ call: CALL, reason: 'too-large' })
  })

  test('a small response that decompresses to far more is a failure', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE, '['))
    expect(bomb.length).toBeLessThan(MEGABYTE / 8)
    hub.misbehave(PATH, { body: bomb, headers: { 'content-encoding': 'gzip' } })
    expect(await failureOf(get())).toMatchObject({ call: CALL, reason: 'too-large' })
    expect(hub.countOf(PATH)).toBe(1)
  })

  test('a body that does not decompress is a failure', async () => {
    hub.misbehave(PATH, { body: 'not gzip at all', headers: { 'content-encoding': 'gzip' } })
    expect(await failureOf(get())).toMatchObject({ call: CALL, reason: 'incomplete' })
  })
})

describe('a second try', () => {
  test.each([502, 503, 504])('HTTP %i is retried', async (status) => {
    hub.misbehave(PATH, (nth) => (nth === 1 ? { status } : { body: '{"ok":true}' }))
    expect(await get()).toMatchObject({ json: { ok: true } })
    expect(hub.countOf(PATH)).toBe(2)
  })

  test('once only', async () => {
    hub.misbehave(PATH, { status: 503 })
    expect(await failureOf(get())).toMatchObject({ call: CALL, reason: 'status' })
    expect(hub.countOf(PATH)).toBe(2)
  })

  test.each(['cut', 'truncate'] as const)('a response that is a %s connection is retried', async (manner) => {
    hub.misbehave(PATH, (nth) => ({ body: '{"ok":true}', ...(nth === 1 && { manner }) }))
    expect(await get()).toMatchObject({ json: { ok: true } })
    expect(hub.countOf(PATH)).toBe(2)
  })

  test('a connection that is cut twice is a failure', async () => {
    hub.misbehave(PATH, { manner: 'cut' })
    expect(await failureOf(get())).toMatchObject({ call: CALL, reason: 'unreachable' })
    expect(hub.countOf(PATH)).toBe(2)
  })

  test('a refused connection is a failure with its own reason', async () => {
    const gone = await startHub()
    await gone.close()
    const error = await failureOf(createJsonClient(gone.url).get(PATH, PLENTY))
    expect(error).toMatchObject({ call: CALL, reason: 'unreachable' })
    expect(error.message).toContain('ECONNREFUSED')
  })
})

describe('redirects', () => {
  test('three on the own host are followed (WIRE-7)', async () => {
    hub.misbehave(PATH, { location: '/1' })
    hub.misbehave('/1', { location: `${hub.url}/2` })
    hub.misbehave('/2', { location: '/3', status: 301 })
    hub.misbehave('/3', { body: '{"ok":true}' })
    expect(await get()).toMatchObject({ call: CALL, json: { ok: true } })
  })

  test('a fourth is not', async () => {
    hub.misbehave(PATH, { location: '/1' })
    for (const n of [1, 2, 3]) hub.misbehave(`/${n}`, { location: `/${n + 1}` })
    hub.misbehave('/4', { body: '{"ok":true}' })
    expect(await failureOf(get())).toMatchObject({ call: CALL, reason: 'redirect' })
    expect(hub.countOf('/4')).toBe(0)
  })

  test('a loop is a failure', async () => {
    hub.misbehave(PATH, { location: PATH })
    expect(await failureOf(get())).toMatchObject({ call: CALL, reason: 'redirect' })
    expect(hub.countOf(PATH)).toBeLessThanOrEqual(4)
  })

  test.each([
    ['another port of the same host', () => `${stranger.url}/steal`],
    ['another host', () => stranger.url.replace('127.0.0.1', 'localhost')],
    ['another host without a scheme', () => stranger.url.replace('http:', '').replace('127.0.0.1', 'localhost')],
    ['a host hidden behind a user name', () => `http://${new URL(hub.url).host}@${new URL(stranger.url).host}/steal`],
    ['a file', () => 'file:///etc/hostname'],
    ['an invalid URL', () => 'http://[/'],
  ])('%s is never called, and receives no credentials', async (_name, location) => {
    hub.misbehave(PATH, { location: location() })
    expect(await failureOf(getWithCredentials())).toMatchObject({ call: CALL, reason: 'redirect' })
    expect(stranger.calls).toEqual([])
  })

  test('a redirect to another host has its own reason (WIRE-7)', async () => {
    hub.misbehave(PATH, { location: `${stranger.url}/steal` })
    expect(await failureOf(getWithCredentials())).toMatchObject({ call: CALL, reason: 'redirect' })
    expect(hub.countOf(PATH)).toBe(1)
  })
})

describe('credentials', () => {
  test('go to the CMS with every call', async () => {
    hub.misbehave(PATH, { body: '{}' })
    await getWithCredentials()
    expect(hub.calls.map(({ headers }) => headers.authorization)).toEqual([AUTHORIZATION])
  })

  test('are kept after a redirect on its own host, and on the second try', async () => {
    hub.misbehave(PATH, (nth) => (nth === 1 ? { status: 503 } : { location: `${hub.url}/2` }))
    hub.misbehave('/2', { body: '{}' })
    await getWithCredentials()
    expect(hub.calls.map(({ headers }) => headers.authorization)).toEqual([AUTHORIZATION, AUTHORIZATION, AUTHORIZATION])
  })

  test('are in no message of a failure', async () => {
    hub.misbehave(PATH, { status: 401 })
    const error = await failureOf(getWithCredentials())
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(/klucz|cmVkYWtjamE/)
  })

  test('without any, no call carries a header for them', async () => {
    hub.misbehave(PATH, { body: '{}' })
    await get()
    expect(hub.calls[0]?.headers.authorization).toBeUndefined()
  })
})

describe('apart from the JSON', () => {
  test('a response has status and headers, by lower-case name', async () => {
    hub.misbehave(PATH, { status: 201, body: '[]', headers: { 'X-WP-Total': '12', link: '<a>, <b>' } })
    const { status, headers } = await get()
    expect(status).toBe(201)
    expect(headers).toMatchObject({ 'x-wp-total': '12', link: '<a>, <b>', 'content-type': 'application/json' })
  })

  test('an error body whose code means "missing" is no failure; any other is', async () => {
    const missingCodes = ['rest_post_invalid_page_number']
    const client = createJsonClient(hub.url)
    hub.misbehave(PATH, { status: 400, body: '{"code":"rest_post_invalid_page_number"}' })
    expect(await client.get(PATH, PLENTY, { missingCodes })).toMatchObject({ call: CALL, json: undefined, status: 400 })
    expect(await failureOf(client.get(PATH, PLENTY))).toMatchObject({ reason: 'status' })
    hub.misbehave(PATH, { status: 400, body: '{"code":"rest_invalid_param"}' })
    expect(await failureOf(client.get(PATH, PLENTY, { missingCodes }))).toMatchObject({ reason: 'status' })
    hub.misbehave(PATH, { status: 500, body: '{"code":"rest_post_invalid_page_number"}' })
    expect(await failureOf(client.get(PATH, PLENTY, { missingCodes }))).toMatchObject({ reason: 'status' })
  })

  test('HEAD returns the target of a redirect, and does not follow it', async () => {
    hub.misbehave(PATH, { status: 301, location: `${stranger.url}/elsewhere` })
    const { status, headers } = await createJsonClient(hub.url).head(PATH, PLENTY)
    expect([status, headers.location]).toEqual([301, `${stranger.url}/elsewhere`])
    expect(stranger.calls).toEqual([])
  })

  test.each([404, 403, 200])('HEAD accepts HTTP %i', async (status) => {
    hub.misbehave(PATH, { status })
    expect(await createJsonClient(hub.url).head(PATH, PLENTY)).toMatchObject({ status })
  })

  test('HEAD fails with HTTP 500', async () => {
    hub.misbehave(PATH, { status: 500 })
    expect(await failureOf(createJsonClient(hub.url).head(PATH, PLENTY))).toMatchObject({ call: `HEAD ${PATH}` })
  })
})
