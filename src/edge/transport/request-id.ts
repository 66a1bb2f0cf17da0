import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TrustProxy } from './strict-transport.ts'

/** A proxy's id goes into logs and a header. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

export function requestIdOf({ headers }: IncomingMessage): string {
  const received = headers['x-request-id']
  return typeof received === 'string' && REQUEST_ID.test(received) ? received : randomUUID()
}

/** Undefined for an untrusted caller (OBS-5). */
export type ParentOf = (request: IncomingMessage) => string | undefined

export function believedParent(trusts: TrustProxy): ParentOf {
  return ({ headers, socket }) => {
    const { traceparent } = headers
    return typeof traceparent === 'string' && trusts(socket.remoteAddress ?? '', 0) ? traceparent : undefined
  }
}
