export type FailureReason =
  | 'timeout'
  | 'unreachable'
  /** It ended early or cannot be decompressed. */
  | 'incomplete'
  | 'status'
  | 'too-large'
  | 'redirect'
  | 'not-json'
  /** The host gets no calls for a while. */
  | 'open'
  | 'busy'
  /** It has no source. */
  | 'refused'

export type BreakerState = 'closed' | 'half-open' | 'open'

export type Refusal = 'open' | 'busy' | 'failing'

export interface HostWatch {
  tried(host: string, outcome: 'ok' | FailureReason, seconds: number): void
  refused(host: string, reason: Refusal): void
  breaker(host: string, state: BreakerState): void
  /** Other output surrounds JSON. @param words without markup */
  noticed?(host: string, call: string, words: string): void
  opened?(host: string, bulkheads: HostBulkheads): void
}

export type BulkheadName = 'pages' | 'beside' | 'searches' | 'lists'

export type HostBulkheads = Readonly<Record<BulkheadName, { running(): number; waiting(): number }>>
