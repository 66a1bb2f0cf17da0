import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** An id from a proxy goes into logs and a header, so it must be short and plain. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

export function requestIdOf({ headers }: IncomingMessage): string {
  const received = headers['x-request-id']
  return typeof received === 'string' && REQUEST_ID.test(received) ? received : randomUUID()
}
