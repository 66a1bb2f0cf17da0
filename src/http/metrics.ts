import type { RequestHandler } from 'express'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { HostWatch } from '../cms/host.ts'

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
  /** Too many waited to be worked for. */
  refused: number
}

export interface Metrics {
  /** An answer of the application: a page that was rendered, an interface, a file. */
  answered(route: string, status: number, seconds: number): void
  /** A call of the content source. */
  asked(call: string, outcome: 'ok' | 'failed', seconds: number): void
  /** What that took of the hosts behind it. */
  hosts: HostWatch
  registry: Registry
  /** In Prometheus' text format. */
  text(): Promise<string>
}

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5]

const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const

/**
 * Prometheus' figures of one process: its own (memory, event loop) and the portal's.
 * @param cache counted up elsewhere, read when the figures are asked for
 * @param textOfAll where the process has siblings, how the figures of all are had: a scraper meets any one of them
 */
export function createMetrics(cache: CacheCounts, textOfAll?: () => Promise<string>): Metrics {
  const registry = new Registry()
  if (textOfAll) {
    AggregatorRegistry.setRegistries([registry])
    // By itself it answers the primary, when that collects.
    new AggregatorRegistry()
  }
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
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
  const tries = new Histogram({
    name: 'szpalta_upstream_call_seconds',
    help: 'Calls that were made to a host of the content source, second tries and probes among them, by outcome',
    labelNames: ['host', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  const refused = new Counter({
    name: 'szpalta_upstream_refused_total',
    help: 'Calls that were not made: the breaker was open, or too many calls were under way',
    labelNames: ['host', 'reason'],
    registers,
  })
  const breakers = new Gauge({
    name: 'szpalta_upstream_breaker_state',
    help: 'State of the breaker of a host: 0 closed, 1 half open, 2 open',
    labelNames: ['host'],
    registers,
  })
  return {
    answered: (route, status, seconds) => answers.observe({ route, status }, seconds),
    asked: (call, outcome, seconds) => calls.observe({ call, outcome }, seconds),
    hosts: {
      tried: (host, outcome, seconds) => tries.observe({ host, outcome }, seconds),
      refused: (host, reason) => refused.inc({ host, reason }),
      breaker: (host, state) => breakers.set({ host }, BREAKER_STATES[state]),
    },
    registry,
    text: textOfAll ?? (() => registry.metrics()),
  }
}

/** `GET /metrics` in Prometheus' text format. */
export function metricsEndpoint({ registry, text }: Metrics): RequestHandler {
  return async (_request, response) => {
    response.set('content-type', registry.contentType).send(await text())
  }
}
