/**
 * `missing`: the host does not have the file. `refused`: this server does not fetch it. `unreachable`, `late`,
 * `failed`: no connection, not in time, or a response that is no file; it may be there again soon.
 */
export type MediaProblem = 'missing' | 'refused' | 'too-large' | 'unreachable' | 'late' | 'failed'

export class MediaError extends Error {
  override readonly name = 'MediaError'

  constructor(
    readonly problem: MediaProblem,
    detail: string,
  ) {
    super(`${problem}: ${detail}`)
  }
}

/** Whether another try would end the same. */
export function isLasting({ problem }: MediaError): boolean {
  return problem === 'missing' || problem === 'refused' || problem === 'too-large'
}
