import { Worker } from 'node:worker_threads'
import type { Fetched, FetchOrder } from './messages.ts'

/** Built from `thread.ts`. */
export const FETCH_PROGRAM = 'fetch-newsroom.js'
/** A slow Git host, and a newsroom of many images. Milliseconds. */
const LIMIT = 5 * 60_000
const MEGABYTE = 1024 * 1024
/** Heap of the thread, in which packs are not. Megabytes. */
const LEAST_HEAP = 256

/**
 * Runs one fetch in a thread of its own. Never rejects.
 * @param program the built file
 * @param signal ends the thread
 */
export function fetchInThread(program: string, order: FetchOrder, signal: AbortSignal): Promise<Fetched> {
  return new Promise((resolve) => {
    const failed = (reason: string): void => resolve({ kind: 'failed', reason })
    if (signal.aborted) return failed('the portal ends')
    const maxOldGenerationSizeMb = Math.max(LEAST_HEAP, Math.ceil(order.repository.maxPack / MEGABYTE))
    // The thread needs no environment and no flags, and does not keep the process alive.
    const worker = new Worker(program, {
      workerData: order,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb },
    })
    worker.unref()
    const end = (): void => void worker.terminate()
    const timer = setTimeout(end, LIMIT)
    signal.addEventListener('abort', end)
    worker.once('message', (fetched: Fetched) => {
      resolve(fetched)
      end()
    })
    worker.once('error', (error) => failed(error.message))
    worker.once('exit', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      failed('the fetch took too long')
    })
  })
}
