import { trustedProxies } from '../../src/edge/transport/trusted-proxies.ts'
import { clientKey } from '../../src/system/network/addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['64:ff9b::cb00:7107', '203.0.113.7'],
  ['', ''],
  ['garbage', 'garbage'],
])('%s is rate-limited as %s (COST-58)', (address, key) => {
  expect(clientKey(address)).toBe(key)
})

test('IPv4 clients behind NAT64 have a limit each, the IPv6 addresses of one household share one (COST-58)', () => {
  expect(clientKey('64:ff9b::203.0.113.7')).not.toBe(clientKey('64:ff9b::203.0.113.8'))
  expect(clientKey('2a02:a300::1')).toBe(clientKey('2a02:a300::ffff'))
  expect(clientKey('2a02:a300::1')).not.toBe(clientKey('2a02:a301::1'))
  expect(clientKey('2a02:a300:0:1::1')).not.toBe(clientKey('2a02:a300:0:2::1'))
})

test.each([
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '64:ff9b::127.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8', '64:ff9b::10.1.2.3', false],
  ['uniquelocal', '::ffff:8.8.8.8', false],
])('TRUST_PROXY=%s trusts %s: %s', (setting, address, isBelieved) => {
  expect(trustedProxies([setting])(address, 0)).toBe(isBelieved)
})
