import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { embeddedIpv4 } from '../embedded-address.ts'

/** Networks that are not the internet (the special-purpose registries of RFC 6890), and multicast. */
const INTERNAL = blockList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
)
/** All that is the internet of IPv6 (RFC 4291, 2.4), and what of it is not: tunnels, documentation, protocols. */
const GLOBAL = blockList('2000::/3')
const NOT_GLOBAL = blockList('2001::/23 2001:db8::/32 2002::/16 3fff::/20')

/**
 * Keeps an import from asking machines of the operator's own network on behalf of the file that it reads (COST-78). A
 * name is looked up for the check and again for the request: one that changes between the two is not caught, and a
 * picture is all that could be had.
 * @param allowed hosts, with their ports, that the operator has named, wherever they are; `any`: all of them
 * @returns rejects for an address that must not be asked
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
  // Without the zone that a system writes behind an address of one link.
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
