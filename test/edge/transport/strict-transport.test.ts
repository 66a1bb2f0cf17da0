import { startTestPortal } from '../../support/portal.ts'

const HOST_ALONE = 'max-age=63072000'
const POLICY = `${HOST_ALONE}; includeSubDomains`
const HTTPS = { 'x-forwarded-proto': 'https' }

test('every response to a request by https has Strict-Transport-Security: misses, hits, errors and files (SEC-34)', async () => {
  const portal = await startTestPortal()
  const hsts = async (path: string, headers = {}) =>
    (await portal.get(path, headers)).headers['strict-transport-security']
  for (const path of ['/', '/', '/nie-ma', '/healthz', '/media/x', '/%E0%A4%A']) {
    expect([path, await hsts(path, HTTPS)]).toEqual([path, HOST_ALONE])
    expect([path, await hsts(path)]).toEqual([path, undefined])
  }
  expect(await hsts('/', { 'x-forwarded-proto': 'http, https' })).toBeUndefined()
  await portal.close()
})

test.each([
  ['10.0.0.0/8', undefined],
  ['1', HOST_ALONE],
  ['127.0.0.1', HOST_ALONE],
])('with TRUST_PROXY=%s, X-Forwarded-Proto of a local proxy gives %s', async (trusted, expected) => {
  const portal = await startTestPortal({ TRUST_PROXY: trusted })
  expect((await portal.get('/', HTTPS)).headers['strict-transport-security']).toBe(expected)
  await portal.close()
})

test.each([
  ['off', undefined],
  ['host', HOST_ALONE],
  ['subdomains', POLICY],
  ['preload', `${POLICY}; preload`],
])('OPS-11: HSTS=%s', async (scope, expected) => {
  const portal = await startTestPortal({ HSTS: scope })
  // A miss, the first hit and a serialised hit are sent in three ways.
  for (const path of ['/', '/', '/', '/nie-ma']) {
    expect((await portal.get(path, HTTPS)).headers['strict-transport-security']).toBe(expected)
  }
  await portal.close()
})

test('the limit of newsletter posts counts each client behind a proxy', async () => {
  const portal = await startTestPortal()
  const post = async (client: string) => {
    const response = await fetch(`${portal.url}/api/sare/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: '{"email":"ola"}',
    })
    return response.status
  }
  const one = []
  for (let tries = 0; tries < 6; tries++) one.push(await post('203.0.113.7'))
  expect(one.slice(0, 5)).not.toContain(429)
  expect(one[5]).toBe(429)
  expect(await post('203.0.113.8')).not.toBe(429)
  await portal.close()
})
