import type { IncomingMessage, RequestListener } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { forBrowsers } from '../../system/cache-headers.ts'
import { memoizeBounded } from '../../system/memoize.ts'
import { isOperation } from './known-hosts.ts'
import { sendMinimal } from './minimal-response.ts'
import type { TrustProxy } from './strict-transport.ts'

const MAX_KNOWN_HOSTS = 64
/** (RFC 8555, 8.3) */
const CHALLENGE = /^\/\.well-known\/acme-challenge\//
/** A permanent mistake would stay in browsers. */
const CACHE_CONTROL = forBrowsers(3600)

export type Redirecting = (host: string, url: string) => { status: number; location?: string } | undefined

/** `x-query: counts` asks caches in front for the reader's query, which the operator's table uses (DEP-25). */
const QUERY_HEADER = 'x-query'

export interface RedirectSettings {
  /** Of a `Host` that is the site's, but for `www.`. */
  canonicalOf: (host: string) => { origin: string; isOwn: boolean } | undefined
  trusts: TrustProxy
  /** False: HTTPS_REDIRECT=off. */
  toHttps: boolean
  redirecting?: Redirecting
  countsQuery?: (host: string, url: string) => boolean
  onRedirect?: RequestListener
}

/** Leads reads, in one redirect, to a site's origin (OPS-17) and to where the operator's table says (SITE-18). */
export function redirects(
  listener: RequestListener,
  { canonicalOf, trusts, toHttps, redirecting, countsQuery = () => false, onRedirect = () => {} }: RedirectSettings,
): RequestListener {
  const known = memoizeBounded((host) => ({ canonical: canonicalOf(host) }), MAX_KNOWN_HOSTS)
  const isUpgradable = ({ origin }: { origin: string }, request: IncomingMessage): boolean =>
    origin.startsWith('https:') && isPlain(request, trusts)
  return (request, response) => {
    const { method, url = '', headers } = request
    const host = headers.host ?? ''
    const { canonical } = known(host)
    const isElsewhere = canonical !== undefined && (!canonical.isOwn || (toHttps && isUpgradable(canonical, request)))
    if (!isElsewhere && redirecting === undefined) return listener(request, response)
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/') || isOperation(url)) {
      return listener(request, response)
    }
    if (countsQuery(host, url)) response.setHeader(QUERY_HEADER, 'counts')
    const redirect = redirecting?.(host, url)
    if (!redirect && (!isElsewhere || CHALLENGE.test(url))) return listener(request, response)
    const { status, location = url } = redirect ?? { status: 301 }
    onRedirect(request, response)
    if (status === 410) return sendMinimal(response, status, { 'cache-control': CACHE_CONTROL })
    const target = isElsewhere && location.startsWith('/') ? `${canonical.origin}${location}` : location
    sendMinimal(response, status, { location: target, 'cache-control': CACHE_CONTROL })
  }
}

/** Nothing says it without a trusted proxy. */
function isPlain({ socket, headers }: IncomingMessage, trusts: TrustProxy): boolean {
  const forwarded = headers['x-forwarded-proto']
  if (forwarded === undefined || (socket as Partial<TLSSocket>).encrypted) return false
  const [scheme] = String(forwarded).split(',', 1)
  return scheme?.trim().toLowerCase() === 'http' && trusts(socket.remoteAddress ?? '', 0)
}
