import { BlockList, isIP } from 'node:net'
import { embeddedIpv4 } from './embedded-address.ts'

/** Networks outside the public internet (the special-purpose registries of RFC 6890), and multicast. */
const INTERNAL = blockList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
)
/** The public range of IPv6 (RFC 4291, 2.4), and the exceptions in it: tunnels, documentation, protocols. */
const GLOBAL = blockList('2000::/3')
const NOT_GLOBAL = blockList('2001::/23 2001:db8::/32 2002::/16 3fff::/20')

/**
 * Whether an IP address is outside the public internet (COST-78, IMG-21).
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
