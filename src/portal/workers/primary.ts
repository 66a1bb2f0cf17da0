import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { type ListenAt, listen } from '../../edge/transport/server.ts'
import type { Failures } from '../../observability/error-reports/failures.ts'
import { createMemoryStore } from '../../system/store/memory.ts'
import { serveWorker } from '../../system/store/workers.ts'
import { createDistributor } from './connection-distributor.ts'
import { type FromPrimary, type FromWorker, fromWorker } from './messages.ts'
import { primaryFigures } from './metrics.ts'
import { replacementOf } from './restarts.ts'

/** All workers end within this time of SIGTERM. Milliseconds. */
const END_LIMIT_MS = 9500
/** Limit for sending the primary's error reports. Milliseconds. */
const REPORTS_LIMIT_MS = 400
/** A dead worker's last messages arrive within this time. Milliseconds. */
const LAST_WORDS_MS = 20
/** Consecutive deaths of one slot that earn an extra log line. */
const AGAIN_AND_AGAIN = 4

export interface WorkerSettings extends ListenAt {
  count: number
}

/**
 * The primary process: holds the port, starts the workers, replaces dead ones, shares its memory store among them, and
 * ends when they have drained. Exits with 1 when the first workers cannot start.
 * @throws when the port is unavailable
 */
export async function runWorkers({ count, ...at }: WorkerSettings, log: Logger, failures?: Failures): Promise<void> {
  const store = createMemoryStore()
  const aggregator = new AggregatorRegistry()
  const own = primaryFigures()
  const distributor = createDistributor(log)
  const stopped = new Set<number>()
  const restarts = new Set<NodeJS.Timeout>()
  let hasStarted = false
  let isEnding = false
  let exitCode = 0

  const living = (): Worker[] =>
    Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []))
  const send = (worker: Worker, message: FromPrimary): void => {
    if (worker.isConnected()) worker.send(message, () => {})
  }
  /** In a shutdown all wait for the last one; a worker that ends alone does not wait. */
  const confirmStopped = (): void => {
    const workers = living()
    const ended = isEnding ? workers : workers.filter(({ id }) => stopped.has(id))
    if (!ended.every(({ id }) => stopped.has(id))) return
    if (isEnding) distributor.close()
    for (const worker of ended) send(worker, { kind: 'all-stopped' })
  }
  /** @param inARow consecutive deaths of this slot */
  const start = (inARow = 0): void => {
    const startedAt = performance.now()
    const worker = cluster.fork({ PORT: String(bound) })
    let isStarted = false
    let isReplaced = false
    const replace = (gaveUp: boolean): void => {
      if (isReplaced || isEnding) return
      isReplaced = true
      const isAlone = living().every(({ id }) => id === worker.id)
      const death = { hasStarted: isStarted, gaveUp, lived: performance.now() - startedAt }
      const next = replacementOf(death, inARow, isAlone)
      if (next.inARow >= AGAIN_AND_AGAIN) {
        const words = isStarted || !gaveUp ? 'workers die again and again' : 'workers cannot start any more'
        log.error({ inARow: next.inARow, pauseMs: next.pause }, words)
      }
      const timer = setTimeout(() => {
        restarts.delete(timer)
        start(next.inARow)
      }, next.pause)
      restarts.add(timer)
    }
    const receive = (message: FromWorker): void => {
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
          isStarted = true
          hasStarted = true
          break
        case 'ending':
          // In a shutdown each stays in rotation for the grace period that balancers need.
          if (isEnding || !isStarted) break
          distributor.remove(worker)
          replace(false)
          break
        case 'stopped':
          distributor.remove(worker)
          stopped.add(worker.id)
          confirmStopped()
          break
        case 'metrics':
          aggregator.clusterMetrics().then(
            async (text) => {
              const figures = `${text}\n${await own.text(living().length)}`
              send(worker, { kind: 'metrics-answer', id: message.id, text: figures })
            },
            (error: unknown) => log.error({ err: error }, 'metrics of the workers'),
          )
      }
    }
    serveWorker(worker, store)
    worker.on('message', (message: unknown) => {
      const { data } = fromWorker.safeParse(message)
      if (data) receive(data)
    })
    worker.once('exit', (code, signal) => {
      stopped.delete(worker.id)
      distributor.remove(worker)
      setTimeout(() => distributor.lost(worker), LAST_WORDS_MS)
      // A worker killed by SIGTERM during a shutdown, before it had a handler, has not failed.
      const isFailed = code !== 0 && !(isEnding && signal === 'SIGTERM')
      if (isFailed) own.died()
      if (isFailed) log.error({ pid: worker.process.pid, code, signal }, 'worker died')
      if (!hasStarted) end('SIGTERM', 1)
      if (isEnding) {
        if (isFailed) exitCode = 1
        confirmStopped()
        return endWhenAlone()
      }
      replace(signal === null)
    })
  }
  const endWhenAlone = (): void => {
    if (living().length > 0) return
    if (!failures) process.exit(exitCode)
    void failures.sent(REPORTS_LIMIT_MS).finally(() => process.exit(exitCode))
  }
  const end = (signal: NodeJS.Signals, code: number): void => {
    if (isEnding) return
    isEnding = true
    exitCode = code
    for (const timer of restarts) clearTimeout(timer)
    for (const worker of living()) worker.process.kill(signal)
    setTimeout(() => {
      exitCode = 1
      for (const worker of living()) worker.process.kill('SIGKILL')
    }, END_LIMIT_MS)
    endWhenAlone()
  }

  process.on('SIGTERM', () => end('SIGTERM', 0))
  process.on('SIGINT', () => end('SIGTERM', 0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    failures?.report(error, { where: 'process' })
    end('SIGTERM', 1)
  })
  const bound = await listen(distributor.server, at)
  log.info({ workers: count, port: bound }, 'starting workers')
  for (let started = 0; started < count; started++) start()
}
