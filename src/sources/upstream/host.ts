import type { BulkheadName, FailureReason, HostWatch } from '../../observability/host-watch.ts'
import { plainPath } from '../../observability/log/plain-path.ts'
import type { Span, TraceHeaders } from '../../observability/tracing/span.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import type { Rank } from '../source.ts'
import { type Breaker, BreakerOpen, createBreaker } from './breaker.ts'
import { type Bulkhead, BulkheadRefusal, createBulkhead } from './bulkhead.ts'
import { type ConnectionSettings, type Connections, createConnections } from './connections.ts'
import { failureClassOf, SourceError } from './errors.ts'
import { createHealth, type Health, UNANSWERED } from './health.ts'
import { createRecentFailures, type RecentFailures } from './recent-failures.ts'

export interface HostSettings extends ConnectionSettings {
  probeAfter?: number
  silence?: number
  callsAtFirst?: number
  pauseAfterFailure?: number
  watch?: HostWatch
  now?: Clock
}

export interface HostCall {
  /** `GET /wp-json/hub/v2/page/5257367`: identifies its failures, too. */
  call: string
  /** URL and user, which rest after a failure; absent: each call is made (RES-4). */
  target?: string
  rank: Rank
  /** Milliseconds, including the wait. */
  deadline: number
  signal: AbortSignal
  isSecondTry?: boolean
  span?: Span
}

export interface Host {
  connections: Connections
  /**
   * @param make rejects with a `SourceError`; it may send the trace's headers
   * @throws {SourceError} of the call, or of the last one to its URL; "open" or "busy" when it was not made
   */
  run<T>(about: HostCall, make: (headers?: TraceHeaders) => Promise<T>): Promise<T>
  /** Reports output around the JSON, each words once. */
  noticed(call: string, words: string): void
}

/** Milliseconds, while the breaker is open. */
const PROBE_AFTER = 30_000
/** Milliseconds: a crowd costs one call, and a page returns with its CMS. */
const PAUSE_AFTER_FAILURE = 1000
/** Milliseconds without a response that count against a host, more than a waiting call has left. */
const SILENCE = 3000
const MAX_CALLS = 48

/** Slow calls in one bulkhead take no others' capacity (COST-55). */
interface BulkheadSize {
  calls: number
  waiting: number
}
const BULKHEADS: Record<BulkheadName, BulkheadSize> = {
  pages: { calls: MAX_CALLS, waiting: 1000 },
  beside: { calls: 16, waiting: 1000 },
  searches: { calls: 8, waiting: 100 },
  lists: { calls: 8, waiting: 1000 },
}

interface RankRules {
  bulkhead: BulkheadName
  isOptional: boolean
}
const RANKS: Record<Rank, RankRules> = {
  primary: { bulkhead: 'pages', isOptional: false },
  secondary: { bulkhead: 'beside', isOptional: true },
  search: { bulkhead: 'searches', isOptional: false },
  nextSearch: { bulkhead: 'searches', isOptional: true },
  lists: { bulkhead: 'lists', isOptional: true },
}
/** Share of its deadline that a call waits at most. */
const MAX_WAIT = 0.5
/** Milliseconds of a page's call after which dispensable calls do not wait. */
const LATE = 900
/** Milliseconds for which other URLs go first after a failed probe. */
const OTHERS_FIRST = 5000

const MAX_NOTICES = 20

export function createHosts(settings: HostSettings = {}): (url: string) => Host {
  const hosts = new Map<string, Host>()
  return (url) => {
    const { origin, host: name } = new URL(url)
    const host = hosts.get(origin) ?? createHost(name, settings)
    hosts.set(origin, host)
    return host
  }
}

interface HostState {
  name: string
  settings: HostSettings
  now: Clock
  callsAtFirst: number
  width: number
  health: Health
  failures: RecentFailures
  breaker: Breaker
  bulkheads: Record<BulkheadName, Bulkhead>
  running: Set<{ since: number }>
  heardAt: number
  failedProbe?: { call: string; othersFirstUntil: number }
}

function openState(name: string, settings: HostSettings): HostState {
  const {
    probeAfter = PROBE_AFTER,
    callsAtFirst = UNANSWERED,
    pauseAfterFailure = PAUSE_AFTER_FAILURE,
    watch,
    now = elapsed,
  } = settings
  const health = createHealth(now)
  const bulkheadOf = (name: Exclude<BulkheadName, 'pages'>): Bulkhead =>
    createBulkhead(() => BULKHEADS[name].calls, BULKHEADS[name].waiting)
  const bulkheads: Record<BulkheadName, Bulkhead> = {
    pages: createBulkhead(() => health.room(state.width), BULKHEADS.pages.waiting),
    beside: bulkheadOf('beside'),
    searches: bulkheadOf('searches'),
    lists: bulkheadOf('lists'),
  }
  const breaker = createBreaker(probeAfter, (breakerState) => {
    state.width = callsAtFirst
    health.reset()
    if (breakerState === 'open') for (const bulkhead of Object.values(bulkheads)) bulkhead.clear()
    watch?.breaker(name, breakerState)
  })
  const state: HostState = {
    name,
    settings,
    now,
    callsAtFirst,
    width: callsAtFirst,
    health,
    failures: createRecentFailures(pauseAfterFailure, now),
    breaker,
    bulkheads,
    running: new Set(),
    heardAt: Number.NEGATIVE_INFINITY,
  }
  return state
}

/**
 * Starts with two parallel calls; each response allows one more. Unanswered calls keep their room until one is
 * answered (docs/decisions/014).
 */
