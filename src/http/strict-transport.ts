import type { IncomingMessage, RequestListener } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** Whether an address that a request came from is a proxy of the operator's own, by Express' reckoning. */
export type TrustProxy = (address: string, hop: number) => boolean

export const STRICT_TRANSPORT_HEADER = 'strict-transport-security'
/** Two years, as browsers' preload lists ask. Seconds. */
export const STRICT_TRANSPORT_POLICY = `max-age=${2 * 365 * 24 * 3600}; includeSubDomains`

/**
 * Tells browsers to come by https from then on, when they did (decision 52). In front of the page cache, whose pages are
 * the same for both.
 */
export function strictTransport(listener: RequestListener, trusts: TrustProxy): RequestListener {
  return (request, response) => {
    if (isSecure(request, trusts)) response.setHeader(STRICT_TRANSPORT_HEADER, STRICT_TRANSPORT_POLICY)
    listener(request, response)
  }
}

function isSecure({ socket, headers }: IncomingMessage, trusts: TrustProxy): boolean {
  if ((socket as Partial<TLSSocket>).encrypted) return true
  const forwarded = headers['x-forwarded-proto']
  if (forwarded === undefined) return false
  const [scheme] = String(forwarded).split(',', 1)
  return scheme?.trim().toLowerCase() === 'https' && trusts(socket.remoteAddress ?? '', 0)
}
