import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { createMemoryStore } from '../store/memory.ts'
import { serveWorker } from '../store/workers.ts'
import { type FromPrimary, fromWorker } from './messages.ts'

/** A worker that dies is replaced after a pause that doubles, unless it has lived for a while. Milliseconds. */
const RESTART_PAUSE = { first: 100, most: 10_000 } as const
const LIVED_MS = 10_000
/** All workers end by themselves within this time of SIGTERM. Milliseconds. */
const END_LIMIT_MS = 9500

/**
 * The process that only keeps others: starts the workers, replaces those that die, lets them share what one process
 * keeps in memory, and ends when they have drained. It ends with 1 when the first ones cannot start.
 */
export function runWorkers(count: number, log: Logger): void {
  const store = createMemoryStore()
  const aggregator = new AggregatorRegistry()
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
  /** When all end, all wait for the last one; one that ends alone waits for nobody. */
  const tellStopped = (): void => {
    const workers = living()
    const ended = isEnding ? workers : workers.filter(({ id }) => stopped.has(id))
    if (ended.every(({ id }) => stopped.has(id))) for (const worker of ended) send(worker, { kind: 'all-stopped' })
  }
  const start = (pause: number): void => {
    const startedAt = performance.now()
    const worker = cluster.fork()
    serveWorker(worker, store)
    worker.on('message', (message: unknown) => {
      const { data } = fromWorker.safeParse(message)
      if (data?.kind === 'started') hasStarted = true
      if (data?.kind === 'stopped') {
        stopped.add(worker.id)
        tellStopped()
      }
      if (data?.kind === 'metrics') {
        aggregator.clusterMetrics().then(
          (text) => send(worker, { kind: 'metrics-answer', id: data.id, text }),
          (error: unknown) => log.error({ err: error }, 'metrics of the workers'),
        )
      }
    })
    worker.once('exit', (code, signal) => {
      stopped.delete(worker.id)
      // One that was told to end before it could hear it has done so.
      const isFailed = code !== 0 && !(isEnding && signal === 'SIGTERM')
      if (isFailed) log.error({ pid: worker.process.pid, code, signal }, 'worker died')
      if (!hasStarted) end('SIGTERM', 1)
      if (isEnding) {
        if (isFailed) exitCode = 1
        tellStopped()
        return endWhenAlone()
      }
      const next = performance.now() - startedAt > LIVED_MS ? RESTART_PAUSE.first : pause
      const timer = setTimeout(() => {
        restarts.delete(timer)
        start(Math.min(next * 2, RESTART_PAUSE.most))
      }, next)
      restarts.add(timer)
    })
  }
  const endWhenAlone = (): void => {
    if (living().length === 0) process.exit(exitCode)
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
    end('SIGTERM', 1)
  })
  log.info({ workers: count }, 'starting workers')
  for (let started = 0; started < count; started++) start(RESTART_PAUSE.first)
}
