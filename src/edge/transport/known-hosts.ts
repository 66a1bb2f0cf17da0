import type { RequestListener } from 'node:http'
import { memoizeBounded } from '../../system/memoize/bounded.ts'
import { sendMinimal } from './minimal-response.ts'

/** Balancers request these by the machine's address. */
const OPERATIONS = /^\/(?:healthz|readyz|version|metrics|ops\/purge)(?:[?]|$)/
const MAX_KNOWN_HOSTS = 64

export function isOperation(url: string): boolean {
  return OPERATIONS.test(url)
}

/**
 * Refuses requests for unknown hosts (UNKNOWN_HOSTS=refuse, OPS-12): a cache in front would store a copy of each page
 * for every such name.
 * @param isKnown of the `Host` header
 */
export function knownHosts(listener: RequestListener, isKnown: (host: string) => boolean): RequestListener {
  const knows = memoizeBounded(isKnown, MAX_KNOWN_HOSTS)
  return (request, response) => {
    if (knows(request.headers.host ?? '') || isOperation(request.url ?? '')) listener(request, response)
    else sendMinimal(response, 421)
  }
}
