import { endpointOf } from '../../../src/features/push/endpoint.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QHvS',
  'https://8.8.8.8/push',
])('PUSH-5: %s is a push service', (url) => {
  expect(endpointOf(url, [])?.href).toBe(url)
})

test.each([
  ['clear text', 'http://push.example/a'],
  ['another port', 'https://push.example:8443/a'],
  ['a user name', 'https://user@push.example/a'],
  ['loopback', 'https://127.0.0.1/a'],
  ['loopback in other words', 'https://2130706433/a'],
  ['loopback of IPv6', 'https://[::1]/a'],
  ['IPv4 within IPv6', 'https://[::ffff:10.0.0.1]/a'],
  ['metadata of a cloud', 'https://169.254.169.254/latest'],
  ['a name of the network', 'https://database/a'],
  ['a local name', 'https://printer.local/a'],
  ['a name of this machine', 'https://a.localhost/a'],
  ['another scheme', 'file:///etc/passwd'],
  ['no URL', 'push'],
  ['too long', `https://push.example/${'a'.repeat(2000)}`],
])('PUSH-5: %s is none', (_what, url) => {
  expect(endpointOf(url, [])).toBeUndefined()
})

test('PUSH-5: a host of the operator’s own network may be private and without TLS, and no other', () => {
  expect(endpointOf('http://127.0.0.1:4000/a', ['127.0.0.1'])?.port).toBe('4000')
  expect(endpointOf('http://127.0.0.2:4000/a', ['127.0.0.1'])).toBeUndefined()
  expect(endpointOf('ftp://127.0.0.1/a', ['127.0.0.1'])).toBeUndefined()
})
