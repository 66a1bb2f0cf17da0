/** Why a source could not answer. */
export type FailureReason =
  | 'timeout'
  | 'unreachable'
  /** The answer began, and ended too early or cannot be unpacked. */
  | 'incomplete'
  | 'status'
  | 'too-large'
  | 'redirect'
  | 'not-json'
  /** It has failed too often of late, and is not asked for a while. */
  | 'open'
  /** Too many calls are under way. */
  | 'busy'
  /** No source is configured for what was asked. */
  | 'refused'

/** What is known beside the reason. */
export interface FailureFacts {
  /** The HTTP status, where that is the reason. */
  status?: number
  /** Unreachable, but there was a connection: it ended without an answer. */
  isCutOff?: boolean
}

/** The source failed; the content may exist all the same. Pages answer 503 when nothing stale is left. */
export class SourceError extends Error {
  override readonly name = 'SourceError'

  constructor(
    /** `GET /wp-json/hub/v2/page/5257367` */
    readonly call: string,
    readonly reason: FailureReason,
    detail: string,
    readonly facts: FailureFacts = {},
  ) {
    super(`${call}: ${reason}: ${detail}`)
  }
}

/** Whether a call was not made: that says nothing of what it asked for. */
export function isRefusal(error: unknown): boolean {
  return error instanceof SourceError && (error.reason === 'open' || error.reason === 'busy')
}
