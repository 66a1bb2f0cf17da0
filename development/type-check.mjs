/** The extension's types are checked while it is shown already: the check takes seconds. */
import { Worker } from 'node:worker_threads'

const PROGRAM = new URL('./type-check-worker.mjs', import.meta.url)

/**
 * @param complain gets what is wrong
 * @returns checks an extension; one that was saved again meanwhile is not waited for
 */
export function createTypeCheck(complain) {
  let running
  return (extension) => {
    void running?.terminate()
    const worker = new Worker(PROGRAM, { workerData: extension })
    running = worker
    worker.on('message', complain)
    worker.on('error', (error) => complain(String(error)))
    // The last check keeps no process.
    worker.unref()
  }
}
