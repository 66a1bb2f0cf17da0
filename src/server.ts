import { Server as NetServer } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { type Logger, pino } from 'pino'
import { type Env, EnvError, readEnv } from './env.ts'
import { type Portal, startPortal } from './start.ts'

/** New connections are still accepted this long after SIGTERM, while balancers look away (decision 55). */
const DRAIN_GRACE_MS = 500
/** Nobody is answered this long before the server stops listening (src/http/hold.ts). */
const HOLD_MS = 100
/** A connection that is silent for this long after that will not ask any more. */
const IDLE_GRACE_MS = 1000
/** Then requests under way get this long. */
const DRAIN_LIMIT_MS = 8000

// By itself V8 lets garbage grow to several times what is alive before it collects any, as there is memory to have. A
// server shares its machine: it collects at 1.4 times (docs/decisions/010).
setFlagsFromString('--heap-growing-percent=40')

const env = readEnvOrExit()
const log = pino({ level: env.logLevel, base: null })
// The bundle lies in dist/, one folder below the project.
const root = dirname(dirname(fileURLToPath(import.meta.url)))

startPortal(env, root, log).then(
  (portal) => {
    log.info({ port: portal.port, service: env.service, content: env.content }, 'listening')
    portal.ready.then(() => log.info('ready'))
    const end = once((code: number) =>
      drain(portal, log, code).catch((error: unknown) => {
        log.fatal({ err: error }, 'could not drain')
        process.exit(1)
      }),
    )
    // Asked again while it drains, it goes on draining.
    process.on('SIGTERM', () => end(0))
    process.on('SIGINT', () => end(0))
    // What state the program is in is not known any more: readers being served get their answers, then a new one starts.
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'uncaught error')
      end(1)
    })
  },
  (error: unknown) => {
    log.fatal({ err: error }, 'could not start')
    process.exit(1)
  },
)

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
async function drain({ server, readiness, hold, close }: Portal, log: Logger, code: number): Promise<void> {
  log.info('draining')
  readiness.isDraining = true
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  await new Promise((resolve) => setTimeout(resolve, DRAIN_GRACE_MS))
  const release = hold()
  await new Promise((resolve) => setTimeout(resolve, HOLD_MS))
  // The plain server's way to close: the HTTP server's would cut off who has just connected and not asked yet.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
  release()
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_GRACE_MS)
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
  await close()
  log.info('drained')
  process.exit(code)
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
