import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import type { Failures } from '../error-reports/failures.ts'
import { type ListenAt, listen } from '../http/server.ts'
import { createMemoryStore } from '../store/memory.ts'
import { serveWorker } from '../store/workers.ts'
import { createDistributor } from './distributor.ts'
import { primaryFigures } from './figures.ts'
import { type FromPrimary, type FromWorker, fromWorker } from './messages.ts'
import { replacementOf } from './restarts.ts'

/** All workers end by themselves within this time of SIGTERM. Milliseconds. */
const END_LIMIT_MS = 9500
/** What the primary has to report is sent by then, or not at all. */
const REPORTS_LIMIT_MS = 400
/** What a worker has said before it died is heard within that time of its death. Milliseconds. */
const LAST_WORDS_MS = 20
/** Deaths in a row of one place of which the log says more than a line for each. */
const AGAIN_AND_AGAIN = 4

export interface WorkerSettings extends ListenAt {
  count: number
}

/**
 * The process that only keeps others: holds the port, starts the workers, replaces those that die, lets them share what
 * one process keeps in memory, and ends when they have drained. It ends with 1 when the first ones cannot start.
 * @throws when the port cannot be had
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
  /** When all end, all wait for the last one; one that ends alone waits for nobody. */
  const tellStopped = (): void => {
    const workers = living()
    const ended = isEnding ? workers : workers.filter(({ id }) => stopped.has(id))
    if (!ended.every(({ id }) => stopped.has(id))) return
    if (isEnding) distributor.close()
    for (const worker of ended) send(worker, { kind: 'all-stopped' })
  }
  /** @param inARow how many have died in its place one after the other */
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
    const hear = (message: FromWorker): void => {
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
          // When all end, each goes on for the moment that balancers need.
          if (isEnding || !isStarted) break
          distributor.remove(worker)
          replace(false)
          break
        case 'stopped':
          distributor.remove(worker)
          stopped.add(worker.id)
          tellStopped()
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
      if (data) hear(data)
    })
    worker.once('exit', (code, signal) => {
      stopped.delete(worker.id)
      distributor.remove(worker)
      setTimeout(() => distributor.lost(worker), LAST_WORDS_MS)
      // One that was told to end before it could hear it has done so.
      const isFailed = code !== 0 && !(isEnding && signal === 'SIGTERM')
      if (isFailed) own.died()
      if (isFailed) log.error({ pid: worker.process.pid, code, signal }, 'worker died')
      if (!hasStarted) end('SIGTERM', 1)
      if (isEnding) {
        if (isFailed) exitCode = 1
        tellStopped()
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
