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
  const [high = 0, low = 0] = groupsOf(address).slice(-2)
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** The eight groups of an IPv6 address, however it is written. */
export function groupsOf(address: string): number[] {
  // As URLs are written: without points. They know no zones.
  const bare = new URL(`http://[${address.split('%', 1)[0]}]/`).hostname.slice(1, -1)
  const [first = [], last = []] = bare.split('::', 2).map(numbersOf)
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

function numbersOf(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16))
}