function createHost(name: string, settings: HostSettings): Host {
  const state = openState(name, settings)
  const { breaker, bulkheads } = state
  const { watch, lookup, maxAge } = settings
  watch?.breaker(name, breaker.state())
  watch?.opened?.(name, bulkheads)

  /** @throws where a call is not worth its room now */
  const admit = (about: HostCall): void => {
    throwRecentFailure(state, about)
    if (isUnwanted(state, about)) throw new BreakerOpen()
  }
  const notices = new Set<string>()
  return {
    connections: createConnections({ lookup, maxAge }),
    noticed(call, words) {
      if (notices.has(words) || notices.size >= MAX_NOTICES) return
      notices.add(words)
      watch?.noticed?.(name, call, words)
    },
    async run(about, make) {
      const { call, rank, deadline, signal } = about
      const bulkhead = bulkheads[RANKS[rank].bulkhead]
      try {
        admit(about)
        await bulkhead.enter({ patience: deadline * MAX_WAIT, signal })
        try {
          // Others may have failed during the wait.
          admit(about)
          return await attempt(state, about, make)
        } finally {
          bulkhead.leave()
          if (bulkheads.pages.running() === 0) state.width = state.callsAtFirst
          // A secondary response makes room for pages.
          bulkheads.pages.admit()
        }
      } catch (error) {
        throw refusalOf(state, error, call)
      }
    },
  }
}

function refusalOf({ name, settings: { watch } }: HostState, error: unknown, call: string): unknown {
  if (!(error instanceof BreakerOpen || error instanceof BulkheadRefusal)) return error
  const why = error instanceof BulkheadRefusal ? error.why : 'cleared'
  const reason = why === 'cleared' ? 'open' : 'busy'
  watch?.refused(name, reason)
  return new SourceError(call, reason, REFUSALS[why])
}

/** The host is down or in doubt. */
function isUnwanted(state: HostState, { call, rank, isSecondTry = false }: HostCall): boolean {
  const { breaker, health, running, heardAt, failedProbe, now } = state
  const isLate = (): boolean => [...running].some(({ since }) => since >= heardAt && now() - since >= LATE)
  const isOptional = isSecondTry || RANKS[rank].isOptional
  switch (breaker.state()) {
    case 'open':
      return true
    case 'closed':
      return isOptional && (health.isInDoubt() || isLate())
    case 'half-open':
      // Searches and secondary content may fail while pages are healthy (RES-6).
      return rank !== 'primary' || (call === failedProbe?.call && now() < failedProbe.othersFirstUntil)
  }
}

/** A second try is part of the failed call. */
function throwRecentFailure(
  { name, failures, settings: { watch } }: HostState,
  { target, rank, isSecondTry = false }: HostCall,
): void {
  const failure = target === undefined || isSecondTry ? undefined : failures.of(target, rank)
  if (!failure) return
  watch?.refused(name, 'failing')
  throw failure
}

function attempt<T>(state: HostState, about: HostCall, make: (headers?: TraceHeaders) => Promise<T>): Promise<T> {
  const { name, now, health, failures, breaker, running, settings } = state
  const { probeAfter = PROBE_AFTER, silence = SILENCE, watch } = settings
  const { call, target, rank } = about
  const startedAt = performance.now()
  const span = spanOf(about, name)
  const record = (outcome: 'ok' | FailureReason): void => {
    watch?.tried(name, outcome, (performance.now() - startedAt) / 1000)
    span?.end(outcome === 'ok' ? undefined : outcome)
  }
  const noted = async (): Promise<T> => {
    const own = { since: now() }
    if (rank === 'primary') running.add(own)
    const response = await make(span?.headers()).finally(() => running.delete(own))
    record('ok')
    state.heardAt = now()
    if (target !== undefined) failures.answered(target)
    if (rank !== 'primary') health.respondedOtherwise()
    else {
      health.answered()
      state.width = Math.min(state.width + 1, MAX_CALLS)
    }
    return response
  }
  return breaker.run(noted, (error) => {
    if (error instanceof SourceError) record(error.reason)
    const took = performance.now() - startedAt
    if (error instanceof SourceError && HEARD.has(error.reason)) state.heardAt = now()
    if (target !== undefined) failures.failed(target, rank, error, failureClassOf(error, took, silence))
    if (rank !== 'primary') return false
    // Counts for the host, however little time a probe had.
    const isProbe = breaker.state() === 'half-open'
    const failureClass = failureClassOf(error, isProbe ? silence : took, silence)
    if (isProbe) state.failedProbe = { call, othersFirstUntil: now() + probeAfter + OTHERS_FIRST }
    health.failed(failureClass, call)
    if (health.isDown()) breaker.open()
    return failureClass !== 'well'
  })
}

/** They show a response of the host. */
const HEARD: ReadonlySet<FailureReason> = new Set(['status', 'not-json', 'too-large', 'redirect'])

/** Each try has a span, so the wait is the gap before it. */
function spanOf({ span, call, rank, isSecondTry = false }: HostCall, host: string): Span | undefined {
  const [method = '', path = ''] = call.split(' ', 2)
  return span?.child(`${method} ${host}`, 'client', {
    'http.request.method': method,
    'server.address': host,
    'url.path': plainPath(path),
    'szpalta.rank': rank,
    'szpalta.second_try': isSecondTry,
  })
}

const REFUSALS: Record<BulkheadRefusal['why'], string> = {
  cleared: 'it has failed of late, and is not asked for a while',
  full: 'too many calls wait for it',
  late: 'no turn in half of its deadline',
}
