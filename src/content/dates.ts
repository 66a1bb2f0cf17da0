import { type Language, perLanguage, rulesOf } from '../languages/language.ts'
import { offsetAt, type TimeZone } from '../system/time-zone.ts'

const [HOUR, MINUTE] = [3_600_000, 60_000]
const DAY = 24 * HOUR

export interface LocalTime {
  /** Milliseconds since 1970, UTC. */
  epoch: number
  /** ISO 8601 with the zone's offset. */
  iso: string
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

export interface Published {
  time: LocalTime
  /** `3 marca 2026`, or the CMS' own display date. */
  day: string
  /** Absent: the CMS writes its own dates. */
  shortDay?: string
  /** `10:05`, or the CMS' own display time. */
  clock: string
}

/**
 * Parses a CMS' date (TEXT-6 to TEXT-9). Without an offset it is local: a repeated 02:30 is the first, a missing one
 * becomes 03:30.
 * @returns undefined for anything that is not a date, including `2026-02-30` and years before 100
 */
export function parseDate(text: string | undefined, zone: TimeZone): LocalTime | undefined {
  const written = readDate(text)
  if (!written) return undefined
  const { local, offset } = written
  return localTime(offset === undefined ? fromLocal(local, zone) : local - offset, zone)
}

/** Milliseconds since 1970, at a fifth of the cost. */
export function epochOf(text: string, zone: TimeZone): number | undefined {
  const written = readDate(text)
  return written && (written.offset === undefined ? fromLocal(written.local, zone) : written.local - written.offset)
}

/** No output says that something changed later than now (HEAD-40). */
export function hasCome(epoch: number): boolean {
  return epoch <= Date.now()
}

export function lastChange({
  modified,
  published,
}: {
  modified?: Published
  published?: Published
}): Published | undefined {
  return [modified, published].find((date) => date !== undefined && hasCome(date.time.epoch))
}

/** Keeps the offset: browsers need no zone. */
export function timeAsWritten(text: string): LocalTime | undefined {
  const { local, offset } = readDate(text) ?? {}
  return local === undefined || offset === undefined ? undefined : timeAt(local - offset, offset)
}

export function isDate(text: string): boolean {
  return readDate(text) !== undefined
}

/** `local`: milliseconds as if in UTC. */
function readDate(text: string | undefined): { local: number; offset?: number } | undefined {
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
  return { local, offset: offset === undefined ? undefined : offsetOf(offset) }
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?\s*(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i

export function localTime(epoch: number, zone: TimeZone): LocalTime {
  return timeAt(epoch, offsetAt(epoch, zone))
}

function timeAt(epoch: number, offset: number): LocalTime {
  const local = new Date(epoch + offset)
  return {
    epoch,
    iso: `${local.toISOString().slice(0, -'.000Z'.length)}${offsetText(offset)}`,
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  }
}

/** `+01:00`. RFC 3339 has no seconds, unlike old local times. */
function offsetText(offset: number): string {
  const minutes = Math.trunc(Math.abs(offset) / MINUTE)
  const [hour, minute] = [Math.trunc(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hour}:${minute}`
}

function fromLocal(local: number, zone: TimeZone): number {
  const before = offsetAt(local - DAY, zone)
  const after = offsetAt(local + DAY, zone)
  // The first of a repeated hour has the earlier offset.
  const fitting = [before, after].find((offset) => offsetAt(local - offset, zone) === offset)
  return local - (fitting ?? before)
}

function offsetOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0
  const sign = text.startsWith('-') ? -1 : 1
  const [hours, minutes] = [text.slice(1, 3), text.slice(3).replace(':', '')]
  return sign * (Number(hours) * HOUR + Number(minutes) * MINUTE)
}

const dayFormat = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(rulesOf(language).locale, {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
)

const shortDayFormat = perLanguage(
  (language) => new Intl.DateTimeFormat(rulesOf(language).locale, { timeZone: 'UTC', day: 'numeric', month: 'long' }),
)

/** `3 marca` */
export function formatShortDay({ year, month, day }: LocalTime, language: Language): string {
  return shortDayFormat(language).format(new Date(0).setUTCFullYear(year, month - 1, day))
}

/** Shows the year only when it is another one (CARD-43). */
export function dayOnCard({ time, day, shortDay }: Published, thisYear: number): string {
  return shortDay !== undefined && time.year === thisYear ? shortDay : day
}

/** Milliseconds: nobody looks for an older article's hour (CARD-43). */
const WITH_HOUR = 2 * DAY

export function isRecent({ time }: Published, now: number): boolean {
  return now - time.epoch < WITH_HOUR
}

/** `3 marca 2026` */
export function formatDay({ year, month, day }: LocalTime, language: Language): string {
  return dayFormat(language).format(new Date(0).setUTCFullYear(year, month - 1, day))
}

/** `10:05` */
export function formatClock(time: LocalTime): string {
  return `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`
}
