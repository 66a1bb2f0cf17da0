import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { clientOf, trustedProxies } from '../../../src/edge/transport/trusted-proxies.ts'
import { clientKey } from '../../../src/system/network/addresses.ts'

function clientAt(address: string | undefined, forwarded?: string, trusted: number | string[] = ['loopback']): string {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return clientOf(request, trustedProxies(trusted))
}

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::'],
  ['2001:db8::1', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['fe80::1%eth0.5', 'fe80:0:0:0::'],
  ['1::4:5:6:7:8', '1:0:0:4::'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['64:ff9b::c000:207', '192.0.2.7'],
])('%s belongs to the client %s: an IPv6 client is a network (COST-58)', (address, client) => {
  expect(clientAt(address)).toBe(client)
})

test('only trusted proxies name the client behind them', () => {
  expect(clientAt('127.0.0.1', '192.0.2.7')).toBe('192.0.2.7')
  expect(clientAt('127.0.0.1', '203.0.113.1, 192.0.2.7')).toBe('192.0.2.7')
  expect(clientAt('198.51.100.1', '192.0.2.7')).toBe('198.51.100.1')
  expect(clientAt('198.51.100.1', '192.0.2.7', 1)).toBe('192.0.2.7')
})

test('the fair queue and the limits have the same key for a client (COST-58)', () => {
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '64:ff9b::192.0.2.7', '2001:db8:1:2::1', 'x', ''])
    expect(clientAt(address)).toBe(clientKey(address))
})

test('a value that is not an address is truncated, and a closed connection has none', () => {
  expect(clientAt('127.0.0.1', 'x'.repeat(5000)).length).toBeLessThanOrEqual(64)
  expect(clientAt(undefined)).toBe('')
  expect(clientAt(undefined, '1.2.3.4, x')).toBe('')
})
