import { Gauge, type Registry } from 'prom-client'

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
