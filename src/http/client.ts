import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddress from 'proxy-addr'
import { embeddedIpv4, groupsOf } from '../embedded-address.ts'
import type { TrustProxy } from './strict-transport.ts'

/** Whatever a proxy wrote in the place of an address is not worth more. Characters. */
const MAX_LENGTH = 64
/** Of the eight groups of an IPv6 address: the network, in which a household has all addresses (RFC 6177). */
const NETWORK_GROUPS = 4

/** Who asks, as far as that can be told: what the address that Express would take for theirs is counted as. */
export function clientOf(request: IncomingMessage, trusts: TrustProxy): string {
  return clientKey(proxyAddress(request, trusts) || '')
}

/**
 * What one client has in common over its addresses (COST-58, COST-79): an IPv4 address, also one that a translator hands
 * on, or the /64 network of an IPv6 address.
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
