/** What is told of a span. Never a query, a credential, or anything of a reader. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** `client`: a call of another server. */
export type SpanKind = 'internal' | 'client'

export type TraceHeaders = { traceparent: string }

/**
 * A piece of the work for one request, with a beginning and an end. It is handed on from function to function
 * (docs/decisions/040); where nothing is traced there is none.
 */
export interface Span {
  child(name: string, kind: SpanKind, attributes?: Attributes): Span
  set(attributes: Attributes): void
  /** @param failure what came of it, in a word of ours; absent: it went well */
  end(failure?: string): void
  /** What another server is sent to go on with the same trace (W3C Trace Context). */
  headers(): TraceHeaders
}

export interface Tracing {
  /** @param parent a `traceparent` of a caller that is believed */
  request(name: string, attributes: Attributes, parent?: string): Span
}

/** Does a piece of work, in a span where the work around it has one. */
export async function inSpan<T>(
  around: Span | undefined,
  name: string,
  kind: SpanKind,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!around) return work(undefined)
  const span = around.child(name, kind)
  try {
    const value = await work(span)
    span.end()
    return value
  } catch (error) {
    span.end(error instanceof Error ? error.name : typeof error)
    throw error
  }
}
