import type { LookupFunction } from 'node:net'
import { HttpAgent, HttpsAgent } from 'agentkeepalive'
import type { BulkheadName, FailureReason, HostWatch } from '../../observability/host-watch.ts'
import { plainPath } from '../../observability/log/plain-path.ts'
import type { Span, TraceHeaders } from '../../observability/tracing/span.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import type { Rank } from '../source.ts'
import { BreakerOpen, createBreaker } from './breaker.ts'
import { type Bulkhead, BulkheadRefusal, createBulkhead } from './bulkhead.ts'
import { failureClassOf, SourceError } from './errors.ts'
import { createHealth, UNANSWERED } from './health.ts'
import { createRecentFailures } from './recent-failures.ts'

/** Maximum milliseconds before a host's name is resolved again. */
const MAX_AGE = 30_000
/** Milliseconds, less than the idle timeout of most servers (five seconds). */
const MAX_IDLE = 4000

export interface ConnectionSettings {
  lookup?: LookupFunction
  /** Milliseconds for which a connection accepts new calls. */
  maxAge?: number
}

/** Keep-alive connections that age, because a CMS may move to another IP address. */
export interface Connections {
  httpAgent: HttpAgent
  httpsAgent: HttpsAgent
}

export function createConnections({ lookup, maxAge = MAX_AGE }: ConnectionSettings = {}): Connections {
  // Calls queue in bulkheads with a deadline of their own, so sockets have no limit and no timeout.
  const options = { timeout: 0, freeSocketTimeout: MAX_IDLE, socketActiveTTL: maxAge, lookup }
  return { httpAgent: new HttpAgent({ ...options }), httpsAgent: new HttpsAgent({ ...options }) }
}

export interface HostSettings extends ConnectionSettings {
  probeAfter?: number
  silence?: number
  callsAtFirst?: number
  pauseAfterFailure?: number
  watch?: HostWatch
  now?: Clock
}

export interface HostCall {
  /** `GET /wp-json/hub/v2/page/5257367`: also identifies its failures. */
  call: string
  /** URL and user, which get no call for a moment after one that failed; absent: each call is made (RES-19). */
  target?: string
  rank: Rank
  /** Milliseconds, including the wait. */
  deadline: number
  signal: AbortSignal
  isSecondTry?: boolean
  span?: Span
}

/** The state of one host that all its callers share: connections, breaker and bulkheads. */
export interface Host {
  connections: Connections
  /**
   * @param make rejects with a `SourceError`; it may send the headers, which carry the trace
   * @throws {SourceError} of the call, or of the last one to its URL; "open" or "busy" when it was not made
   */
  run<T>(about: HostCall, make: (headers?: TraceHeaders) => Promise<T>): Promise<T>
  /** Reports output around the JSON of a call once for the same words. */
  noticed(call: string, words: string): void
}

/** Milliseconds between probes while the breaker is open. */
const PROBE_AFTER = 30_000
/** Milliseconds: a crowd costs one call, and a page is back as soon as its CMS is. */
const PAUSE_AFTER_FAILURE = 1000
/** Milliseconds without a response that count against a host: more than a call that waited has left. */
const SILENCE = 3000
const MAX_CALLS = 48

/** Slow calls in one bulkhead take no capacity from others (COST-55). */
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
/** The share of its deadline that a call waits at most. */
const MAX_WAIT = 0.5
/** Milliseconds of a page's call after which no dispensable call waits as well. */
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

/**
 * Starts with two parallel calls, and every response allows one more. An unanswered call keeps its room until another
 * one is answered. When the host is down, the breaker opens and all queued calls are rejected (docs/decisions/014).
 */
