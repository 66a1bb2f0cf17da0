const HOUR = 3_600_000

/** Daylight time in Poland (TEXT-7): 2 hours between late March and late October, otherwise 1. */
const OFFSET_HOURS = { summer: 2, winter: 1 } as const

/** An instant with its offset in Warsaw. */
export interface WarsawTime {
  /** Milliseconds since 1970, UTC. */
  epoch: number
  /** ISO 8601 with the Warsaw offset, to the second: `2026-03-03T10:00:00+01:00`. */
  iso: string
  year: number
  /** 1 to 12 */
  month: number
  day: number
  hour: number
  minute: number
}

/**
 * Parses a date of the CMS (TEXT-6 to TEXT-9): ISO 8601; without an offset it is local time in Warsaw, where a repeated
 * 02:30 is the first one and a missing 02:30 becomes 03:30. The server's time zone plays no part.
 * @returns undefined for anything that is not a date, including `2026-02-30` and years before 100
 */
export function parseDate(text: string | undefined): WarsawTime | undefined {
  const match = ISO.exec(text?.trim() ?? '')
  if (!match) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', offset] = match
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const check = new Date(local)
  const isReal =
    check.getUTCFullYear() === Number(year) &&
    check.getUTCMonth() === Number(month) - 1 &&
    check.getUTCDate() === Number(day) &&
    Number(hour) <= 23
  if (!isReal) return undefined
  return warsawTime(offset === undefined ? fromWarsawLocal(local) : local - offsetOf(offset))
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?\s*(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i

/** The Warsaw local time of an instant. */
export function warsawTime(epoch: number): WarsawTime {
  const hours = warsawOffsetHours(epoch)
  const local = new Date(epoch + hours * HOUR)
  return {
    epoch,
    iso: `${local.toISOString().slice(0, -'.000Z'.length)}+0${hours}:00`,
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  }
}

/** Summer time runs from the last Sunday of March to the last Sunday of October, both at 01:00 UTC. */
export function warsawOffsetHours(epoch: number): 1 | 2 {
  const year = new Date(epoch).getUTCFullYear()
  const isSummer = epoch >= lastSunday(year, 2) && epoch < lastSunday(year, 9)
  return isSummer ? OFFSET_HOURS.summer : OFFSET_HOURS.winter
}

function lastSunday(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0, 1))
  return lastDay.getTime() - lastDay.getUTCDay() * 24 * HOUR
}

function fromWarsawLocal(local: number): number {
  const asSummer = local - OFFSET_HOURS.summer * HOUR
  // Summer time first, so that a repeated hour is the first one.
  if (warsawOffsetHours(asSummer) === OFFSET_HOURS.summer) return asSummer
  return local - OFFSET_HOURS.winter * HOUR
}

function offsetOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0
  const sign = text.startsWith('-') ? -1 : 1
  const [hours, minutes] = [text.slice(1, 3), text.slice(3).replace(':', '')]
  return sign * (Number(hours) * HOUR + Number(minutes) * 60_000)
}

const MONTHS_GENITIVE = [
  'stycznia',
  'lutego',
  'marca',
  'kwietnia',
  'maja',
  'czerwca',
  'lipca',
  'sierpnia',
  'września',
  'października',
  'listopada',
  'grudnia',
] as const

/** `3 marca 2026` */
export function formatDay(time: WarsawTime): string {
  return `${time.day} ${MONTHS_GENITIVE[time.month - 1]} ${time.year}`
}

/** `10:05` */
export function formatClock(time: WarsawTime): string {
  return `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`
}
