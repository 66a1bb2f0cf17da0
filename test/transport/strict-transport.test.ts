import { startTestPortal } from '../support/portal.ts'

const POLICY = 'max-age=63072000; includeSubDomains'
const HTTPS = { 'x-forwarded-proto': 'https' }

test('who came by https is told to come that way again: on pages made and kept, errors and files (SEC-34)', async () => {
  const portal = await startTestPortal()
  const hsts = async (path: string, headers = {}) =>
    (await portal.get(path, headers)).headers['strict-transport-security']
  for (const path of ['/', '/', '/nie-ma', '/healthz', '/media/x', '/%E0%A4%A']) {
    expect([path, await hsts(path, HTTPS)]).toEqual([path, POLICY])
    expect([path, await hsts(path)]).toEqual([path, undefined])
  }
  expect(await hsts('/', { 'x-forwarded-proto': 'http, https' })).toBeUndefined()
  await portal.close()
})

test.each([
  ['10.0.0.0/8', undefined],
  ['1', POLICY],
  ['127.0.0.1', POLICY],
])('with TRUST_PROXY=%s the word of a proxy on this machine gives %s', async (trusted, expected) => {
  const portal = await startTestPortal({ TRUST_PROXY: trusted })
  expect((await portal.get('/', HTTPS)).headers['strict-transport-security']).toBe(expected)
  await portal.close()
})

test.each([
  ['off', undefined],
  ['host', 'max-age=63072000'],
  ['subdomains', POLICY],
  ['preload', `${POLICY}; preload`],
])('OPS-11: HSTS=%s', async (scope, expected) => {
  const portal = await startTestPortal({ HSTS: scope })
  // Made, kept, and kept once more: three ways to the connection.
  for (const path of ['/', '/', '/', '/nie-ma']) {
    expect((await portal.get(path, HTTPS)).headers['strict-transport-security']).toBe(expected)
  }
  await portal.close()
})

test('the limit of newsletter posts counts readers behind a proxy one by one', async () => {
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
