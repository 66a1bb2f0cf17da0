import type { RequestListener } from 'node:http'
import { isIPv6 } from 'node:net'
import { memoizeBounded } from '../../system/memoize.ts'
import { sendMinimal } from './minimal-response.ts'

/** Balancers use the machine's IP address. */
const OPERATIONS = /^\/(?:healthz|readyz|version|metrics|ops\/purge)(?:[?]|$)/
const MAX_KNOWN_HOSTS = 64

export function isOperation(url: string): boolean {
  return OPERATIONS.test(url)
}

/**
 * Keeps a cache in front from storing pages for unknown hosts (UNKNOWN_HOSTS=refuse, OPS-12).
 * @param isKnown of the `Host` header
 */
export function knownHosts(listener: RequestListener, isKnown: (host: string) => boolean): RequestListener {
  const knows = memoizeBounded(isKnown, MAX_KNOWN_HOSTS)
  return (request, response) => {
    if (knows(request.headers.host ?? '') || isOperation(request.url ?? '')) listener(request, response)
    else sendMinimal(response, 421)
  }
}

/** (RFC 1035, 2.3.4) */
const MAX_NAME = 253
const MAX_PORT = 65_535
/** A name, an IPv4 or a bracketed IPv6 address, with a port that may be empty (RFC 3986, 3.2.2 and 3.2.3). */
const AUTHORITY = /^(?:([a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?)\.?|\[([0-9a-f:.]+)\])(?::(\d{0,5}))?$/i

/** Is stricter than the URL grammar (SEC-1). */
export function isHostName(host: string): boolean {
  const [, name, address, port = ''] = AUTHORITY.exec(host) ?? []
  if (Number(port) > MAX_PORT) return false
  if (address !== undefined) return isIPv6(address)
  return name !== undefined && name.length <= MAX_NAME && !name.includes('..')
}
