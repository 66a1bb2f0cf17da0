import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { AggregatorRegistry, type RegistryContentType } from 'prom-client'
import { type ListenAt, listen } from '../../edge/transport/server.ts'
import type { Failures } from '../../observability/error-reports/failures.ts'
import { createMemoryStore } from '../../system/store/memory.ts'
import { serveWorker } from '../../system/store/workers.ts'
import { createDistributor, type Distributor } from './connection-distributor.ts'
import { type FromPrimary, type FromWorker, fromWorker } from './messages.ts'
import { type PrimaryFigures, primaryFigures } from './primary-figures.ts'
import { replacementOf } from './restarts.ts'

/** Time from SIGTERM to the end of all workers. */
const END_LIMIT_MS = 9500
const REPORTS_LIMIT_MS = 400
/** A dead worker's last messages arrive within this time. */
const LAST_WORDS_MS = 20
const AGAIN_AND_AGAIN = 4

export interface WorkerSettings extends ListenAt {
  count: number
}

interface Primary {
  port: number
  store: ReturnType<typeof createMemoryStore>
  aggregator: AggregatorRegistry<RegistryContentType>
  figures: PrimaryFigures
  distributor: Distributor
  log: Logger
  failures: Failures | undefined
  stopped: Set<number>
  restarts: Set<NodeJS.Timeout>
  hasStarted: boolean
  isEnding: boolean
  exitCode: number
}

interface Slot {
  worker: Worker
  startedAt: number
  inARow: number
  isStarted: boolean
  isReplaced: boolean
}

/**
 * Holds the port, replaces dead workers, shares its memory store among them, and ends when they have drained. Exits
 * with 1 when the first workers cannot start.
 * @throws when the port is unavailable
 */
export async function runWorkers({ count, ...at }: WorkerSettings, log: Logger, failures?: Failures): Promise<void> {
  const distributor = createDistributor(log)
  const primary: Primary = {
    port: 0,
    store: createMemoryStore(),
    aggregator: new AggregatorRegistry(),
    figures: primaryFigures(),
    distributor,
    log,
    failures,
    stopped: new Set(),
    restarts: new Set(),
    hasStarted: false,
    isEnding: false,
    exitCode: 0,
  }
  process.on('SIGTERM', () => end(primary, 'SIGTERM', 0))
  process.on('SIGINT', () => end(primary, 'SIGTERM', 0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    failures?.report(error, { where: 'process' })
    end(primary, 'SIGTERM', 1)
  })
  primary.port = await listen(distributor.server, at)
  log.info({ workers: count, port: primary.port }, 'starting workers')
  for (let started = 0; started < count; started++) startWorker(primary)
}

function startWorker(primary: Primary, inARow = 0): void {
  const { store, distributor, figures, log, stopped } = primary
  const worker = cluster.fork({ PORT: String(primary.port) })
  const slot: Slot = { worker, startedAt: performance.now(), inARow, isStarted: false, isReplaced: false }
  serveWorker(worker, store)
  worker.on('message', (message: unknown) => {
    const { data } = fromWorker.safeParse(message)
    if (data) receive(primary, slot, data)
  })
  worker.once('exit', (code, signal) => {
    stopped.delete(worker.id)
    distributor.remove(worker)
    setTimeout(() => distributor.lost(worker), LAST_WORDS_MS)
    // A worker killed by SIGTERM before it had a handler has not failed.
    const isFailed = code !== 0 && !(primary.isEnding && signal === 'SIGTERM')
    if (isFailed) figures.died()
    if (isFailed) log.error({ pid: worker.process.pid, code, signal }, 'worker died')
    if (!primary.hasStarted) end(primary, 'SIGTERM', 1)
    if (primary.isEnding) {
      if (isFailed) primary.exitCode = 1
      confirmStopped(primary)
      return endWhenAlone(primary)
    }
    replace(primary, slot, signal === null)
  })
}

function receive(primary: Primary, slot: Slot, message: FromWorker): void {
  const { distributor, stopped } = primary
  const { worker } = slot
  switch (message.kind) {
    case 'accepting':
      distributor.add(worker)
      break
    case 'taken':
      distributor.taken(worker)
      break
    case 'refused':
      distributor.lost(worker)
      break
    case 'started':
      slot.isStarted = true
      primary.hasStarted = true
      break
    case 'ending':
      // In a shutdown each stays in rotation for the grace period that balancers need.
      if (primary.isEnding || !slot.isStarted) break
      distributor.remove(worker)
      replace(primary, slot, false)
      break
    case 'stopped':
      distributor.remove(worker)
      stopped.add(worker.id)
      confirmStopped(primary)
      break
    case 'metrics':
      sendMetrics(primary, worker, message.id)
  }
}

function sendMetrics({ aggregator, figures, log }: Primary, worker: Worker, id: number): void {
  aggregator.clusterMetrics().then(
    async (text) => {
      const all = `${text}\n${await figures.text(living().length)}`
      send(worker, { kind: 'metrics-answer', id, text: all })
    },
    (error: unknown) => log.error({ err: error }, 'metrics of the workers'),
  )
}

function replace(primary: Primary, slot: Slot, gaveUp: boolean): void {
  const { log, restarts } = primary
  const { worker, startedAt, inARow, isStarted } = slot
  if (slot.isReplaced || primary.isEnding) return
  slot.isReplaced = true
  const isAlone = living().every(({ id }) => id === worker.id)
  const death = { hasStarted: isStarted, gaveUp, lived: performance.now() - startedAt }
  const next = replacementOf(death, inARow, isAlone)
  if (next.inARow >= AGAIN_AND_AGAIN) {
    const words = isStarted || !gaveUp ? 'workers die again and again' : 'workers cannot start any more'
    log.error({ inARow: next.inARow, pauseMs: next.pause }, words)
  }
  const timer = setTimeout(() => {
    restarts.delete(timer)
    startWorker(primary, next.inARow)
  }, next.pause)
  restarts.add(timer)
}

/** In a shutdown all workers wait for the last one. */
function confirmStopped({ distributor, isEnding, stopped }: Primary): void {
  const workers = living()
  const ended = isEnding ? workers : workers.filter(({ id }) => stopped.has(id))
  if (!ended.every(({ id }) => stopped.has(id))) return
  if (isEnding) distributor.close()
  for (const worker of ended) send(worker, { kind: 'all-stopped' })
}

function end(primary: Primary, signal: NodeJS.Signals, code: number): void {
  if (primary.isEnding) return
  primary.isEnding = true
  primary.exitCode = code
  for (const timer of primary.restarts) clearTimeout(timer)
  for (const worker of living()) worker.process.kill(signal)
  setTimeout(() => {
    primary.exitCode = 1
    for (const worker of living()) worker.process.kill('SIGKILL')
  }, END_LIMIT_MS)
  endWhenAlone(primary)
}

function endWhenAlone(primary: Primary): void {
  const { failures } = primary
  if (living().length > 0) return
  if (!failures) process.exit(primary.exitCode)
  void failures.sent(REPORTS_LIMIT_MS).finally(() => process.exit(primary.exitCode))
}

function living(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []))
}

function send(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message, () => {})
}
