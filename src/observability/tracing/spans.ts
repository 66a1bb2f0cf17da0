import {
  type Context,
  SpanKind as Kind,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace'
import type { Span, SpanKind, TraceHeaders, Tracing } from './span.ts'

const KINDS = { internal: Kind.INTERNAL, client: Kind.CLIENT } as const satisfies Record<SpanKind, Kind>

export function spansOf(tracer: Tracer): Tracing {
  const recorded = (span: OtelSpan): Span => {
    const below = trace.setSpan(ROOT_CONTEXT, span)
    return {
      child: (name, kind, attributes = {}) =>
        recorded(tracer.startSpan(name, { kind: KINDS[kind], attributes }, below)),
      set: (attributes) => void span.setAttributes(attributes),
      end(failure) {
        if (failure !== undefined) {
          span.setAttribute('error.type', failure)
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
        span.end()
      },
      headers: () => headersOf(span),
    }
  }
  return {
    request(name, attributes, parent) {
      const span = tracer.startSpan(name, { kind: Kind.SERVER, attributes }, contextOf(parent))
      return span.isRecording() ? recorded(span) : unrecorded(span)
    },
  }
}

function unrecorded(span: OtelSpan): Span {
  const own: Span = { child: () => own, set: () => {}, end: () => {}, headers: () => headersOf(span) }
  return own
}

function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent)
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

/** W3C Trace Context, version 00. */
function headersOf(span: OtelSpan): TraceHeaders {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return { traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` }
}

/**
 * A caller cannot make the portal do more (OBS-7).
 * @param share of requests, 0 to 1
 */
export function recordedShare(share: number, chance: () => number = Math.random): Sampler {
  return {
    shouldSample(context) {
      const parent = trace.getSpanContext(context)
      // Only recorded spans have children.
      const isRecorded = parent !== undefined && parent.isRemote !== true ? true : chance() < share
      return { decision: isRecorded ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }
    },
    toString: () => `share ${share}`,
  }
}
