import { SourceError } from './errors.ts'

/**
 * What a failed call says of its host. `away`: no connection. `silent`: no response in time. `faulty`: an error of
 * the host. `well`: a refusal of this call only. `unclear`: nothing.
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
