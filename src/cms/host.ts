import { type Clock, elapsed } from '../clock.ts'
import { plainPath } from '../plain-path.ts'
import type { Span, TraceHeaders } from '../tracing/span.ts'
import { BreakerOpen, type BreakerState, createBreaker } from './breaker.ts'
import { type ConnectionSettings, type Connections, createConnections } from './connections.ts'
import { type FailureReason, SourceError } from './errors.ts'
import { createHealth, UNANSWERED } from './health.ts'
import { createLane, type Lane, LaneRefusal } from './lane.ts'
import type { Rank } from './source.ts'
import { verdictOf } from './verdict.ts'

/** Told of what happens between the portal and a host. */
export interface HostWatch {
  /** A call was made: a first try, a second one, or a probe. */
  tried(host: string, outcome: 'ok' | FailureReason, seconds: number): void
  /** A call was not made. */
  refused(host: string, reason: 'open' | 'busy'): void
  breaker(host: string, state: BreakerState): void
  /** A host is known from now on. */
  opened?(host: string, lanes: HostLanes): void
}

/** The calls of each lane, as they are at the moment. */
export type HostLanes = Readonly<Record<LaneName, Pick<Lane, 'running' | 'waiting'>>>

export interface HostSettings extends ConnectionSettings {
  /** Milliseconds between probes while the breaker is open. */
  probeAfter?: number
  /** Milliseconds without an answer that speak against a host. */
  silence?: number
  /** Calls that may be under way before any is answered. */
  callsAtFirst?: number
  watch?: HostWatch
  now?: Clock
}

/** One call that wants to be made. */
export interface HostCall {
  /** `GET /wp-json/hub/v2/page/5257367`: the address by which its failures are counted, too. */
  call: string
  rank: Rank
  /** Milliseconds, with the waiting. */
  deadline: number
  /** Aborted at the deadline. */
  signal: AbortSignal
  /** Made only while nothing speaks against the host as a whole. */
  isSecondTry?: boolean
  /** In which the call stands; absent: it is not traced. */
  span?: Span | undefined
}

/** What the portal keeps about one host, whoever asks it: connections, breaker, and whose turn it is. */
export interface Host {
  connections: Connections
  /**
   * Makes a call when its turn comes.
   * @param make rejects with a `SourceError`; it may send the headers, which tell the host of the trace
   * @throws {SourceError} of the call; "open" or "busy" when it was not made
   */
  run<T>(about: HostCall, make: (headers?: TraceHeaders) => Promise<T>): Promise<T>
}

/** One probe in this time, while the breaker is open. Milliseconds. */
const PROBE_AFTER = 30_000
/** More than what a call has left that waited for its turn, or that has a short deadline. Milliseconds. */
const SILENCE = 3000
/** Calls at a time, once answers come. */
const MAX_CALLS = 48

/** Calls that share a room of their own: however slow they are, they take none from others (COST-55). */
interface LaneSize {
  /** Calls at a time; of pages as many as the host's health allows. */
  calls: number
  waiting: number
}
type LaneName = 'pages' | 'beside' | 'searches' | 'lists'
const LANES: Record<LaneName, LaneSize> = {
  pages: { calls: MAX_CALLS, waiting: 1000 },
  beside: { calls: 16, waiting: 1000 },
  searches: { calls: 8, waiting: 100 },
  lists: { calls: 8, waiting: 1000 },
}

interface RankRules {
  lane: LaneName
  /** Not made while something speaks against the host. */
  isOptional: boolean
}
const RANKS: Record<Rank, RankRules> = {
  primary: { lane: 'pages', isOptional: false },
  secondary: { lane: 'beside', isOptional: true },
  search: { lane: 'searches', isOptional: false },
  nextSearch: { lane: 'searches', isOptional: true },
  lists: { lane: 'lists', isOptional: true },
}
/** Share of its deadline that a call waits for its turn at most. */
const MAX_WAIT = 0.5
/** After a probe that failed, other addresses have that much time to be the next one. Milliseconds. */
const OTHERS_FIRST = 5000

/** One `Host` for each origin. */
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
 * Two calls are under way at first; every answer makes room for one more, until nothing is asked any more. A call that
 * comes to nothing keeps its room until another one is answered. When the host is down, the breaker opens, and everybody
 * who waits is sent away (docs/decisions/014).
 */
