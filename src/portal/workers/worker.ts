import cluster from 'node:cluster'
import { type FromPrimary, type FromWorker, fromPrimary } from './messages.ts'

const STOP_LIMIT_MS = 1000
const METRICS_LIMIT_MS = 6000

let lastId = 0

/** Waits until no sibling accepts connections: a client that reconnects then finds no worker that is about to stop. */
export async function allStopped(): Promise<void> {
  if (cluster.isWorker) {
    await request({ kind: 'stopped' }, (response) => response.kind === 'all-stopped', STOP_LIMIT_MS)
  }
}

export function notifyPrimary(message: FromWorker): void {
  if (cluster.isWorker) process.send?.(message, undefined, undefined, () => {})
}

/**
 * Metrics of all workers together.
 * @throws when the primary does not reply
 */
export async function metricsOfAll(): Promise<string> {
  lastId += 1
  const id = lastId
  const isMine = (response: FromPrimary) => response.kind === 'metrics-answer' && response.id === id
  const response = await request({ kind: 'metrics', id }, isMine, METRICS_LIMIT_MS)
  if (response?.kind !== 'metrics-answer') throw new Error('the primary process does not answer')
  return response.text
}

function request(
  message: FromWorker,
  isResponse: (response: FromPrimary) => boolean,
  limit: number,
): Promise<FromPrimary | undefined> {
  return new Promise((resolve) => {
    const end = (response?: FromPrimary): void => {
      clearTimeout(timer)
      process.off('message', onMessage)
      resolve(response)
    }
    const onMessage = (received: unknown): void => {
      const { data } = fromPrimary.safeParse(received)
      if (data && isResponse(data)) end(data)
    }
    const timer = setTimeout(end, limit)
    process.on('message', onMessage)
    process.send?.(message, undefined, undefined, (error) => {
      if (error) end()
    })
  })
}
