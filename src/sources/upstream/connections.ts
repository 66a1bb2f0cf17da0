import type { LookupFunction } from 'node:net'
import { HttpAgent, HttpsAgent } from 'agentkeepalive'

/** Milliseconds until a host's name is resolved again. */
const MAX_AGE = 30_000
/** Milliseconds, less than most servers' idle timeout of five seconds. */
const MAX_IDLE = 4000

export interface ConnectionSettings {
  lookup?: LookupFunction
  /** Milliseconds for which a connection accepts calls. */
  maxAge?: number
}

/** Connections age because a CMS may move to another IP address. */
export interface Connections {
  httpAgent: HttpAgent
  httpsAgent: HttpsAgent
}

export function createConnections({ lookup, maxAge = MAX_AGE }: ConnectionSettings = {}): Connections {
  // Calls queue in bulkheads with a deadline, so sockets have no limit and no timeout.
  const options = { timeout: 0, freeSocketTimeout: MAX_IDLE, socketActiveTTL: maxAge, lookup }
  return { httpAgent: new HttpAgent({ ...options }), httpsAgent: new HttpsAgent({ ...options }) }
}
