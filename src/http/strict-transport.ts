import type { IncomingMessage, RequestListener } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** Whether an address that a request came from is a proxy of the operator's own, by Express' reckoning. */
export type TrustProxy = (address: string, hop: number) => boolean
/** Told of an address that says whom it asks for, or by which scheme, and is not believed. */
export type Disbelief = (address: string) => void

export const STRICT_TRANSPORT_HEADER = 'strict-transport-security'
/** Two years, as browsers' preload lists ask. Seconds. */
const MAX_AGE = `max-age=${2 * 365 * 24 * 3600}`
/** What is bound to https: this host, those below it as well, and that browsers may know it before the first visit. */
export const STRICT_TRANSPORT_POLICIES = {
  off: undefined,
  host: MAX_AGE,
  subdomains: `${MAX_AGE}; includeSubDomains`,
  preload: `${MAX_AGE}; includeSubDomains; preload`,
} as const
export type StrictTransportScope = keyof typeof STRICT_TRANSPORT_POLICIES

export interface StrictTransportSettings {
  scope: StrictTransportScope
  trusts: TrustProxy
  /** Told of who says by which scheme a request came, and is not believed. */
  disbelieve: Disbelief
}

/**
 * Tells browsers to come by https from then on, when they did (OPS-11). In front of the page cache, whose pages are the
 * same for both.
 */
export function strictTransport(
  listener: RequestListener,
  { scope, trusts, disbelieve }: StrictTransportSettings,
): RequestListener {
  const policy = STRICT_TRANSPORT_POLICIES[scope]
  return (request, response) => {
    const isByHttps = isSecure(request, trusts, disbelieve)
    if (isByHttps && policy !== undefined) response.setHeader(STRICT_TRANSPORT_HEADER, policy)
    listener(request, response)
  }
}

function isSecure({ socket, headers }: IncomingMessage, trusts: TrustProxy, disbelieve: Disbelief): boolean {
  if ((socket as Partial<TLSSocket>).encrypted) return true
  const forwarded = headers['x-forwarded-proto']
  if (forwarded === undefined) return false
  const { remoteAddress = '' } = socket
  if (!trusts(remoteAddress, 0)) {
    disbelieve(remoteAddress)
    return false
  }
  const [scheme] = String(forwarded).split(',', 1)
  return scheme?.trim().toLowerCase() === 'https'
}
