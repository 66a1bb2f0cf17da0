import type { FailureReason } from '../../observability/host-watch.ts'
import { plainPath } from '../../observability/log/plain-path.ts'

export interface FailureFacts {
  status?: number
  isCutOff?: boolean
  /** The last call to the URL has just failed like this, so there was none (RES-4). */
  isRecalled?: boolean
}

/** The content may still exist; pages without a stale copy respond with 503. */
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

/** Removes the query and a reader's words, for logs and traces (OBS-47). */
export function plainCall(call: string): string {
  const blank = call.indexOf(' ')
  return blank === -1 ? call : `${call.slice(0, blank)} ${plainPath(call.slice(blank + 1))}`
}

/** There was no call, so the error says nothing about the content. */
export function isRefusal(error: unknown): boolean {
  return error instanceof SourceError && (error.reason === 'open' || error.reason === 'busy')
}

/** The CMS refuses this call, now and later. */
export function isClosed(error: unknown): boolean {
  const { status } = error instanceof SourceError ? error.facts : {}
  return status !== undefined && !isIll(status)
}

/** For a `catch`. @throws unless the call is closed */
export function noneIfClosed(error: unknown): undefined {
  if (!isClosed(error)) throw error
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
 * @param took milliseconds
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
