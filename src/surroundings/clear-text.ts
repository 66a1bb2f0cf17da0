import { BlockList, isIP } from 'node:net'

/** Who can read what goes to an address by http. */
export type Reach = 'machine' | 'network' | 'internet'

/** A secret that goes somewhere in clear text. */
export interface ClearText {
  /** The variable that holds it, and the one with the address. */
  secret: string
  address: string
  host: string
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')
/** Nobody else's, by RFC 1918, 3927, 4193, 4291 and 6598. */
const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4')
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')
/** Names that no server of the internet can have. */
const INTERNAL_NAME = /^[^.]+$|\.(?:internal|local|lan|intranet|private|corp|home\.arpa|svc|cluster\.local)$/

/** By the name alone: what it leads to is not asked. */
export function reachOf(hostname: string): Reach {
  const name = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  const version = isIP(name)
  if (version !== 0) {
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (LOOPBACK.check(name, family)) return 'machine'
    return PRIVATE.check(name, family) ? 'network' : 'internet'
  }
  if (name === 'localhost' || name.endsWith('.localhost')) return 'machine'
  return INTERNAL_NAME.test(name) ? 'network' : 'internet'
}

/** Whether an address of a socket is within the operator's own networks. */
export function isOwnNetwork(address: string): boolean {
  return reachOf(address.replace(/^::ffff:/i, '')) !== 'internet'
}

/**
 * The secrets among those given that would be read by whoever is on the way (OPS-13).
 * @param targets each secret's variable with the address it goes to and that one's variable
 */
export function clearTexts(targets: ReadonlyArray<{ secret: string; address: string; url: string }>): ClearText[] {
  const found = targets.flatMap(({ secret, address, url }) => {
    const { protocol, hostname, host } = URL.parse(url) ?? { protocol: '', hostname: '', host: '' }
    const isClear = protocol === 'http:' || protocol === 'redis:'
    return isClear && reachOf(hostname) !== 'machine' ? [{ secret, address, host }] : []
  })
  const distinct = new Map(found.map((one) => [`${one.secret} ${one.host}`, one]))
  return [...distinct.values()]
}
