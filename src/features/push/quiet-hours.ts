import { localTime } from '../../content/dates.ts'
import type { TimeZone } from '../../system/time-zone.ts'

const MINUTE = 60_000
const STEP = 15 * MINUTE
const STEPS_OF_A_DAY = 97

/** @returns `at`, or the end of the quiet hours that it lies in (PUSH-6), whatever a change of the clocks does */
export function nextLoudMoment(at: Date, zone: TimeZone, quiet: { from: number; to: number } | undefined): Date {
  if (!quiet) return at
  const isQuiet = (epoch: number): boolean => {
    const { hour } = localTime(epoch, zone)
    return quiet.from < quiet.to ? hour >= quiet.from && hour < quiet.to : hour >= quiet.from || hour < quiet.to
  }
  if (!isQuiet(at.getTime())) return at
  const first = Math.ceil(at.getTime() / STEP) * STEP
  for (let step = 0; step < STEPS_OF_A_DAY; step += 1) {
    const epoch = first + step * STEP
    if (!isQuiet(epoch)) return new Date(epoch)
  }
  return at
}

/** @param written `22-7`; anything else: no hour is quiet */
export function quietHoursOf(written: string): { from: number; to: number } | undefined {
  const [from, to] = written.split('-').map(Number)
  return from === undefined || to === undefined || from === to ? undefined : { from, to }
}
