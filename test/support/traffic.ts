import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from './root.ts'

export interface Traffic {
  port: number
  /** Asked for in turn. */
  paths: readonly string[]
  /** Requests a second. */
  rate: number
  /** For how long. Milliseconds. */
  ms: number
  /** As a proxy on this machine tells of so many clients; absent: one, who has no proxy. */
  clients?: number
  headers?: Record<string, string>
}

const responses = z.object({
  /** How many got which status, or which error. */
  statuses: z.record(z.string(), z.number()),
  /** Of each response. Milliseconds. */
  times: z.array(z.number()),
})
export type TrafficResponses = z.output<typeof responses>

/** Requests from a process of their own (`traffic.mjs`). */
export async function send({ clients = 0, headers = {}, ...traffic }: Traffic): Promise<TrafficResponses> {
  const child = fork(join(ROOT, 'test/support/traffic.mjs'), { execArgv: [] })
  const left = once(child, 'exit').then(() => Promise.reject(new Error('the traffic has ended')))
  // In the end it does, and then nobody waits for it.
  left.catch(() => {})
  child.send({ ...traffic, clients, headers })
  try {
    const [message] = await Promise.race([once(child, 'message'), left])
    return responses.parse(message)
  } finally {
    if (child.connected) child.disconnect()
  }
}