function createHost(
  name: string,
  {
    probeAfter = PROBE_AFTER,
    silence = SILENCE,
    callsAtFirst = UNANSWERED,
    pauseAfterFailure = PAUSE_AFTER_FAILURE,
    watch,
    now = elapsed,
    ...settings
  }: HostSettings,
): Host {
  let width = callsAtFirst
  const health = createHealth(now)
  const failures = createRecentFailures(pauseAfterFailure, now)
  const running = new Set<{ since: number }>()
  let heardAt = Number.NEGATIVE_INFINITY
  const isLate = (): boolean => [...running].some(({ since }) => since >= heardAt && now() - since >= LATE)
  let failedProbe: { call: string; othersFirstUntil: number } | undefined
  const bulkheadOf = (name: Exclude<BulkheadName, 'pages'>): Bulkhead =>
    createBulkhead(() => BULKHEADS[name].calls, BULKHEADS[name].waiting)
  const bulkheads: Record<BulkheadName, Bulkhead> = {
    pages: createBulkhead(() => health.room(width), BULKHEADS.pages.waiting),
    beside: bulkheadOf('beside'),
    searches: bulkheadOf('searches'),
    lists: bulkheadOf('lists'),
  }
  const breaker = createBreaker(probeAfter, (state) => {
    width = callsAtFirst
    health.reset()
    if (state === 'open') for (const bulkhead of Object.values(bulkheads)) bulkhead.clear()
    watch?.breaker(name, state)
  })
  watch?.breaker(name, breaker.state())
  watch?.opened?.(name, bulkheads)

  const refusalOf = (error: unknown, call: string): unknown => {
    if (!(error instanceof BreakerOpen || error instanceof BulkheadRefusal)) return error
    const why = error instanceof BulkheadRefusal ? error.why : 'cleared'
    const reason = why === 'cleared' ? 'open' : 'busy'
    watch?.refused(name, reason)
    return new SourceError(call, reason, REFUSALS[why])
  }

  /** Whether a call is not worth its room while the host is down or in doubt. */
  const isUnwanted = ({ call, rank, isSecondTry = false }: HostCall): boolean => {
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

  /** The second try is part of the call that failed. */
  const throwRecentFailure = ({ target, rank, isSecondTry = false }: HostCall): void => {
    const failure = target === undefined || isSecondTry ? undefined : failures.of(target, rank)
    if (!failure) return
    watch?.refused(name, 'failing')
    throw failure
  }

  const attempt = <T>(about: HostCall, make: (headers?: TraceHeaders) => Promise<T>): Promise<T> => {
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
      heardAt = now()
      if (target !== undefined) failures.answered(target)
      if (rank !== 'primary') health.respondedOtherwise()
      else {
        health.answered()
        width = Math.min(width + 1, MAX_CALLS)
      }
      return response
    }
    return breaker.run(noted, (error) => {
      if (error instanceof SourceError) record(error.reason)
      const took = performance.now() - startedAt
      if (error instanceof SourceError && HEARD.has(error.reason)) heardAt = now()
      if (target !== undefined) failures.failed(target, rank, error, failureClassOf(error, took, silence))
      if (rank !== 'primary') return false
      // A probe counts for the host, however little time it had.
      const isProbe = breaker.state() === 'half-open'
      const failureClass = failureClassOf(error, isProbe ? silence : took, silence)
      if (isProbe) failedProbe = { call, othersFirstUntil: now() + probeAfter + OTHERS_FIRST }
      health.failed(failureClass, call)
      if (health.isDown()) breaker.open()
      return failureClass !== 'well'
    })
  }

  const notices = new Set<string>()
  return {
    connections: createConnections(settings),
    noticed(call, words) {
      if (notices.has(words) || notices.size >= MAX_NOTICES) return
      notices.add(words)
      watch?.noticed?.(name, call, words)
    },
    async run(about, make) {
      const { call, rank, deadline, signal } = about
      const bulkhead = bulkheads[RANKS[rank].bulkhead]
      try {
        throwRecentFailure(about)
        if (isUnwanted(about)) throw new BreakerOpen()
        await bulkhead.enter({ patience: deadline * MAX_WAIT, signal })
        try {
          // Other calls may have failed during the wait.
          throwRecentFailure(about)
          if (isUnwanted(about)) throw new BreakerOpen()
          return await attempt(about, make)
        } finally {
          bulkhead.leave()
          if (bulkheads.pages.running() === 0) width = callsAtFirst
          // A secondary response makes room for pages.
          bulkheads.pages.admit()
        }
      } catch (error) {
        throw refusalOf(error, call)
      }
    },
  }
}

/** Reasons that show a response of the host. */
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
