import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { HostBulkheads, HostWatch } from './host-watch.ts'

export const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5]

const BREAKER_STATES = { closed: 0, 'half-open': 1, open: 2 } as const

export interface DependencyFigures {
  store(isThere: boolean): void
  storeRefuses(use: string, isRefused: boolean): void
  database(isThere: boolean): void
  searchIndex(service: string, isCurrent: boolean): void
  issueWaits(service: string, isWaiting: boolean): void
}

const SHARED = { store: 'shared' }
const POSTGRESQL = { database: 'postgresql' }

/** Of several workers, one without what it needs shows (OBS-35). */
export function dependencyFigures(registers: Registry[]): DependencyFigures {
  const store = new Gauge({
    name: 'szpalta_shared_store_up',
    help: 'Whether the store that instances share is there and refuses nothing; absent where there is none',
    labelNames: ['store'],
    aggregator: 'min',
    registers,
  })
  const refusals = new Gauge({
    name: 'szpalta_shared_store_refused',
    help: 'Whether the store that instances share refuses what a use needs',
    labelNames: ['use'],
    aggregator: 'max',
    registers,
  })
  const database = new Gauge({
    name: 'szpalta_database_up',
    help: 'Whether the database takes connections; absent where there is none',
    labelNames: ['database'],
    aggregator: 'min',
    registers,
  })
  const index = new Gauge({
    name: 'szpalta_search_index_current',
    help: 'Whether the search index of a service follows its CMS; absent before the first search',
    labelNames: ['service'],
    aggregator: 'min',
    registers,
  })
  const issues = new Gauge({
    name: 'szpalta_newsletter_issue_waiting',
    help: 'Whether an issue of the newsletter is due and does not go out, for the process that sends issues',
    labelNames: ['service'],
    aggregator: 'max',
    registers,
  })
  const refused = new Set<string>()
  let isStoreThere = false
  const showStore = (): void => store.set(SHARED, isStoreThere && refused.size === 0 ? 1 : 0)
  return {
    store(isThere) {
      isStoreThere = isThere
      showStore()
    },
    storeRefuses(use, isRefused) {
      if (isRefused) refused.add(use)
      else refused.delete(use)
      refusals.set({ use }, isRefused ? 1 : 0)
      showStore()
    },
    database: (isThere) => database.set(POSTGRESQL, isThere ? 1 : 0),
    searchIndex: (service, isCurrent) => index.set({ service }, isCurrent ? 1 : 0),
    issueWaits: (service, isWaiting) => issues.set({ service }, isWaiting ? 1 : 0),
  }
}

/** Dashboards depend on this name. */
const BULKHEAD_LABEL = 'lane'

export function hostFigures(registers: Registry[]): HostWatch {
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
  const hosts = new Map<string, HostBulkheads>()
  new Gauge({
    name: 'szpalta_upstream_calls',
    help: 'Calls of a host at the moment: running, or waiting for their turn',
    labelNames: ['host', BULKHEAD_LABEL, 'state'],
    registers,
    collect() {
      for (const [host, bulkheads] of hosts) {
        for (const [name, bulkhead] of Object.entries(bulkheads)) {
          this.set({ host, [BULKHEAD_LABEL]: name, state: 'running' }, bulkhead.running())
          this.set({ host, [BULKHEAD_LABEL]: name, state: 'waiting' }, bulkhead.waiting())
        }
      }
    },
  })
  return {
    tried: (host, outcome, seconds) => tries.observe({ host, outcome }, seconds),
    refused: (host, reason) => refused.inc({ host, reason }),
    breaker: (host, state) => breakers.set({ host }, BREAKER_STATES[state]),
    opened(host, bulkheads) {
      hosts.set(host, bulkheads)
      // Rates are right from the first event.
      for (const reason of ['open', 'busy', 'failing']) refused.inc({ host, reason }, 0)
    },
  }
}
