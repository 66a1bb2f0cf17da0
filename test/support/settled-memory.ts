import { setTimeout as wait } from 'node:timers/promises'

/** The parser of images is loaded two seconds after the first content (docs/decisions/020). Milliseconds. */
const STARTED_MS = 3000
const STEP_MS = 500
const STEADY_BYTES = 1024 * 1024

/**
 * Resident memory of a server once its start has loaded everything and it is idle.
 * @param read its current resident memory. Bytes
 */
export async function settledMemory(read: () => Promise<number>): Promise<number> {
  await wait(STARTED_MS)
  let before = await read()
  for (let tries = 0; tries < 20; tries++) {
    await wait(STEP_MS)
    const now = await read()
    if (Math.abs(now - before) < STEADY_BYTES) return now
    before = now
  }
  throw new Error('the memory of an idle server goes on changing')
}
