import cluster from 'node:cluster'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { type Env, EnvError, readEnv } from './env.ts'
import { createReporter } from './error-reports/reporter.ts'
import { createLog } from './log.ts'
import { createRepeats } from './log-repeats.ts'
import { growNewSpace, holdNewSpace } from './new-space.ts'
import { type Portal, startPortal } from './start.ts'
import { allStopped, tell } from './workers/worker.ts'

/** New connections are still accepted this long after SIGTERM, while balancers look away (decision 55). */
const DRAIN_GRACE_MS = 500
/** Nobody is answered until nobody has connected for this long; then the server stops listening (src/http/hold.ts). */
const HOLD_MS = 250
/** Who connects goes on connecting: balancers that only look. Longer than that nobody waits. */
const HOLD_LIMIT_MS = 1500
/** A connection that is silent for this long after that will not ask any more. */
const IDLE_GRACE_MS = 1000
/** What is under way this long after SIGTERM is cut off: all is over within ten seconds, workers within less. */
const DRAIN_LIMIT_MS = 8000
/** Reports of errors have this long to be sent: of a process that has drained, and of one that cannot start. Milliseconds. */
const REPORTS_LIMIT = { drained: 800, failed: 2000 }

// By itself V8 lets garbage grow to several times what is alive before it collects any, as there is memory to have. A
// server shares its machine: it collects at twice as much (docs/decisions/010).
setFlagsFromString('--heap-growing-percent=100')

const env = readEnvOrExit()
const repeats = createRepeats(env.secrets)
// However the process ends, what was counted until then is said: before the log ends, which hears of it next.
process.on('exit', repeats.flush)
const processLog = createLog({ level: env.logLevel, secrets: env.secrets, repeats })
// Lines of several processes stand in one log.
const log = cluster.isWorker ? processLog.child({ pid: process.pid }) : processLog
// The bundle lies in dist/, one folder below the project.
const root = dirname(dirname(fileURLToPath(import.meta.url)))

// What sends reports is loaded where somebody wants them, and behind what answers.
const failures = env.errorReports && createReporter({ ...env.errorReports, secrets: env.secrets, log, root })

if (env.workers > 1 && cluster.isPrimary) keepWorkers()
else serve()

/** The process that only keeps others needs none of what they need, and they nothing of what it does. */
function keepWorkers(): void {
  const { workers: count, port, host, socket } = env
  import('./workers/primary.ts')
    .then(({ runWorkers }) => runWorkers({ count, port, host, socket }, log, failures))
    .then(tellPlace, couldNotStart)
}

function serve(): void {
  const starting = startPortal(env, root, log, { ...(failures && { failures }) })
  const end = once((code: number) => {
    // Another worker takes its place from now on.
    tell({ kind: 'ending' })
    // Told to end before it listens, it listens first: whoever comes meanwhile is answered.
    starting.then((portal) => drain(portal, log, code)).catch((error: unknown) => failed(error, 'could not drain'))
  })
  // Asked again while it drains, it goes on draining.
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  // What state the program is in is not known any more: readers being served get their answers, then a new one starts.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    failures?.report(error, { where: 'process' })
    end(1)
  })
  starting
    .then(({ port, ready }) => {
      holdNewSpace()
      log.info({ port, service: env.service, content: env.content }, 'listening')
      return ready
    })
    .then(() => {
      growNewSpace()
      log.info('ready')
      if (cluster.isPrimary) tellPlace()
    }, couldNotStart)
}

/** Once for all processes, and not before readers are served. */
function tellPlace(): void {
  import('./surroundings/tell.ts')
    .then(({ tellSurroundings }) => tellSurroundings(env, root, log))
    .catch((error: unknown) => log.warn({ err: error }, 'the place this runs in could not be looked at'))
}

function couldNotStart(error: unknown): Promise<never> {
  return failed(error, 'could not start')
}

/** Ends at once, or as soon as it has been reported. */
async function failed(error: unknown, words: string): Promise<never> {
  log.fatal({ err: error }, words)
  failures?.report(error, { where: 'process' })
  await failures?.sent(REPORTS_LIMIT.failed)
  process.exit(1)
}

function readEnvOrExit(): Env {
  try {
    return readEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Ends without losing a request: not ready at once, then no new connections, then the last answers. */
async function drain({ server, stopTaking, readiness, hold, close }: Portal, log: Logger, code: number): Promise<void> {
  log.info('draining')
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  readiness.isDraining = true
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  await new Promise((resolve) => setTimeout(resolve, DRAIN_GRACE_MS))
  const release = hold()
  await quiet(server)
  const closed = stopTaking()
  await allStopped()
  release()
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_GRACE_MS)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
  await Promise.all([close(), failures?.sent(REPORTS_LIMIT.drained)])
  log.info('drained')
  process.exit(code)
}

/** Waits until nobody has connected for a moment: who got the last answer has come back by then, or will not. */
async function quiet(server: Portal['server']): Promise<void> {
  let accepted = 0
  const count = (): void => {
    accepted += 1
  }
  server.on('connection', count)
  const limit = performance.now() + HOLD_LIMIT_MS
  for (let before = -1; before !== accepted && performance.now() < limit; ) {
    before = accepted
    await new Promise((resolve) => setTimeout(resolve, HOLD_MS))
    // On a busy machine a timer may come before what the system has kept for us: that is taken over first.
    await new Promise((resolve) => setImmediate(resolve))
  }
  server.off('connection', count)
}

/** Runs once, with what it was given first. */
function once<T>(run: (value: T) => void): (value: T) => void {
  let hasRun = false
  return (value) => {
    if (hasRun) return
    hasRun = true
    run(value)
  }
}
