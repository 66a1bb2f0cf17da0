import type { IncomingMessage, RequestListener } from 'node:http'
import type { TLSSocket } from 'node:tls'

export type TrustProxy = (address: string, hop: number) => boolean
export type Disbelief = (address: string) => void

export const STRICT_TRANSPORT_HEADER = 'strict-transport-security'
/** Browsers' preload lists require two years. Seconds. */
const MAX_AGE = `max-age=${2 * 365 * 24 * 3600}`
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
  disbelieve: Disbelief
}

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
