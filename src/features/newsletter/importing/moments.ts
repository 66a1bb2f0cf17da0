const ISO =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|([+-]\d\d):?(\d\d))(?: [A-Z+\d]{1,6})?)?)?$/
const POLISH = /^(\d{1,2})[.-](\d{1,2})[.-](\d{4})(?:,? (\d{1,2}):(\d\d)(?::(\d\d))?)?$/
/** Databases write it for none. */
const NONE = /^(?:0000-00-00(?: 00:00:00)?|null|-|n\/a)?$/i
const DAY_MS = 86_400_000
const FIRST = Date.UTC(1995, 0)

/**
 * UTC where it names no zone.
 * @returns undefined: none is written
 * @throws {RangeError} for another form, a day that no calendar has, or the future
 */
export function momentOf(written: string, now: Date): string | undefined {
  const text = written.trim()
  if (NONE.test(text)) return undefined
  const time = timeOf(text)
  if (time === undefined) throw new RangeError('a date that cannot be read')
  if (time < FIRST || time > now.getTime() + DAY_MS)
    throw new RangeError('a date that cannot be: it is too old, or to come')
  return new Date(time).toISOString()
}

function timeOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, zone, zoneMinutes] = ISO.exec(text) ?? []
  if (year !== undefined) {
    const time = utc([year, month, day, hour, minute, second])
    const offset = Number(zone ?? 0) * 60 + Math.sign(Number(zone ?? 0)) * Number(zoneMinutes ?? 0)
    return time === undefined ? undefined : time - offset * 60_000
  }
  const polish = POLISH.exec(text)
  return polish ? utc([polish[3], polish[2], polish[1], polish[4], polish[5], polish[6]]) : undefined
}

function utc(parts: ReadonlyArray<string | undefined>): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isSame && hour < 24 && minute < 60 && second < 61 ? date.getTime() : undefined
}
