import type { IncomingMessage } from 'node:http'
import type { Span } from '../tracing/span.ts'
import { isRevalidation } from './dispatch.ts'

/** How content is read for a request. */
export interface Reading {
  /** True for a background refresh, which must not be answered with stale content. */
  revalidate: boolean
  /** In which its calls of the CMS stand; absent: nothing is traced. */
  span?: Span
}

const spans = new WeakMap<IncomingMessage, Span>()

/** @returns the span of a request, or of what is done for it now */
export function spanOf(request: IncomingMessage): Span | undefined {
  return spans.get(request)
}

export function setSpan(request: IncomingMessage, span: Span): void {
  spans.set(request, span)
}

export function readingOf(request: IncomingMessage): Reading {
  const span = spans.get(request)
  return { revalidate: isRevalidation(request), ...(span && { span }) }
}
