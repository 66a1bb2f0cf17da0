/** Never a query, credential or personal data. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export type SpanKind = 'internal' | 'client'

export type TraceHeaders = { traceparent: string }

/** Undefined without tracing (docs/decisions/040). */
export interface Span {
  child(name: string, kind: SpanKind, attributes?: Attributes): Span
  set(attributes: Attributes): void
  /** @param failure in the portal's words; absent: success */
  end(failure?: string): void
  headers(): TraceHeaders
}

export interface Tracing {
  /** @param parent `traceparent` of a trusted caller */
  request(name: string, attributes: Attributes, parent?: string): Span
}

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

export interface TelemetrySettings {
  traces: boolean
  metrics: boolean
}
