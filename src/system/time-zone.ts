const DAY = 86_400_000
const SECOND = 1000
/** No offset changes twice in it, Morocco's Ramadan included. */
const SAMPLE = 15 * DAY
const MAX_YEARS = 500

export type TimeZone = string

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * `Intl` takes microseconds, so a year's changes are stored.
 * @param epoch milliseconds since 1970
 * @returns milliseconds, positive east of Greenwich
 */
export function offsetAt(epoch: number, zone: TimeZone): number {
  let offset = 0
  for (const change of changesIn(new Date(epoch).getUTCFullYear(), zone)) {
    if (change.from > epoch) break
    offset = change.offset
  }
  return offset
}

interface Change {
  from: number
  offset: number
}

const known = new Map<TimeZone, Map<number, Change[]>>()

function changesIn(year: number, zone: TimeZone): Change[] {
  const years = known.get(zone) ?? new Map<number, Change[]>()
  known.set(zone, years)
  const before = years.get(year)
  if (before) return before
  if (years.size >= MAX_YEARS) years.clear()
  const changes = findChanges(year, createOffsetReader(zone))
  years.set(year, changes)
  return changes
}

function findChanges(year: number, read: (epoch: number) => number): Change[] {
  const [start, end] = [yearStart(year), yearStart(year + 1)]
  const changes = [{ from: start, offset: read(start) }]
  for (let from = start; from < end; from += SAMPLE) {
    const to = Math.min(from + SAMPLE, end)
    const offset = read(to)
    if (offset !== changes.at(-1)?.offset) changes.push({ from: firstWith(offset, from, to, read), offset })
  }
  return changes
}

/** The first second with an offset that `to` has and `from` has not. */
function firstWith(offset: number, from: number, to: number, read: (epoch: number) => number): number {
  let [without, having] = [from, to]
  while (having - without > SECOND) {
    const middle = without + Math.floor((having - without) / 2 / SECOND) * SECOND
    if (read(middle) === offset) having = middle
    else without = middle
  }
  return having
}

/** `Date.UTC` takes years below 100 for the twentieth century. */
function yearStart(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1)
}

const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/

function createOffsetReader(zone: TimeZone): (epoch: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  return (epoch) => {
    const name = format.formatToParts(epoch).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(name) ?? []
    const offset = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * SECOND
    return sign === '-' ? -offset : offset
  }
}
