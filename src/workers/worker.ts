import cluster from 'node:cluster'
import { type FromPrimary, type FromWorker, fromPrimary } from './messages.ts'

/** What another process answers within. Milliseconds. */
const STOP_LIMIT_MS = 1000
const METRICS_LIMIT_MS = 6000

let lastId = 0

/**
 * Tells the primary that this process takes no new connections, and waits until no other does: who is answered now
 * connects anew to nobody, instead of to a worker that is about to stop. A process without siblings does not wait.
 */
export async function allStopped(): Promise<void> {
  if (cluster.isWorker) {
    await ask({ kind: 'stopped' }, (answer) => answer.kind === 'all-stopped', STOP_LIMIT_MS)
  }
}

/** Tells the primary, where there is one. */
export function tell(message: FromWorker): void {
  if (cluster.isWorker) process.send?.(message, undefined, undefined, () => {})
}

/**
 * The figures of all workers together, from the one that was asked.
 * @throws when the primary does not answer
 */
export async function metricsOfAll(): Promise<string> {
  lastId += 1
  const id = lastId
  const isMine = (answer: FromPrimary) => answer.kind === 'metrics-answer' && answer.id === id
  const answer = await ask({ kind: 'metrics', id }, isMine, METRICS_LIMIT_MS)
  if (answer?.kind !== 'metrics-answer') throw new Error('the primary process does not answer')
  return answer.text
}

/** @returns nothing when no such answer comes in time */
function ask(
  message: FromWorker,
  isAnswer: (answer: FromPrimary) => boolean,
  limit: number,
): Promise<FromPrimary | undefined> {
  return new Promise((resolve) => {
    const end = (answer?: FromPrimary): void => {
      clearTimeout(timer)
      process.off('message', onMessage)
      resolve(answer)
    }
    const onMessage = (received: unknown): void => {
      const { data } = fromPrimary.safeParse(received)
      if (data && isAnswer(data)) end(data)
    }
    const timer = setTimeout(end, limit)
    process.on('message', onMessage)
    process.send?.(message, undefined, undefined, (error) => {
      if (error) end()
    })
  })
}
