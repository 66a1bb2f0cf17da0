import { BlockList, isIP } from 'node:net'

export type Reach = 'machine' | 'network' | 'internet'

export interface ClearText {
  secret: string
  address: string
  host: string
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')
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
const INTERNAL_NAME = /^[^.]+$|\.(?:internal|local|lan|intranet|private|corp|home\.arpa|svc|cluster\.local)$/

/** Judges by the name, without a DNS lookup. */
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

export function isOwnNetwork(address: string): boolean {
  return reachOf(address.replace(/^::ffff:/i, '')) !== 'internet'
}

/** @param targets each secret's variable, its URL and the variable of that URL (OPS-13) */
export function clearTexts(targets: ReadonlyArray<{ secret: string; address: string; url: string }>): ClearText[] {
  const exposed = targets.flatMap(({ secret, address, url }) => {
    const parsed = URL.parse(url)
    const { protocol, hostname, host } = parsed ?? { protocol: '', hostname: '', host: '' }
    const isClear = protocol === 'http:' || protocol === 'redis:' || (parsed && isClearDatabase(parsed))
    return isClear && reachOf(hostname) !== 'machine' ? [{ secret, address, host }] : []
  })
  const distinct = new Map(exposed.map((one) => [`${one.secret} ${one.host}`, one]))
  return [...distinct.values()]
}

function isClearDatabase({ protocol, hostname, searchParams }: URL): boolean {
  if (/^%2f/i.test(hostname)) return false
  return /^postgres(?:ql)?:$/.test(protocol) && /^(?:disable|allow|prefer)$/.test(searchParams.get('sslmode') ?? '')
}
