import { setTimeout as wait } from 'node:timers/promises'
import { elapsed } from '../../../system/clock.ts'

/** The leases of a killed sender end meanwhile. Milliseconds. */
export const PATIENCE_MS = 12_000
const PAUSE_MS = 500

/**
 * Tries for a lease until it is there.
 * @param patience milliseconds; 0 tries once
 * @returns false: its holder is alive
 */
export async function patientLease(
  take: () => Promise<boolean>,
  patience: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = elapsed() + patience
  for (;;) {
    if (await take()) return true
    if (elapsed() + PAUSE_MS > end || signal?.aborted) return false
    await wait(PAUSE_MS)
  }
}
