import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from './root.ts'

export interface Traffic {
  port: number
  /** Requested in turn. */
  paths: readonly string[]
  /** Requests per second. */
  rate: number
  /** Duration. Milliseconds. */
  ms: number
  /** The number of clients that a proxy on this machine reports; absent: one client without a proxy. */
  clients?: number
  headers?: Record<string, string>
}

const responses = z.object({
  /** Number of responses by status or error. */
  statuses: z.record(z.string(), z.number()),
  /** Of each response. Milliseconds. */
  times: z.array(z.number()),
})
export type TrafficResponses = z.output<typeof responses>

/** Requests from a separate process (`traffic.mjs`). */
export async function send({ clients = 0, headers = {}, ...traffic }: Traffic): Promise<TrafficResponses> {
  const child = fork(join(ROOT, 'test/support/traffic.mjs'), { execArgv: [] })
  const left = once(child, 'exit').then(() => Promise.reject(new Error('the traffic has ended')))
  // It rejects at the end, when nobody waits for it any more.
  left.catch(() => {})
  child.send({ ...traffic, clients, headers })
  try {
    const [message] = await Promise.race([once(child, 'message'), left])
    return responses.parse(message)
  } finally {
    if (child.connected) child.disconnect()
  }
}
