import { Cron } from 'croner'
import type { TimeZone } from '../system/time-zone.ts'

/** An older issue is left out (ISSUE-15). */
export const LATEST_MS = 3_600_000

/** A cron line has five fields, and comes up some day. */
export function isSchedule(line: string): boolean {
  try {
    return new Cron(line, { mode: '5-part', paused: true }).nextRun() !== null
  } catch {
    return false
  }
}

/** @returns undefined: too long ago */
export function dueMoment(schedule: string | undefined, timeZone: TimeZone, now: Date): Date | undefined {
  if (schedule === undefined) return undefined
  const cron = new Cron(schedule, { mode: '5-part', timezone: timeZone, paused: true })
  const [latest] = cron.previousRuns(1, new Date(now.getTime() + 1000))
  return latest && now.getTime() - latest.getTime() <= LATEST_MS && latest <= now ? latest : undefined
}

const MILLISECONDS = { h: 3_600_000, d: 24 * 3_600_000, w: 7 * 24 * 3_600_000 } as const
const PERIOD = /^([1-9]\d{0,2})([hdw])$/
const MAX_DAYS = 366

/** `12h`, `7d` or `2w` in milliseconds; at most a year. */
export function periodOf(written: string): number | undefined {
  const [, count = '', unit] = PERIOD.exec(written) ?? []
  if (unit !== 'h' && unit !== 'd' && unit !== 'w') return undefined
  const period = Number(count) * MILLISECONDS[unit]
  return period <= MAX_DAYS * MILLISECONDS.d ? period : undefined
}
