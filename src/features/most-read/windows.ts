import type { MostReadWindow } from '../../content/most-read.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Views of one bucket are added up, and age together. Milliseconds. */
export const WINDOWS: Readonly<Record<MostReadWindow, { length: number; bucket: number }>> = {
  '1h': { length: HOUR, bucket: 5 * MINUTE },
  '24h': { length: DAY, bucket: HOUR },
  '7d': { length: 7 * DAY, bucket: 6 * HOUR },
}

export interface Bucket {
  set: string
  weight: number
}

/**
 * The set that takes the views of this moment. The braces keep all sets on one node of a Redis Cluster.
 * @param at of the wall clock, which instances share
 */
export function currentSet(service: string, window: MostReadWindow, at: number): string {
  return setName(service, window, Math.floor(at / WINDOWS[window].bucket))
}

/** How long a set is needed after a view was added to it. Milliseconds. */
export function lifetimeOf(window: MostReadWindow): number {
  const { length, bucket } = WINDOWS[window]
  return length + 2 * bucket
}

/**
 * The buckets of a window that still count. A view counts 1 − age ÷ length of the window, where the age is that of the
 * middle of its bucket.
 */
export function bucketsOf(service: string, window: MostReadWindow, at: number): Bucket[] {
  const { length, bucket } = WINDOWS[window]
  const current = Math.floor(at / bucket)
  const count = Math.ceil(length / bucket) + 1
  return Array.from({ length: count }, (_, back) => {
    const middle = (current - back + 0.5) * bucket
    const age = Math.max(0, at - middle)
    return { set: setName(service, window, current - back), weight: 1 - age / length }
  }).filter(({ weight }) => weight > 0)
}

function setName(service: string, window: MostReadWindow, bucket: number): string {
  return `{most-read}:${service}:${window}:${bucket}`
}
