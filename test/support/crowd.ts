import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from './root.ts'

interface Crowd {
  /** This many parallel requests for a path. */
  ask(path: string, count: number): Promise<CrowdResponses>
  leave(): void
}

const crowdResponses = z.object({
  /** Number of responses by status. */
  statuses: z.record(z.string(), z.number()),
  /** Milliseconds until the last response was complete. */
  ms: z.number(),
})
type CrowdResponses = z.output<typeof crowdResponses>

/**
 * Readers in a separate process (`crowd.mjs`).
 * @param headers of their requests, as lines
 */
export function gather(port: number, headers = ''): Crowd {
  const child = fork(join(ROOT, 'test/support/crowd.mjs'), { execArgv: [] })
  const left = once(child, 'exit').then(() => Promise.reject(new Error('the crowd has left')))
  // It rejects at the end, when nobody waits for it any more.
  left.catch(() => {})
  return {
    async ask(path, count) {
      child.send({ port, path, headers, count })
      const [responses] = await Promise.race([once(child, 'message'), left])
      return crowdResponses.parse(responses)
    },
    leave: () => child.disconnect(),
  }
}
