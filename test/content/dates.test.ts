import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { formatClock, formatDay as formatDayIn, localTime, parseDate as parseDateIn } from '../../src/content/dates.ts'
import { offsetAt } from '../../src/system/time-zone.ts'
import { RUNS } from '../support/property-runs.ts'

const HOUR = 3_600_000
const ZONE = 'Europe/Warsaw'
const parseDate = (text: string | undefined) => parseDateIn(text, ZONE)
const warsawOffsetHours = (epoch: number) => offsetAt(epoch, ZONE) / HOUR
const warsawTime = (epoch: number) => localTime(epoch, ZONE)
const formatDay = (time: Parameters<typeof formatDayIn>[0]) => formatDayIn(time, 'pl')
const FIRST = Date.UTC(1997, 0, 1)
const LAST = Date.UTC(2038, 0, 1) - 1

/** Warsaw time of the time zone database, as a local time without an offset. */
const WARSAW = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Warsaw',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const warsawClock = (epoch: number): string => WARSAW.format(epoch).replace(' ', 'T')

/** Any instant, often one on a day with a possible clock change. */
const instant = fc.oneof(
  fc.integer({ min: FIRST / 1000, max: Math.floor(LAST / 1000) }).map((seconds) => seconds * 1000),
  fc
    .record({
      year: fc.integer({ min: 1997, max: 2037 }),
      month: fc.constantFrom(2, 9),
      day: fc.integer({ min: 24, max: 31 }),
      second: fc.integer({ min: 0, max: 4 * 3600 }),
    })
    .map(({ year, month, day, second }) => Date.UTC(year, month, day) + second * 1000),
)

describe('parseDate', () => {
  test.each([
    ['2026-03-03T10:00:00+01:00', '2026-03-03T10:00:00+01:00'],
    ['2026-03-03T09:00:00Z', '2026-03-03T10:00:00+01:00'],
    ['2026-07-03T04:30:00-0400', '2026-07-03T10:30:00+02:00'],
    ['2026-07-03T10:30:00+02', '2026-07-03T10:30:00+02:00'],
    ['2026-07-03T14:00:00.123+05:30', '2026-07-03T10:30:00+02:00'],
  ])('%s, with an offset, is the instant %s', (text, iso) => {
    expect(parseDate(text)?.iso).toBe(iso)
  })

  test.each([
    ['2026-03-03T10:00:00', '2026-03-03T10:00:00+01:00'],
    ['2026-07-03 10:00:00', '2026-07-03T10:00:00+02:00'],
    ['2026-07-03T10:05', '2026-07-03T10:05:00+02:00'],
    ['2026-03-03', '2026-03-03T00:00:00+01:00'],
    [' 2026-03-03 ', '2026-03-03T00:00:00+01:00'],
  ])('%s, without an offset, is local time in Warsaw', (text, iso) => {
    expect(parseDate(text)?.iso).toBe(iso)
  })

  test('a repeated 02:30 is the first one (TEXT-7)', () => {
    expect(parseDate('2026-10-25T02:30:00')?.iso).toBe('2026-10-25T02:30:00+02:00')
  })

  test('a missing 02:30 becomes 03:30 (TEXT-7)', () => {
    expect(parseDate('2026-03-29T02:30:00')?.iso).toBe('2026-03-29T03:30:00+02:00')
  })

  test.each([
    undefined,
    '',
    'wczoraj',
    '0000-00-00 00:00:00',
    '0026-03-03',
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-03-03T24:00',
    '2026-03-03T10:60',
    '2026-03-03T10:00:61',
    '2026-03-03T10:00:00+25:00',
    '2026-03-03+01:00',
    '3.03.2026',
    '1772528400',
  ])('%s is not a date', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  test('29 February is a date in a leap year', () => {
    expect(parseDate('2028-02-29')?.iso).toBe('2028-02-29T00:00:00+01:00')
  })

  test('a formatted time parses to the same time', () => {
    fc.assert(
      fc.property(instant, (epoch) => {
        const time = warsawTime(epoch)
        expect(parseDate(time.iso)).toEqual(time)
      }),
    )
  })

  test('a local time is the first instant with that time in Warsaw, or one hour later when there is none (TEXT-6)', () => {
    fc.assert(
      fc.property(instant, (local) => {
        const text = new Date(local).toISOString().slice(0, 19)
        const instants = [local - 2 * HOUR, local - HOUR].filter((epoch) => warsawClock(epoch) === text)
        expect(parseDate(text)?.epoch).toBe(instants[0] ?? local - HOUR)
      }),
      { numRuns: RUNS },
    )
  })

  test('no text makes it throw, and every result has a valid ISO form', () => {
    const dateLike = fc.stringMatching(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:?\d{2})?$/)
    fc.assert(
      fc.property(fc.oneof(fc.string(), dateLike), (text) => {
        const time = parseDate(text)
        if (time) expect(Date.parse(time.iso)).toBe(time.epoch)
      }),
    )
  })
})

