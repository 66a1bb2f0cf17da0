import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type DependencyFigures, dependencyFigures, hostFigures, SECONDS } from './dependency-figures.ts'
import type { HostWatch } from './host-watch.ts'
import { logLines } from './log/log.ts'
import { createUtilisation, type MachineSettings, machineFigures, startTime } from './machine-figures.ts'

/** Plain numbers keep a hit within microseconds. */
export interface CacheCounts {
  hit: number
  stale: number
  miss: number
  coalesced: number
  refused: number
}

export interface ReaderCounts {
  ok: number
  failed: number
}

const POST_OUTCOMES = ['added', 'known', 'mailed', 'failed', 'refused'] as const

const PUSH_OUTCOMES = ['sent', 'refused', 'gone', 'later', 'unknown'] as const

const MAIL_KINDS = ['letter', 'issue'] as const
const MAIL_OUTCOMES = ['sent', 'refused', 'deferred'] as const

export interface Metrics extends DependencyFigures {
  begun(): () => void
  answered(route: string, status: number, seconds: number): void
  served(status: number): void
  called(call: string, outcome: 'ok' | 'failed', seconds: number): void
  hosts: HostWatch
  posted(outcome: (typeof POST_OUTCOMES)[number]): void
  mailed(kind: (typeof MAIL_KINDS)[number], outcome: (typeof MAIL_OUTCOMES)[number]): void
  pushed(counts: Readonly<Record<(typeof PUSH_OUTCOMES)[number], number>>): void
  ampCacheUpdated(outcome: (typeof AMP_UPDATES)[number]): void
  registry: Registry
  text(): Promise<string>
}

/** Counts requests of a denied crawler, by its name in the table. */
export interface Refusal {
  service: string
  crawler: string
  count: number
}

export interface MetricsSettings {
  counts: CacheCounts
  refusedCrawlers?: (() => readonly Refusal[]) | undefined
  readers: ReaderCounts
  pageCache?: { readonly bytes: number }
  version: string
  machine?: MachineSettings
  isReady?: () => boolean
  /** Any process may be scraped. */
  textOfAll?: (() => Promise<string>) | undefined
}

const AMP_UPDATES = ['taken', 'refused', 'dropped'] as const

export function createMetrics({
  counts,
  refusedCrawlers,
  readers,
  pageCache,
  version,
  machine = {},
  isReady = () => true,
  textOfAll,
}: MetricsSettings): Metrics {
  const registry = new Registry()
  if (textOfAll) {
    AggregatorRegistry.setRegistries([registry])
    // It makes the process reply to the primary.
    new AggregatorRegistry()
  }
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  readOnCollect(registers, { counts, readers, pageCache, isReady })
  if (refusedCrawlers) refusals(registers, refusedCrawlers)
  machineFigures(registers, machine)
  // Otherwise the primary has it.
  if (!textOfAll) startTime(registers)
  info(registers, version)
  return {
    ...requestFigures(registers),
    ...outcomeFigures(registers),
    ...dependencyFigures(registers),
    served(status) {
      readers[status < 500 ? 'ok' : 'failed'] += 1
    },
    hosts: hostFigures(registers),
    registry,
    text: textOfAll ?? (() => registry.metrics()),
  }
}

function refusals(registers: Registry[], refused: () => readonly Refusal[]): void {
  new Counter({
    name: 'szpalta_crawlers_refused_total',
    help: 'Requests of crawlers that a service denies and that came all the same',
    labelNames: ['service', 'crawler'],
    registers,
    collect() {
      this.reset()
      for (const { service, crawler, count } of refused()) this.inc({ service, crawler }, count)
    },
  })
}

function info(registers: Registry[], version: string): void {
  const gauge = new Gauge({
    name: 'szpalta_info',
    help: '1, with the version',
    labelNames: ['version'],
    aggregator: 'first',
    registers,
  })
  gauge.labels({ version }).set(1)
}

function requestFigures(registers: Registry[]): Pick<Metrics, 'begun' | 'answered' | 'called'> {
  const inFlight = new Gauge({
    name: 'szpalta_requests_in_flight',
    help: 'Requests that the application has not answered yet; those that the page cache answers are not among them',
    registers,
  })
  const responses = new Histogram({
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
    begun() {
      inFlight.inc()
      return () => inFlight.dec()
    },
    answered: (route, status, seconds) => responses.observe({ route, status }, seconds),
    called: (call, outcome, seconds) => calls.observe({ call, outcome }, seconds),
  }
}

function outcomeFigures(registers: Registry[]): Pick<Metrics, 'posted' | 'mailed' | 'pushed' | 'ampCacheUpdated'> {
  const posts = new Counter({
    name: 'szpalta_newsletter_posts_total',
    help: 'Posts to the newsletter by what came of them',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of POST_OUTCOMES) posts.inc({ outcome }, 0)
  const mails = new Counter({
    name: 'szpalta_mails_total',
    help: 'Attempts to send a mail, by what it was and what came of it',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  for (const kind of MAIL_KINDS) for (const outcome of MAIL_OUTCOMES) mails.inc({ kind, outcome }, 0)
  const pushes = new Counter({
    name: 'szpalta_push_messages_total',
    help: 'Attempts to send a push message by what came of them',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of PUSH_OUTCOMES) pushes.inc({ outcome }, 0)
  const ampUpdates = new Counter({
    name: 'szpalta_amp_cache_updates_total',
    help: 'Updates of AMP documents in AMP caches by what came of them',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of AMP_UPDATES) ampUpdates.inc({ outcome }, 0)
  return {
    posted: (outcome) => posts.inc({ outcome }),
    mailed: (kind, outcome) => mails.inc({ kind, outcome }),
    pushed(counts) {
      for (const outcome of PUSH_OUTCOMES) pushes.inc({ outcome }, counts[outcome])
    },
    ampCacheUpdated: (outcome) => ampUpdates.inc({ outcome }),
  }
}

function readOnCollect(
  registers: Registry[],
  {
    counts,
    readers,
    pageCache,
    isReady,
  }: Pick<MetricsSettings, 'counts' | 'readers' | 'pageCache'> & { isReady(): boolean },
): void {
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
  new Counter({
    name: 'szpalta_reader_responses_total',
    help: 'Responses to readers, of page cache and application, refusals among the failed ones; no probes',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(readers)) this.inc({ outcome }, count)
    },
  })
  new Gauge({
    name: 'szpalta_ready',
    help: 'Whether the process can take traffic, as /readyz says; of several workers the worst',
    aggregator: 'min',
    registers,
    collect() {
      this.set(isReady() ? 1 : 0)
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
