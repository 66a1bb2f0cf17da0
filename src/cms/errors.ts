/** Why a source could not answer. */
export type FailureReason = 'timeout' | 'unreachable' | 'status' | 'too-large' | 'redirect' | 'not-json' | 'refused'

/** The source failed; the content may exist all the same. Pages answer 503 when nothing stale is left. */
export class SourceError extends Error {
  override readonly name = 'SourceError'

  constructor(
    /** `GET /wp-json/hub/v2/page/5257367` */
    readonly call: string,
    readonly reason: FailureReason,
    detail: string,
  ) {
    super(`${call}: ${reason}: ${detail}`)
  }
}
