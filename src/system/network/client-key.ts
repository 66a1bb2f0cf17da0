import { isIPv6 } from 'node:net'
import { embeddedIpv4, groupsOf } from './embedded-address.ts'

const MAX_LENGTH = 64
/** A household has a whole /64 network of IPv6 (RFC 6177): four groups. */
const NETWORK_GROUPS = 4

/**
 * The part that all addresses of one client share (COST-58, COST-79): the IPv4 address, even when a translator embeds
 * it, or the /64 network of an IPv6 address.
 */
export function clientKey(written: string): string {
  const address = written.slice(0, MAX_LENGTH)
  if (!isIPv6(address)) return address
  return embeddedIpv4(address) ?? networkOf(address)
}

function networkOf(address: string): string {
  const network = groupsOf(address).slice(0, NETWORK_GROUPS)
  return `${network.map((group) => group.toString(16)).join(':')}::`
}
