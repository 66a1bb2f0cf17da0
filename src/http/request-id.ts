import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** An id that a proxy gave may be kept when it is short and plain: it will stand in logs and in a header. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/** The name that a request has been given, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}
