export interface FailureContext {
  /** `process`: it is about to end. */
  where: 'page' | 'request' | 'process'
  requestId?: string
  url?: string
  service?: string
}

export interface Failures {
  report(error: unknown, context: FailureContext): void
  sent(limit: number): Promise<void>
}

export interface ErrorReportSettings {
  dsn: string
  environment: string
}

export interface Sender {
  send(error: unknown, context: FailureContext, repeated: number): void
  flush(limit: number): Promise<unknown>
}
