import type { RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What the page cache did with the requests that reached it. Plain numbers: a hit costs a few microseconds in all. */
export interface CacheCounts {
  /** A fresh page was there. */
  hit: number
  /** An old one was, and a refresh began or failed lately. */
  stale: number
  /** There was none: it was rendered. */
  miss: number
  /** A rendering was under way already, and was waited for. */
  coalesced: number
}

export interface Metrics {
  cache: CacheCounts
  /** An answer of the application: a page that was rendered, an interface, a file. */
  answered(route: string, status: number, seconds: number): void
  /** A call of the content source. */
  asked(call: string, outcome: 'ok' | 'failed', seconds: number): void
  registry: Registry
}

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5]

/** Prometheus' figures of one process: its own (memory, event loop) and the portal's. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const cache: CacheCounts = { hit: 0, stale: 0, miss: 0, coalesced: 0 }
  new Counter({
    name: 'szpalta_page_cache_requests_total',
    help: 'Requests by what the page cache did with them',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(cache)) this.inc({ outcome }, count)
    },
  })
  const answers = new Histogram({
    name: 'szpalta_answer_seconds',
    help: 'Answers of the application by route and status',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const calls = new Histogram({
    name: 'szpalta_source_call_seconds',
    help: 'Calls of the content source by kind and outcome',
    labelNames: ['call', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  return {
    cache,
    answered: (route, status, seconds) => answers.observe({ route, status }, seconds),
    asked: (call, outcome, seconds) => calls.observe({ call, outcome }, seconds),
    registry,
  }
}

/** `GET /metrics` in Prometheus' text format. */
export function metricsEndpoint({ registry }: Metrics): RequestHandler {
  return async (_request, response) => {
    response.set('content-type', registry.contentType).send(await registry.metrics())
  }
}
