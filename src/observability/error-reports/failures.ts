/** Context of a failure. About the reader it contains nothing but the page's path. */
export interface FailureContext {
  /** `page`: a page failed to render. `request`: any other response failed. `process`: the process is about to end. */
  where: 'page' | 'request' | 'process'
  requestId?: string
  /** As requested, with or without a query. */
  url?: string
  service?: string
}

/** Receives failures that need attention. Never throws, and works in the background. */
export interface Failures {
  report(error: unknown, context: FailureContext): void
  /**
   * Resolves when the reports have been sent, or never will be.
   * @param limit longest wait, in milliseconds
   */
  sent(limit: number): Promise<void>
}
