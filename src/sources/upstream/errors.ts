import type { FailureReason } from '../../observability/host-watch.ts'
import { plainPath } from '../../observability/log/plain-path.ts'

export interface FailureFacts {
  status?: number
  isCutOff?: boolean
  /** The call was not made, because the last one to its URL failed like this a moment ago (RES-19). */
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

  recalled(): SourceError {
    return new SourceError(this.call, this.reason, this.#detail, { ...this.facts, isRecalled: true })
  }
}

/** Removes the query and a reader's words from a call, for logs and traces (OBS-47). */
export function plainCall(call: string): string {
  const blank = call.indexOf(' ')
  return blank === -1 ? call : `${call.slice(0, blank)} ${plainPath(call.slice(blank + 1))}`
}

/** Whether a call was not made, so that the error says nothing about the content. */
export function isRefusal(error: unknown): boolean {
  return error instanceof SourceError && (error.reason === 'open' || error.reason === 'busy')
}

/**
 * `away`: no connection. `silent`: no response in time. `faulty`: an error of the host. `well`: a refusal of this call
 * only. `unclear`: says nothing of the host.
 */
export type FailureClass = 'away' | 'silent' | 'faulty' | 'well' | 'unclear'

const TOO_MANY_REQUESTS = 429

export function isIll(status: number): boolean {
  return status >= 500 || status === TOO_MANY_REQUESTS
}

/**
 * @param took duration of the call in milliseconds
 * @param silence milliseconds without a response that count against the host
 */
export function failureClassOf(error: unknown, took: number, silence: number): FailureClass {
  if (!(error instanceof SourceError)) return 'unclear'
  switch (error.reason) {
    case 'unreachable':
      return error.facts.isCutOff ? 'silent' : 'away'
    case 'timeout':
      return took >= silence ? 'silent' : 'unclear'
    case 'status':
      return isIll(error.facts.status ?? 500) ? 'faulty' : 'well'
    default:
      return 'faulty'
  }
}
