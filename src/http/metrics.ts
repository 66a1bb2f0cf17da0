import type { RequestHandler } from 'express'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { HostLanes, HostWatch } from '../cms/host.ts'
import { logLines } from '../log.ts'
import { createUtilisation } from './utilisation.ts'

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

/** What came of a post to the newsletter. */
const POST_OUTCOMES = ['added', 'known', 'failed', 'refused'] as const

export interface Metrics {
  /** The application has a request to answer; what is returned is called when that is over. */
  begun(): () => void
  /** An answer of the application: a page that was rendered, an interface, a file. */
  answered(route: string, status: number, seconds: number): void
  /** A call of the content source. */
  asked(call: string, outcome: 'ok' | 'failed', seconds: number): void
  /** What that took of the hosts behind it. */
  hosts: HostWatch
  posted(outcome: (typeof POST_OUTCOMES)[number]): void
  /** Whether the store that instances share is there. */
  store(isThere: boolean): void
  registry: Registry
  /** In Prometheus' text format. */
  text(): Promise<string>
}

export interface MetricsSettings {
  /** Counted up elsewhere, read when the figures are asked for. */
  counts: CacheCounts
  /** Absent: there is no page cache. */
  pageCache?: { readonly bytes: number } | undefined
  version: string
  /** Where the process has siblings, how the figures of all are had: a scraper meets any one of them. */
  textOfAll?: (() => Promise<string>) | undefined
}

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5]

const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const

/** Prometheus' figures of one process: its own (memory, event loop) and the portal's. */
export function createMetrics({ counts, pageCache, version, textOfAll }: MetricsSettings): Metrics {
  const registry = new Registry()
  if (textOfAll) {
    AggregatorRegistry.setRegistries([registry])
    // By itself it answers the primary, when that collects.
    new AggregatorRegistry()
  }
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  readWhenAsked(registers, counts, pageCache)
  new Gauge({
    name: 'szpalta_info',
    help: '1, with the version',
    labelNames: ['version'],
    aggregator: 'first',
    registers,
  })
    .labels({ version })
    .set(1)
  const inFlight = new Gauge({
    name: 'szpalta_requests_in_flight',
    help: 'Requests that the application has not answered yet; those that the page cache answers are not among them',
    registers,
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
  const posts = new Counter({
    name: 'szpalta_newsletter_posts_total',
    help: 'Posts to the newsletter by what came of them',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of POST_OUTCOMES) posts.inc({ outcome }, 0)
  const store = new Gauge({
    name: 'szpalta_shared_store_up',
    help: 'Whether the store that instances share is there; absent where there is none',
    labelNames: ['store'],
    // Where one process has lost it, somebody is to look.
    aggregator: 'min',
    registers,
  })
  return {
    begun() {
      inFlight.inc()
      return () => inFlight.dec()
    },
    answered: (route, status, seconds) => answers.observe({ route, status }, seconds),
    asked: (call, outcome, seconds) => calls.observe({ call, outcome }, seconds),
    hosts: hostFigures(registers),
    posted: (outcome) => posts.inc({ outcome }),
    store: (isThere) => store.set({ store: 'shared' }, isThere ? 1 : 0),
    registry,
    text: textOfAll ?? (() => registry.metrics()),
  }
}

/** Figures that are numbers elsewhere. */
function readWhenAsked(registers: Registry[], counts: CacheCounts, pageCache: MetricsSettings['pageCache']): void {
  new Counter({
    name: 'szpalta_page_cache_requests_total',
    help: 'Requests by what the page cache did with them',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count)
    },
  })
  new Gauge({
    name: 'szpalta_page_cache_bytes',
    help: 'Bytes of the pages in the page cache',
    registers,
    collect() {
      this.set(pageCache?.bytes ?? 0)
    },
  })
  new Counter({
    name: 'szpalta_log_lines_total',
    help: 'Lines of the log by level',
    labelNames: ['level'],
    registers,
    collect() {
      this.reset()
      for (const [level, count] of Object.entries(logLines)) this.inc({ level }, count)
    },
  })
  const utilisation = createUtilisation()
  new Gauge({
    name: 'szpalta_event_loop_utilisation',
    help: 'Share of time in which the event loop was busy, 0 to 1, since the figures were last asked for',
    aggregator: 'average',
    registers,
    collect() {
      this.set(utilisation())
    },
  })
}

/** What happens between the portal and its hosts. */
function hostFigures(registers: Registry[]): HostWatch {
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
    help: 'State of the breaker of a host: 0 closed, 1 half open, 2 open; of several workers the worst',
    labelNames: ['host'],
    aggregator: 'max',
    registers,
  })
  const hosts = new Map<string, HostLanes>()
  new Gauge({
    name: 'szpalta_upstream_calls',
    help: 'Calls of a host at the moment: running, or waiting for their turn',
    labelNames: ['host', 'lane', 'state'],
    registers,
    collect() {
      for (const [host, lanes] of hosts) {
        for (const [name, lane] of Object.entries(lanes)) {
          this.set({ host, lane: name, state: 'running' }, lane.running())
          this.set({ host, lane: name, state: 'waiting' }, lane.waiting())
        }
      }
    },
  })
  return {
    tried: (host, outcome, seconds) => tries.observe({ host, outcome }, seconds),
    refused: (host, reason) => refused.inc({ host, reason }),
    breaker: (host, state) => breakers.set({ host }, BREAKER_STATES[state]),
    opened(host, lanes) {
      hosts.set(host, lanes)
      // A rate is known from the first one on.
      for (const reason of ['open', 'busy']) refused.inc({ host, reason }, 0)
    },
  }
}

/** `GET /metrics` in Prometheus' text format. */
export function metricsEndpoint({ registry, text }: Metrics): RequestHandler {
  return async (_request, response) => {
    response.set('content-type', registry.contentType).send(await text())
  }
}
