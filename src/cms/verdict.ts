import { SourceError } from './errors.ts'

/**
 * What a failed call says of the host it asked. `away`: there was no connection. `silent`: there was, and no answer in
 * time, or none at all. `faulty`: an answer, but none of a host that is well. `well`: a refusal of this call only.
 * `unclear`: nothing.
 */
export type Verdict = 'away' | 'silent' | 'faulty' | 'well' | 'unclear'

const TOO_MANY_REQUESTS = 429

/** Whether a status is one of a host that is not well. */
export function isIll(status: number): boolean {
  return status >= 500 || status === TOO_MANY_REQUESTS
}

/**
 * @param took milliseconds that the host had
 * @param silence milliseconds without an answer that speak against the host
 */
export function verdictOf(error: unknown, took: number, silence: number): Verdict {
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
