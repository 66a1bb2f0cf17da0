import { BlockList, isIPv6 } from 'node:net'

/** IPv4 within IPv6: of a dual-stack socket (RFC 4291), and of a translator (NAT64, RFC 6052). */
const EMBEDDING = new BlockList()
EMBEDDING.addSubnet('::ffff:0:0', 96, 'ipv6')
EMBEDDING.addSubnet('64:ff9b::', 96, 'ipv6')

/**
 * The IPv4 address in the last 32 bits of an IPv6 address (COST-78, COST-79).
 * @returns undefined for a genuine IPv6 address, and for anything else
 */
export function embeddedIpv4(address: string): string | undefined {
  if (!isIPv6(address) || !EMBEDDING.check(address, 'ipv6')) return undefined
  const [high = 0, low = 0] = groupsOf(address).slice(-2)
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

export function groupsOf(address: string): number[] {
  // `URL` normalises an IPv6 address to groups without dots. It does not allow zones.
  const bare = new URL(`http://[${address.split('%', 1)[0]}]/`).hostname.slice(1, -1)
  const [first = [], last = []] = bare.split('::', 2).map(numbersOf)
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

function numbersOf(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16))
}
