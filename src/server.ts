import cluster from 'node:cluster'
import * as modules from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createReporter } from './observability/error-reports/reporter.ts'
import { createLog } from './observability/log/log.ts'
import { createRepeats } from './observability/log/repeats.ts'
import { type RunningPortal, startPortal } from './portal/portal.ts'
import { type Env, EnvError, namesIn } from './portal/settings/env.ts'
import { readSettings } from './portal/settings/read-settings.ts'
import { allStopped, notifyPrimary } from './portal/workers/worker.ts'
import { fixYoungGeneration, growYoungGeneration, holdOptimisation } from './portal/young-generation.ts'
import { SiteError } from './site/site.ts'
import { keepCompiledCode } from './system/code-cache.ts'
import { setV8Flag } from './system/v8-flags.ts'

/** New connections are accepted this long after SIGTERM, until balancers notice (RUN-4). */
const DRAIN_GRACE_MS = 500
/** Pauses responses until so long after the last connection (src/edge/transport/pausable.ts). */
const PAUSE_MS = 250
/** Balancers' probes keep connecting. */
const PAUSE_LIMIT_MS = 1500
/** An idle connection without a request for this long is closed. */
const IDLE_GRACE_MS = 1000
/** Requests still open this long after SIGTERM are cut off: all ends within ten seconds. */
const DRAIN_LIMIT_MS = 8000
/** For error reports after a drain and a failed start. Milliseconds. */
const REPORTS_LIMIT = { drained: 800, failed: 2000 }

// V8 would let the heap grow while memory is free. A shared machine needs a collection at twice the live data
// (docs/decisions/010).
setV8Flag('heapGrowingPercent', 100)
const optimisation = holdOptimisation()
/** What renders pages has run by then. */
let wasReady = false
// A short buffer that stays keeps its larger one in memory, and a page has several. Node 24 shares 64 kB.
Buffer.poolSize = 8192

const build = dirname(fileURLToPath(import.meta.url))
const root = dirname(build)
keepCompiled()
const env = await readSettingsOrExit()
const repeats = createRepeats(env.secrets)
// Writes pending counts however the process ends, before the log's own handler.
process.on('exit', repeats.flush)
const processLog = createLog({ level: env.logLevel, secrets: env.secrets, repeats })
// Processes share a log.
const log = cluster.isWorker ? processLog.child({ pid: process.pid }) : processLog

// Loaded after the server.
const failures = env.errorReports && createReporter({ ...env.errorReports, secrets: env.secrets, log, root })

if (env.workers > 1 && cluster.isPrimary) startPrimary()
else serve()

/** The build's folder is as trusted as the build. */
function keepCompiled(): void {
  if (!('enableCompileCache' in modules) || typeof modules.enableCompileCache !== 'function') return
  modules.enableCompileCache(join(build, 'compiled'))
}

/** The primary and the workers share no modules. */
function startPrimary(): void {
  const { workers: count, port, host, socket } = env
  import('./portal/workers/primary.ts')
    .then(({ runWorkers }) => runWorkers({ count, port, host, socket }, log, failures))
    .then(reportStartOnce, couldNotStart)
}

function serve(): void {
  if (env.siteProblem !== undefined) log.warn(env.siteProblem)
  if (env.redirectLoops)
    log.warn({ problems: env.redirectLoops }, 'redirects that lead back to themselves are left out')
  const starting = startPortal(env, root, log, {
    build,
    onRendering: optimisation.release,
    failures,
  })
  const end = once((code: number) => {
    // Another worker takes its place.
    notifyPrimary({ kind: 'ending' })
    // The server listens first, so that waiting clients get responses.
    starting.then((portal) => drain(portal, log, code)).catch((error: unknown) => failed(error, 'could not drain'))
  })
  // A second signal does not interrupt it.
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  // The state is undefined now: open requests end, then a new process starts.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    failures?.report(error, { where: 'process' })
    end(1)
  })
  starting
    .then(({ port, ready }) => {
      fixYoungGeneration()
      log.info({ port, service: env.service, content: env.content }, 'listening')
      return ready
    })
    .then(() => {
      wasReady = true
      growYoungGeneration()
      optimisation.started()
      log.info('ready')
      if (cluster.isPrimary) reportStartOnce()
    }, couldNotStart)
}

/** Once for all processes, after the server listens. */
function reportStartOnce(): void {
  import('./portal/start-notes.ts')
    .then(({ reportStart }) => reportStart(env, namesIn(env), root, log))
    .catch((error: unknown) => log.warn({ err: error }, 'the place this runs in could not be looked at'))
}

async function couldNotStart(error: unknown): Promise<never> {
  if (cluster.isPrimary) {
    const { reportSlips } = await import('./portal/start-notes.ts')
    reportSlips(namesIn(env), log)
  }
  return failed(error, 'could not start')
}

/** Exits once the failure is reported. */
async function failed(error: unknown, words: string): Promise<never> {
  log.fatal({ err: error }, words)
  failures?.report(error, { where: 'process' })
  await failures?.sent(REPORTS_LIMIT.failed)
  process.exit(1)
}

async function readSettingsOrExit(): Promise<Env> {
  try {
    return await readSettings(root, build)
  } catch (error) {
    if (!(error instanceof EnvError || error instanceof SiteError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Readiness ends first, then new connections, then responses. */
async function drain(
  { server, stopTaking, readiness, pause, close }: RunningPortal,
  log: Logger,
  code: number,
): Promise<void> {
  log.info('draining')
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  readiness.isDraining = true
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  await new Promise((resolve) => setTimeout(resolve, DRAIN_GRACE_MS))
  const release = pause()
  await quiet(server)
  const closed = stopTaking()
  await allStopped()
  release()
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_GRACE_MS)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
  await Promise.all([close(), failures?.sent(REPORTS_LIMIT.drained)])
  if (wasReady && code === 0) keepCompiledCode()
  log.info('drained')
  process.exit(code)
}

/** By then a client has reconnected after its last response, or will not. */
async function quiet(server: RunningPortal['server']): Promise<void> {
  let accepted = 0
  const count = (): void => {
    accepted += 1
  }
  server.on('connection', count)
  const limit = performance.now() + PAUSE_LIMIT_MS
  for (let before = -1; before !== accepted && performance.now() < limit; ) {
    before = accepted
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    // A timer may fire before queued connections are accepted.
    await new Promise((resolve) => setImmediate(resolve))
  }
  server.off('connection', count)
}

function once<T>(run: (value: T) => void): (value: T) => void {
  let hasRun = false
  return (value) => {
    if (hasRun) return
    hasRun = true
    run(value)
  }
}
