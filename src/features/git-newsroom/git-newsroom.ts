import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { ServiceName } from '../../services/service.ts'
import { inTime } from '../../system/deadline.ts'
import { type Checkouts, openCheckouts } from './checkouts.ts'
import { FETCH_PROGRAM, fetchInThread } from './fetching/fetch-thread.ts'
import type { Fetched } from './fetching/messages.ts'
import type { GitNewsroomSettings } from './settings.ts'

export type Outcome =
  | { state: 'shown'; commit: string; isNew: boolean }
  /** Each problem has file, line and remedy. */
  | { state: 'refused'; commit: string; problems: readonly string[] }
  | { state: 'failed'; reason: string }

export interface GitNewsroom {
  /** A call during a fetch gets the one after it. Never rejects. */
  requested(): Promise<Outcome>
  noticed(): void
  /** Looks within a minute of notices that may be forged, however many come. */
  suspected(): void
  follow(uses: FollowUses): void
  close(): void
}

export interface FollowUses {
  onShown(): void
  announce(): void
}

interface OpenSettings {
  settings: NonNullable<GitNewsroomSettings['gitNewsroom']>
  root: string
  build: string
  services: readonly ServiceName[]
  own: string
  log: Logger
}

/** For lost notices, and hosts that send none. Milliseconds. */
const INTERVAL = 5 * 60_000
/** A notice may be forged: the pause after it. Milliseconds. */
const SOON = 60_000
/** The pause doubles with each failure. Milliseconds. */
const FIRST_RETRY = 5000
/** Milliseconds. */
const FIRST_WAIT = 20_000

/**
 * Without a commit on the disk the start waits for the first one, or shows the newsroom of the image.
 * @throws when the folder of the commits cannot be written
 */
export async function openGitNewsroom({
  settings,
  root,
  build,
  services,
  own,
  log,
}: OpenSettings): Promise<GitNewsroom> {
  const closing = new AbortController()
  const checkouts = await openCheckouts(resolve(root, settings.folder), resolve(root, settings.shown), own)
  const program = join(build, FETCH_PROGRAM)
  const report = reporter(log)
  let refused: Extract<Outcome, { state: 'refused' }> | undefined
  let uses: FollowUses | undefined

  const lookOnce = async (): Promise<Outcome> => {
    const before = await checkouts.shown()
    const outcome = await fetchNewest(checkouts, refused, async (into, known) => {
      const from = await checkouts.shown()
      const order = { repository: settings, services, into, known, isShown: true, from }
      return fetchInThread(program, order, closing.signal)
    }).catch((error: unknown): Outcome => ({ state: 'failed', reason: String(error) }))
    if (closing.signal.aborted) return outcome
    refused = outcome.state === 'refused' ? outcome : undefined
    report(outcome, before?.commit)
    // Another process of this folder may have shown it.
    if (outcome.state === 'shown') uses?.onShown()
    return outcome
  }
  const turns = createTurns(lookOnce)
  const rounds = createRounds(turns, () => uses?.announce(), closing.signal)

  if (!(await checkouts.shown())) {
    const late: Outcome = { state: 'failed', reason: 'the Git host takes its time' }
    const first = await inTime(turns(), FIRST_WAIT, late)
    if (first.state !== 'shown')
      log.warn({ folder: own }, 'the newsroom of the image is shown until the one in Git can be')
  }
  return {
    requested() {
      uses?.announce()
      return rounds.look()
    },
    noticed: () => void rounds.look(),
    suspected: rounds.lookSoon,
    follow(followUses) {
      uses = followUses
      void rounds.round()
    },
    close: () => closing.abort(),
  }
}

async function fetchNewest(
  checkouts: Checkouts,
  refused: Extract<Outcome, { state: 'refused' }> | undefined,
  run: (into: string, known: string[]) => Promise<Fetched>,
): Promise<Outcome> {
  const outcome = await checkouts.alone(async (): Promise<Outcome> => {
    const into = await checkouts.newFolder()
    const fetched = await run(into, [...(await checkouts.commits()), ...(refused ? [refused.commit] : [])])
    if (fetched.kind === 'failed') return { state: 'failed', reason: fetched.reason }
    const { commit } = fetched
    if (fetched.kind === 'broken') return { state: 'refused', commit, problems: fetched.problems }
    if (fetched.kind === 'known' && refused?.commit === commit) return refused
    if (fetched.kind === 'whole') await checkouts.keep(into, commit)
    const isNew = (await checkouts.shown())?.commit !== commit
    if (isNew) await checkouts.show(commit)
    return { state: 'shown', commit, isNew }
  })
  return outcome ?? { state: 'failed', reason: 'another process has been fetching for too long' }
}

/** Calls during a look share the next one. */
function createTurns(look: () => Promise<Outcome>): () => Promise<Outcome> {
  let current: Promise<Outcome> | undefined
  let next: Promise<Outcome> | undefined
  const begin = (): Promise<Outcome> => {
    const own = look().finally(() => {
      if (current === own) current = undefined
    })
    current = own
    return own
  }
  return () => {
    if (!current) return begin()
    next ??= current.then(() => {
      next = undefined
      return begin()
    })
    return next
  }
}

/** @param onFound called for a commit without a notice */
function createRounds(turn: () => Promise<Outcome>, onFound: () => void, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined
  let dueAt = 0
  let failures = 0
  const plan = (pause: number): void => {
    clearTimeout(timer)
    if (signal.aborted) return
    dueAt = performance.now() + pause
    timer = setTimeout(() => void round(), pause).unref()
  }
  const look = async (): Promise<Outcome> => {
    clearTimeout(timer)
    const outcome = await turn()
    failures = outcome.state === 'failed' ? failures + 1 : 0
    const pause = failures === 0 ? INTERVAL : Math.min(INTERVAL, FIRST_RETRY * 2 ** (failures - 1))
    plan(pause)
    return outcome
  }
  const round = async (): Promise<void> => {
    const outcome = await look()
    if (outcome.state === 'shown' && outcome.isNew) onFound()
  }
  /** A host that is away is not asked more often. */
  const lookSoon = (): void => {
    if (failures === 0 && dueAt - performance.now() > SOON) plan(SOON)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  return { look, round, lookSoon }
}

/** The log masks what is as long as a token. */
const short = (commit: string | undefined): string | undefined => commit?.slice(0, 12)

function reporter(log: Logger): (outcome: Outcome, before: string | undefined) => void {
  let last = ''
  return (outcome, before) => {
    const name = outcome.state === 'failed' ? 'failed' : `${outcome.state} ${outcome.commit}`
    const isNew = name !== last
    last = name
    if (!isNew) return
    if (outcome.state === 'failed') {
      log.warn(
        { reason: outcome.reason, shown: short(before) },
        'the newsroom could not be fetched from Git: it stays as it is',
      )
    } else if (outcome.state === 'refused') {
      const { commit, problems } = outcome
      log.error(
        { commit: short(commit), shown: short(before), problems },
        'a commit of the newsroom is refused, and the last good one stays',
      )
    } else log.info({ commit: short(outcome.commit), before: short(before) }, 'the newsroom is that of this commit')
  }
}
