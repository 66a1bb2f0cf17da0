import { BlockList, isIP, isIPv6 } from 'node:net'

/** IPv4 within IPv6: dual-stack (RFC 4291) and NAT64 (RFC 6052). */
const EMBEDDING = new BlockList()
EMBEDDING.addSubnet('::ffff:0:0', 96, 'ipv6')
EMBEDDING.addSubnet('64:ff9b::', 96, 'ipv6')

/**
 * The last 32 bits of IPv6 (COST-40, COST-58).
 * @returns undefined where none is embedded
 */
function embeddedIpv4(address: string): string | undefined {
  if (!isIPv6(address) || !EMBEDDING.check(address, 'ipv6')) return undefined
  const [high = 0, low = 0] = groupsOf(address).slice(-2)
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

function groupsOf(address: string): number[] {
  // `URL` normalises IPv6 to groups without dots, and refuses zones.
  const bare = new URL(`http://[${address.split('%', 1)[0]}]/`).hostname.slice(1, -1)
  const [first = [], last = []] = bare.split('::', 2).map(numbersOf)
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

function numbersOf(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16))
}

/** Outside the public internet (RFC 6890), and multicast. */
const INTERNAL = blockList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
)
/** Public IPv6 (RFC 4291, 2.4), but tunnels, documentation and protocols. */
const GLOBAL = blockList('2000::/3')
const NOT_GLOBAL = blockList('2001::/23 2001:db8::/32 2002::/16 3fff::/20')

/**
 * Outside the public internet (COST-40, IMG-21).
 * @param address without brackets; a zone is ignored
 */
export function isInternalAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1)
  const inner = isIP(bare) === 4 ? bare : embeddedIpv4(bare)
  if (inner !== undefined) return INTERNAL.check(inner, 'ipv4')
  return !GLOBAL.check(bare, 'ipv6') || NOT_GLOBAL.check(bare, 'ipv6')
}

function blockList(...lines: string[]): BlockList {
  const list = new BlockList()
  for (const network of lines.flatMap((line) => line.split(' '))) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

const MAX_LENGTH = 64
/** A household's IPv6 network is a /64 (RFC 6177): four groups. */
const NETWORK_GROUPS = 4

/** A client's IP addresses share it (COST-58): IPv4, embedded too, or the /64 network. */
export function clientKey(written: string): string {
  const address = written.slice(0, MAX_LENGTH)
  if (!isIPv6(address)) return address
  return embeddedIpv4(address) ?? networkOf(address)
}

function networkOf(address: string): string {
  const network = groupsOf(address).slice(0, NETWORK_GROUPS)
  return `${network.map((group) => group.toString(16)).join(':')}::`
}
