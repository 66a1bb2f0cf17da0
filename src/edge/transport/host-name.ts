import { isIPv6 } from 'node:net'

/** Longest DNS name, dots included (RFC 1035, 2.3.4). */
const MAX_NAME = 253
const MAX_PORT = 65_535
/** A name, an IPv4 address or a bracketed IPv6 address, then a port that may be empty (RFC 3986, 3.2.2 and 3.2.3). */
const AUTHORITY = /^(?:([a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?)\.?|\[([0-9a-f:.]+)\])(?::(\d{0,5}))?$/i

/** Whether a `Host` names a valid host (SEC-1). The URL grammar allows more, which no DNS name has. */
export function isHostName(host: string): boolean {
  const [, name, address, port = ''] = AUTHORITY.exec(host) ?? []
  if (Number(port) > MAX_PORT) return false
  if (address !== undefined) return isIPv6(address)
  return name !== undefined && name.length <= MAX_NAME && !name.includes('..')
}