describe('warsawTime', () => {
  test('agrees with the time zone database from 1997 to 2037', () => {
    fc.assert(
      fc.property(instant, (epoch) => {
        const time = warsawTime(epoch)
        expect(time.iso.slice(0, 19)).toBe(warsawClock(epoch))
        expect(Date.parse(time.iso)).toBe(epoch)
      }),
      { numRuns: RUNS },
    )
  })

  test('its parts are the parts of its ISO form', () => {
    fc.assert(
      fc.property(instant, (epoch) => {
        const { iso, year, month, day, hour, minute } = warsawTime(epoch)
        expect([year, month, day, hour, minute]).toEqual(iso.slice(0, 16).split(/[-T:]/).map(Number))
      }),
    )
  })

  test('summer time begins and ends on the last Sundays of March and October at 01:00 UTC (TEXT-7)', () => {
    expect(warsawOffsetHours(Date.UTC(2026, 2, 29, 1) - 1)).toBe(1)
    expect(warsawOffsetHours(Date.UTC(2026, 2, 29, 1))).toBe(2)
    expect(warsawOffsetHours(Date.UTC(2026, 9, 25, 1) - 1)).toBe(2)
    expect(warsawOffsetHours(Date.UTC(2026, 9, 25, 1))).toBe(1)
  })

  test('the last day of the month counts when it is a Sunday', () => {
    expect(warsawOffsetHours(Date.UTC(2024, 2, 31, 1) - 1)).toBe(1)
    expect(warsawOffsetHours(Date.UTC(2024, 2, 31, 1))).toBe(2)
  })
})

describe("the server's time zone", () => {
  const texts = ['2026-03-29T02:30:00', '2026-10-25T02:30:00', '2026-04-05 02:30', '2026-07-03', '2026-03-03T10:00:00Z']

  /** The same module in a process of its own, where the zone can be set. */
  const readIn = (zone: string): unknown => {
    const esbuild = ['src/content/dates.ts', '--bundle', '--format=esm']
    const module = execFileSync('node_modules/.bin/esbuild', esbuild, { encoding: 'utf8' })
    const main = `const texts = ${JSON.stringify(texts)}
      console.log(JSON.stringify([new Date(2026, 0, 1).getTimezoneOffset(), ...texts.map((text) => parseDate(text, '${ZONE}'))]))`
    const node = ['--input-type=module', '--eval', `${module}\n${main}`]
    return JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8', env: { TZ: zone } }))
  }

  test('is irrelevant (TEXT-9)', () => {
    const expected = texts.map((text) => parseDate(text))
    expect(readIn('Pacific/Auckland')).toEqual([-780, ...expected])
    expect(readIn('America/St_Johns')).toEqual([210, ...expected])
  })
})

describe('display', () => {
  test('a day is written with the month in the genitive', () => {
    const days = Array.from({ length: 12 }, (_, month) => formatDay(warsawTime(Date.UTC(2026, month, 3, 12))))
    expect(days).toEqual([
      '3 stycznia 2026',
      '3 lutego 2026',
      '3 marca 2026',
      '3 kwietnia 2026',
      '3 maja 2026',
      '3 czerwca 2026',
      '3 lipca 2026',
      '3 sierpnia 2026',
      '3 września 2026',
      '3 października 2026',
      '3 listopada 2026',
      '3 grudnia 2026',
    ])
  })

  test('a clock has two digits for hours and minutes', () => {
    expect(formatClock(warsawTime(Date.UTC(2026, 0, 1, 8, 5)))).toBe('09:05')
  })
})
