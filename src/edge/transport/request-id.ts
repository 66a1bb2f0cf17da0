import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** An id from a proxy is used if it is short and plain, because it goes into logs and a header. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/** The request's own id, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const received = headers['x-request-id']
  return typeof received === 'string' && REQUEST_ID.test(received) ? received : randomUUID()
}
