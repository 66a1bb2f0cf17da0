import type { IncomingMessage } from 'node:http'
import type { TrustProxy } from './strict-transport.ts'

/** The `traceparent` of a request; undefined for an untrusted caller (OBS-6). */
export type ParentOf = (request: IncomingMessage) => string | undefined

/** Trusts only the operator's own proxies. */
export function believedParent(trusts: TrustProxy): ParentOf {
  return ({ headers, socket }) => {
    const { traceparent } = headers
    return typeof traceparent === 'string' && trusts(socket.remoteAddress ?? '', 0) ? traceparent : undefined
  }
}
