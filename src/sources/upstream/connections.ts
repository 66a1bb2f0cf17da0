import type { LookupFunction } from 'node:net'
import { HttpAgent, HttpsAgent } from 'agentkeepalive'

/** Maximum time before a host's name is resolved again, however busy its connections are. Milliseconds. */
const MAX_AGE = 30_000
/** Less than five seconds, the idle timeout of most servers. Milliseconds. */
const MAX_IDLE = 4000

export interface ConnectionSettings {
  /** Resolves a name to an IP address; by default the system's resolver, which Node does not cache. */
  lookup?: LookupFunction
  /** Milliseconds for which a connection accepts new calls; running calls are not cut off. */
  maxAge?: number
}

/** Keep-alive connections with a maximum age: a CMS may move to another IP address. */
export interface Connections {
  httpAgent: HttpAgent
  httpsAgent: HttpsAgent
}

export function createConnections({ lookup, maxAge = MAX_AGE }: ConnectionSettings = {}): Connections {
  // No limit of sockets: calls queue in bulkheads, with a deadline. No timeout: calls have one of their own.
  const options = { timeout: 0, freeSocketTimeout: MAX_IDLE, socketActiveTTL: maxAge, ...(lookup && { lookup }) }
  return { httpAgent: new HttpAgent({ ...options }), httpsAgent: new HttpsAgent({ ...options }) }
}
