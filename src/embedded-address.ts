import { BlockList, isIPv6 } from 'node:net'

/** IPv4 within IPv6: as a socket of both says it (RFC 4291), and as a translator does (NAT64, RFC 6052). */
const EMBEDDING = new BlockList()
EMBEDDING.addSubnet('::ffff:0:0', 96, 'ipv6')
EMBEDDING.addSubnet('64:ff9b::', 96, 'ipv6')

/**
 * The IPv4 address that an IPv6 address stands for, in its last 32 bits (COST-78, COST-79).
 * @returns nothing for an address of its own, and for what is none
 */
export function embeddedIpv4(address: string): string | undefined {
  if (!isIPv6(address) || !EMBEDDING.check(address, 'ipv6')) return undefined
  const groups = hexadecimal(address).split(':')
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** As URLs are written: without points, in the shortest form, which both prefixes keep long enough. */
function hexadecimal(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1)
}
