import cluster from 'node:cluster'
import * as modules from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { createReporter } from './observability/error-reports/reporter.ts'
import { createLog } from './observability/log/log.ts'
import { createRepeats } from './observability/log/repeats.ts'
import { type RunningPortal, startPortal } from './portal/portal.ts'
import { type Env, EnvError } from './portal/settings/env.ts'
import { misspeltNote } from './portal/settings/misspelt.ts'
import { readSettings } from './portal/settings/read-settings.ts'
import { allStopped, notifyPrimary } from './portal/workers/worker.ts'
import { fixYoungGeneration, growYoungGeneration, holdOptimisation } from './portal/young-generation.ts'
import { SiteError } from './site/site.ts'

/** New connections are accepted this long after SIGTERM, until balancers notice (RUN-4). */
const DRAIN_GRACE_MS = 500
/** Pauses responses until this long after the last connection (src/edge/transport/pausable.ts). */
const PAUSE_MS = 250
/** Longest pause: balancers' probes keep connecting. */
const PAUSE_LIMIT_MS = 1500
/** An idle connection without a request for this long afterwards is closed. */
const IDLE_GRACE_MS = 1000
/** Requests still open this long after SIGTERM are cut off: everything ends within ten seconds. */
const DRAIN_LIMIT_MS = 8000
/** Limits for sending error reports: of a drained process, and of one that cannot start. Milliseconds. */
const REPORTS_LIMIT = { drained: 800, failed: 2000 }

// V8 lets the heap grow to several times the live data before it collects, as long as memory is free. A server shares
// its machine, so it collects at twice the live data (docs/decisions/010).
setFlagsFromString('--heap-growing-percent=100')
const optimisation = holdOptimisation()
// Short buffers share a larger one, and one that stays keeps it all in memory: a page has several. Node 24 shares 64 kB.
Buffer.poolSize = 8192

// The bundle lies in the folder of its build, one below the project's.
const build = dirname(fileURLToPath(import.meta.url))
const root = dirname(build)
keepCompiled()
const env = await readSettingsOrExit()
const repeats = createRepeats(env.secrets)
// Writes pending counts however the process ends. Registered before the log's own exit handler.
process.on('exit', repeats.flush)
const processLog = createLog({ level: env.logLevel, secrets: env.secrets, repeats })
// Several processes write to one log.
const log = cluster.isWorker ? processLog.child({ pid: process.pid }) : processLog

// The sender is loaded only where it is configured, after the server.
const failures = env.errorReports && createReporter({ ...env.errorReports, secrets: env.secrets, log, root })

if (cluster.isPrimary) for (const setting of env.misspelt) log.warn(misspeltNote(setting))
if (env.workers > 1 && cluster.isPrimary) startPrimary()
else serve()

/**
 * Node 22 and later keep what they compiled in the build's folder, which is as trusted as the build. Otherwise each
 * start compiles again.
 */
function keepCompiled(): void {
  if (!('enableCompileCache' in modules) || typeof modules.enableCompileCache !== 'function') return
  modules.enableCompileCache(join(build, 'compiled'))
}

/** The primary loads none of the workers' modules, and they none of its. */
function startPrimary(): void {
  const { workers: count, port, host, socket } = env
  import('./portal/workers/primary.ts')
    .then(({ runWorkers }) => runWorkers({ count, port, host, socket }, log, failures))
    .then(reportDeploymentOnce, couldNotStart)
}

function serve(): void {
  if (env.siteProblem !== undefined) log.warn(env.siteProblem)
  if (env.redirectLoops)
    log.warn({ problems: env.redirectLoops }, 'redirects that lead back to themselves are left out')
  const starting = startPortal(env, root, log, {
    build,
    onRendering: optimisation.release,
    ...(failures && { failures }),
  })
  const end = once((code: number) => {
    // Another worker takes its place from now on.
    notifyPrimary({ kind: 'ending' })
    // SIGTERM during the start: the server listens first, so that waiting clients get their responses.
    starting.then((portal) => drain(portal, log, code)).catch((error: unknown) => failed(error, 'could not drain'))
  })
  // A second signal does not interrupt the drain.
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  // The program's state is now undefined: open requests get their responses, then a new process starts.
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
      growYoungGeneration()
      optimisation.started()
      log.info('ready')
      if (cluster.isPrimary) reportDeploymentOnce()
    }, couldNotStart)
}

/** Once for all processes, and only after the server listens. */
function reportDeploymentOnce(): void {
  Promise.all([import('./system/deployment-notes.ts'), import('./integrations/consent-notes.ts')])
    .then(([{ reportDeployment }, { consentNotes }]) => reportDeployment(env, root, log, consentNotes(env)))
    .catch((error: unknown) => log.warn({ err: error }, 'the place this runs in could not be looked at'))
}

function couldNotStart(error: unknown): Promise<never> {
  return failed(error, 'could not start')
}

/** Exits at once, or as soon as the failure has been reported. */
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

/** Ends without losing a request: readiness off, then no new connections, then the last responses. */
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
  log.info('drained')
  process.exit(code)
}

/**
 * Waits until no client has connected for a moment: after its last response a client has reconnected by then, or will
 * not.
 */
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
    // On a busy machine a timer may fire before queued connections are accepted: accepts them first.
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
