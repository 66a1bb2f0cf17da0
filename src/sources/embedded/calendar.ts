import { parseDate } from '../../content/dates.ts'
import type { TimeZone } from '../../system/time-zone.ts'

const DAY = 86_400_000

/** Which dates of the newsroom have come at one moment: a later one means "not before" (SRC-39). */
export interface Calendar {
  /** @param date local time of the site's zone, or with an offset */
  hasCome(date: string): boolean
  /** Whether all answers so far are still right: no date has come since, and the clock was not set back behind one. */
  holdsAt(now: number): boolean
}

/** @param now milliseconds since 1970 */
export function calendarAt(now: number, zone: TimeZone): Calendar {
  // Scans of the folder compare, as the next date may be further away than a timer can wait.
  let [latest, next] = [now - DAY, Number.POSITIVE_INFINITY]
  return {
    hasCome(date) {
      const at = parseDate(date, zone)?.epoch ?? latest
      if (at <= now) latest = Math.max(latest, at)
      else next = Math.min(next, at)
      return at <= now
    },
    holdsAt: (later) => latest <= later && later < next,
  }
}

/** For programs that read the files as they are. */
export const WITHOUT_CALENDAR: Calendar = { hasCome: () => true, holdsAt: () => true }
