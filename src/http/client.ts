import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import proxyAddress from 'proxy-addr'
import type { TrustProxy } from './strict-transport.ts'

/** Whatever a proxy wrote in the place of an address is not worth more. Characters. */
const MAX_LENGTH = 64
/** Of the eight groups of an IPv6 address: the network, in which a household has all addresses (RFC 6177). */
const NETWORK_GROUPS = 4
const IPV4_IN_IPV6 = /^::ffff:(?=\d+\.)/i

/** Who asks, as far as that can be told: the address that Express would take for theirs, of IPv6 the /64 network. */
export function clientOf(request: IncomingMessage, trusts: TrustProxy): string {
  const address = (proxyAddress(request, trusts) || '').slice(0, MAX_LENGTH).replace(IPV4_IN_IPV6, '')
  return isIPv4(address) || !isIPv6(address) ? address : networkOf(address)
}

function networkOf(address: string): string {
  const [start = '', end] = address.split('%', 1)[0]?.split('::', 2) ?? []
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(start), groups(end ?? '')]
  // An IPv4 address at the end stands for two groups.
  const known = first.length + last.length + (last.at(-1)?.includes('.') ? 1 : 0)
  const all = end === undefined ? first : [...first, ...Array.from({ length: 8 - known }, () => '0'), ...last]
  return `${all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::`
}