function createHost(
  name: string,
  {
    probeAfter = PROBE_AFTER,
    silence = SILENCE,
    callsAtFirst = UNANSWERED,
    watch,
    now = elapsed,
    ...settings
  }: HostSettings,
): Host {
  let width = callsAtFirst
  const health = createHealth(now)
  /** The last probe that failed. */
  let failedProbe: { call: string; othersFirstUntil: number } | undefined
  const laneOf = (name: Exclude<LaneName, 'pages'>): Lane => createLane(() => LANES[name].calls, LANES[name].waiting)
  const lanes: Record<LaneName, Lane> = {
    pages: createLane(() => health.room(width), LANES.pages.waiting),
    beside: laneOf('beside'),
    searches: laneOf('searches'),
    lists: laneOf('lists'),
  }
  const breaker = createBreaker(probeAfter, (state) => {
    width = callsAtFirst
    health.reset()
    if (state === 'open') for (const lane of Object.values(lanes)) lane.clear()
    watch?.breaker(name, state)
  })
  watch?.breaker(name, breaker.state())
  watch?.opened?.(name, lanes)

  const refusalOf = (error: unknown, call: string): unknown => {
    if (!(error instanceof BreakerOpen || error instanceof LaneRefusal)) return error
    const why = error instanceof LaneRefusal ? error.why : 'cleared'
    const reason = why === 'cleared' ? 'open' : 'busy'
    watch?.refused(name, reason)
    return new SourceError(call, reason, REFUSALS[why])
  }

  /** Whether a call is not worth its room now: the host is down, or may be and the call is none that has to be made. */
  const isUnwanted = ({ call, rank, isSecondTry = false }: HostCall): boolean => {
    const isOptional = isSecondTry || RANKS[rank].isOptional
    switch (breaker.state()) {
      case 'open':
        return true
      case 'closed':
        return isOptional && health.isInDoubt()
      case 'half-open':
        // Searches and what stands beside pages may fail while pages are well (RES-6).
        return rank !== 'primary' || (call === failedProbe?.call && now() < failedProbe.othersFirstUntil)
    }
  }

  /** @throws {BreakerOpen} */
  const ask = <T>(about: HostCall, make: (headers?: TraceHeaders) => Promise<T>): Promise<T> => {
    const { call, rank } = about
    const startedAt = performance.now()
    const span = spanOf(about, name)
    const tell = (outcome: 'ok' | FailureReason): void => {
      watch?.tried(name, outcome, (performance.now() - startedAt) / 1000)
      span?.end(outcome === 'ok' ? undefined : outcome)
    }
    const noted = async (): Promise<T> => {
      const answer = await make(span?.headers())
      tell('ok')
      if (rank !== 'primary') health.answeredBeside()
      else {
        health.answered()
        width = Math.min(width + 1, MAX_CALLS)
      }
      return answer
    }
    return breaker.run(noted, (error) => {
      if (error instanceof SourceError) tell(error.reason)
      if (rank !== 'primary') return false
      // A probe speaks for the host, however little time it had.
      const isProbe = breaker.state() === 'half-open'
      const verdict = verdictOf(error, isProbe ? silence : performance.now() - startedAt, silence)
      if (isProbe) failedProbe = { call, othersFirstUntil: now() + probeAfter + OTHERS_FIRST }
      health.failed(verdict, call)
      if (health.isDown()) breaker.open()
      return verdict !== 'well'
    })
  }

  return {
    connections: createConnections(settings),
    async run(about, make) {
      const { call, rank, deadline, signal } = about
      const lane = lanes[RANKS[rank].lane]
      try {
        if (isUnwanted(about)) throw new BreakerOpen()
        await lane.enter({ patience: deadline * MAX_WAIT, signal })
        try {
          // Others may have failed while it waited.
          if (isUnwanted(about)) throw new BreakerOpen()
          return await ask(about, make)
        } finally {
          lane.leave()
          if (lanes.pages.running() === 0) width = callsAtFirst
          // An answer beside a page makes room for pages.
          lanes.pages.admit()
        }
      } catch (error) {
        throw refusalOf(error, call)
      }
    },
  }
}

/** Of one try: how long the call waited for its turn is the gap before it. */
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

const REFUSALS: Record<LaneRefusal['why'], string> = {
  cleared: 'it has failed of late, and is not asked for a while',
  full: 'too many calls wait for it',
  late: 'no turn in half of its deadline',
}
