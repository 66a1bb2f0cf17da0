/** The reason why a source failed. */
export type FailureReason =
  | 'timeout'
  | 'unreachable'
  /** The response began, but ended early or cannot be decompressed. */
  | 'incomplete'
  | 'status'
  | 'too-large'
  | 'redirect'
  | 'not-json'
  /** The host failed too often, and gets no calls for a while. */
  | 'open'
  /** Too many calls are under way. */
  | 'busy'
  /** No source is configured for the request. */
  | 'refused'

export type BreakerState = 'closed' | 'half-open' | 'open'

/** Why a call was not made: the breaker is open, a queue is full, or its URL has just failed. */
export type Refusal = 'open' | 'busy' | 'failing'

/** Observes the calls between the portal and a host. */
export interface HostWatch {
  /** A call was made: a first try, a retry or a probe. */
  tried(host: string, outcome: 'ok' | FailureReason, seconds: number): void
  /** A call was refused. */
  refused(host: string, reason: Refusal): void
  breaker(host: string, state: BreakerState): void
  /** Other output stands around the JSON of a call. @param words without markup */
  noticed?(host: string, call: string, words: string): void
  /** A host is used for the first time. */
  opened?(host: string, bulkheads: HostBulkheads): void
}

/** Calls of one kind to a host share a bulkhead. */
export type BulkheadName = 'pages' | 'beside' | 'searches' | 'lists'

/** The current calls of each bulkhead. */
export type HostBulkheads = Readonly<Record<BulkheadName, { running(): number; waiting(): number }>>
