import type { LookupFunction } from 'node:net'
import { HttpAgent, HttpsAgent } from 'agentkeepalive'

/** A host's address is asked for anew within this time, however busy its connections are. Milliseconds. */
const MAX_AGE = 30_000
/** Less than the five seconds after which most servers close a connection that nothing comes by. Milliseconds. */
const MAX_IDLE = 4000

export interface ConnectionSettings {
  /** Name to address; by default the system's, which Node does not cache. */
  lookup?: LookupFunction
  /** Milliseconds that a connection is used for new calls; a call under way is not cut off. */
  maxAge?: number
}

/** Connections that are kept and used again, for a while: a CMS may move to another address. */
export interface Connections {
  httpAgent: HttpAgent
  httpsAgent: HttpsAgent
}

export function createConnections({ lookup, maxAge = MAX_AGE }: ConnectionSettings = {}): Connections {
  // No bound on sockets: calls wait in lanes, where they have a deadline. No timeout: they have one of their own.
  const options = { timeout: 0, freeSocketTimeout: MAX_IDLE, socketActiveTTL: maxAge, ...(lookup && { lookup }) }
  return { httpAgent: new HttpAgent({ ...options }), httpsAgent: new HttpsAgent({ ...options }) }
}
