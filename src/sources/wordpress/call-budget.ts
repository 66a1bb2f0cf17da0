import type { Span } from '../../observability/tracing/span.ts'
import type { Rank } from '../source.ts'

/** Limits all calls of one question to the source. */
export interface CallBudget {
  rank: Rank
  left(): number
  span?: Span | undefined
}

/** @param milliseconds limit for all calls together, from now on */
export function createBudget(rank: Rank, milliseconds: number, span?: Span): CallBudget {
  const end = performance.now() + milliseconds
  return { rank, span, left: () => Math.max(1, end - performance.now()) }
}
