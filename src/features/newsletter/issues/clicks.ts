import type { SubjectVersion } from '../../../content/issue-links.ts'
import type { LinkClicks } from '../store/operations/figures.ts'
import type { SubscriberStore } from '../store/store.ts'

export interface Click {
  issueId: string
  link: number
  version: SubjectVersion | ''
  /** Tells clients apart in memory; never stored. */
  client: string
}

export interface ClickCounter {
  count(click: Click): void
  flush(): Promise<void>
  close(): Promise<void>
}

interface ClickCounterSettings {
  store: Pick<SubscriberStore, 'addClicks'>
  onError(error: unknown): void
  /** Milliseconds. */
  now?(): number
  interval?: number
}

/** A reader clicks twice. Milliseconds. */
const SAME_CLICK = 2000
/** A scanner fetches the links of a mail at once. Milliseconds. */
const BURST = 3000
const MOST_IN_A_BURST = 4
/** A scanner reads its other mailboxes next. Milliseconds. */
const SCANNER_PAUSE = 60_000
const MAX_CLIENTS = 20_000
const INTERVAL = 2000

interface Visit {
  issueId: string
  since: number
  held: Map<number, Click>
  counted: Map<number, number>
  scannerUntil: number
}

interface ClickSums {
  add(click: Omit<Click, 'client'>, clicks?: number): void
  /** What cannot be written is counted with the next. */
  write(): Promise<void>
}

function createSums({ store, onError }: ClickCounterSettings): ClickSums {
  let sums = new Map<string, LinkClicks>()
  let writing: Promise<void> = Promise.resolve()

  const add: ClickSums['add'] = ({ issueId, link, version }, clicks = 1) => {
    const key = `${issueId} ${link} ${version}`
    const sum = sums.get(key)
    if (sum) sum.clicks += clicks
    else sums.set(key, { issueId, link, version, clicks })
  }
  const writeNow = async (): Promise<void> => {
    const rows = [...sums.values()]
    if (rows.length === 0) return
    sums = new Map()
    try {
      await store.addClicks(rows)
    } catch (error) {
      for (const row of rows) add(row, row.clicks)
      onError(error)
    }
  }
  return {
    add,
    write() {
      writing = writing.then(writeNow)
      return writing
    },
  }
}

/**
 * Clients are known for a minute, in memory; what fetches more links of an issue at once than a reader would is a
 * scanner, and does not count (ISSUE-20).
 */
export function createClickCounter(settings: ClickCounterSettings): ClickCounter {
  const { now = () => performance.now(), interval = INTERVAL } = settings
  const visits = new Map<string, Visit>()
  const sums = createSums(settings)

  const release = (visit: Visit, at: number): void => {
    for (const click of visit.held.values()) {
      sums.add(click)
      visit.counted.set(click.link, at)
    }
    visit.held.clear()
  }
  const settle = (at: number): void => {
    for (const [key, visit] of visits) {
      if (at - visit.since >= BURST) release(visit, at)
      const isOld = at - visit.since >= SCANNER_PAUSE && visit.scannerUntil <= at
      if (isOld) visits.delete(key)
    }
  }
  const visitOf = (key: string, issueId: string, at: number): Visit => {
    const known = visits.get(key)
    if (known) return known
    const [[oldestKey, oldest] = []] = visits.size < MAX_CLIENTS ? [] : visits
    if (oldestKey !== undefined && oldest) {
      release(oldest, at)
      visits.delete(oldestKey)
    }
    const visit: Visit = { issueId, since: at, held: new Map(), counted: new Map(), scannerUntil: 0 }
    visits.set(key, visit)
    return visit
  }
  const timer = setInterval(() => {
    settle(now())
    void sums.write()
  }, interval).unref()
  return {
    count(click) {
      const at = now()
      const visit = visitOf(`${click.client} ${click.issueId}`, click.issueId, at)
      if (visit.scannerUntil > at) return
      if (visit.held.size > 0 && at - visit.since >= BURST) release(visit, at)
      const before = visit.counted.get(click.link)
      if (visit.held.has(click.link) || (before !== undefined && at - before < SAME_CLICK)) return
      if (visit.held.size === 0) visit.since = at
      visit.held.set(click.link, click)
      if (visit.held.size <= MOST_IN_A_BURST) return
      visit.held.clear()
      visit.scannerUntil = at + SCANNER_PAUSE
    },
    flush() {
      settle(now())
      return sums.write()
    },
    async close() {
      clearInterval(timer)
      for (const visit of visits.values()) release(visit, now())
      await sums.write()
    },
  }
}
