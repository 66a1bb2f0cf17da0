/** Where something failed. Nothing of the reader who met it, but the path of the page. */
export interface FailureContext {
  /** `page`: one could not be rendered. `request`: any other answer. `process`: it is about to end. */
  where: 'page' | 'request' | 'process'
  requestId?: string
  /** As it was asked for, with or without a query. */
  address?: string
  service?: string
}

/** Told of failures that somebody should look at. Never throws, and nobody waits for it. */
export interface Failures {
  report(error: unknown, context: FailureContext): void
  /**
   * Resolves when what was reported has been sent, or will not be.
   * @param limit milliseconds that it is waited for at most
   */
  sent(limit: number): Promise<void>
}
