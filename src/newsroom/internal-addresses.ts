import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { embeddedIpv4 } from '../network/embedded-address.ts'

/** Networks outside the public internet (the special-purpose registries of RFC 6890), and multicast. */
const INTERNAL = blockList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
)
/** The public range of IPv6 (RFC 4291, 2.4), and the exceptions in it: tunnels, documentation, protocols. */
const GLOBAL = blockList('2000::/3')
const NOT_GLOBAL = blockList('2001::/23 2001:db8::/32 2002::/16 3fff::/20')

/**
 * Keeps an import file from sending requests to machines in the operator's own network (COST-78). The check and the
 * request resolve a name separately: a name that changes between the two passes, and could yield at most an image.
 * @param allowed hosts, with their ports, that the operator allows anywhere; `any`: all of them
 * @returns a check that rejects for a URL that must not be requested
 */
export function createAddressCheck(allowed: ReadonlySet<string> | 'any'): (url: URL) => Promise<void> {
  return async (url) => {
    if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is no address of the web`)
    if (allowed === 'any' || allowed.has(url.host)) return
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(name) === 0 ? (await lookup(name, { all: true })).map(({ address }) => address) : [name]
    if (addresses.some(isInternal)) throw new Error('an address of the internal network; --internal-hosts allows it')
  }
}

function isInternal(address: string): boolean {
  // Without the zone that a system appends to a link-local address.
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
