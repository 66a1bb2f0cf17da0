import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { type Logger, pino } from 'pino'
import { type Env, EnvError, readEnv } from './env.ts'
import { type Portal, startPortal } from './start.ts'

/** New connections are still accepted this long after SIGTERM, while balancers look away (decision 55). */
const DRAIN_GRACE_MS = 500
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
    process.once('SIGTERM', () => void drain(portal, log))
    process.once('SIGINT', () => void drain(portal, log))
  },
  (error: unknown) => {
    log.fatal({ err: error }, 'could not start')
    process.exitCode = 1
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
async function drain({ server, readiness, close }: Portal, log: Logger): Promise<void> {
  log.info('draining')
  readiness.isDraining = true
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  await new Promise((resolve) => setTimeout(resolve, DRAIN_GRACE_MS))
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  await closed
  clearTimeout(limit)
  await close()
  log.info('drained')
  process.exit(0)
}
