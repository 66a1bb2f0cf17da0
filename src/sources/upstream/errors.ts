import type { FailureReason } from '../../observability/host-watch.ts'
import { plainPath } from '../../observability/log/plain-path.ts'

/** Details in addition to the reason. */
export interface FailureFacts {
  /** The HTTP status, where that is the reason. */
  status?: number
  /** Unreachable after a connection that ended without a response. */
  isCutOff?: boolean
  /** The call was not made: the last one to its URL failed like this a moment ago (RES-19). */
  isRecalled?: boolean
}

/** The source failed; the content may still exist. Pages respond with 503 when nothing stale is left. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly #detail: string

  constructor(
    /** `GET /wp-json/hub/v2/page/5257367` */
    readonly call: string,
    readonly reason: FailureReason,
    detail: string,
    readonly facts: FailureFacts = {},
  ) {
    super(`${plainCall(call)}: ${reason}: ${detail}`)
    this.#detail = detail
  }

  /** The same failure for another call, which is not made. */
  recalled(): SourceError {
    return new SourceError(this.call, this.reason, this.#detail, { ...this.facts, isRecalled: true })
  }
}

/** A call for logs and traces: without its query, and without a reader's words in its path (OBS-47). */
export function plainCall(call: string): string {
  const blank = call.indexOf(' ')
  return blank === -1 ? call : `${call.slice(0, blank)} ${plainPath(call.slice(blank + 1))}`
}

/** Whether a call was not made, so that the error tells nothing about the content. */
export function isRefusal(error: unknown): boolean {
  return error instanceof SourceError && (error.reason === 'open' || error.reason === 'busy')
}
