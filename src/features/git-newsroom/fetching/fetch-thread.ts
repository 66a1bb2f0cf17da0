import { Worker } from 'node:worker_threads'
import type { Fetched, FetchOrder } from './messages.ts'

export const FETCH_PROGRAM = 'fetch-newsroom.js'
/** For a slow Git host, and many images. Milliseconds. */
const LIMIT = 5 * 60_000
const MEGABYTE = 1024 * 1024
/** Packs are outside of the heap. Megabytes. */
const LEAST_HEAP = 256

/** Never rejects. */
export function fetchInThread(program: string, order: FetchOrder, signal: AbortSignal): Promise<Fetched> {
  return new Promise((resolve) => {
    const failed = (reason: string): void => resolve({ kind: 'failed', reason })
    if (signal.aborted) return failed('the portal ends')
    const maxOldGenerationSizeMb = Math.max(LEAST_HEAP, Math.ceil(order.repository.maxPack / MEGABYTE))
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
