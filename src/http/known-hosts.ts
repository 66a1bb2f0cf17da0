import type { RequestListener } from 'node:http'
import { bareAnswer } from './bare-answer.ts'
import { remember } from './remember.ts'

/** The operator's: balancers ask for them by an address of the machine. */
const OPERATIONS = /^\/(?:healthz|readyz|version|metrics|ops\/purge)(?:[?]|$)/
const MAX_KNOWN_HOSTS = 64

/**
 * Refuses what is for a host that is none of the services' (UNKNOWN_HOSTS=refuse, OPS-12): a cache in front would keep
 * a copy of each page for every such name, and links in it would be believed to be that host's.
 * @param isKnown of the `Host` header
 */
export function knownHosts(listener: RequestListener, isKnown: (host: string) => boolean): RequestListener {
  const knows = remember(isKnown, MAX_KNOWN_HOSTS)
  return (request, response) => {
    if (knows(request.headers.host ?? '') || OPERATIONS.test(request.url ?? '')) listener(request, response)
    else bareAnswer(response, 421)
  }
}
