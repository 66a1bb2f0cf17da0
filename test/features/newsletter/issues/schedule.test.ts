import { dueMoment, isSchedule } from '../../../../src/services/schedule.ts'
import { services } from '../../../support/issues.ts'

const monday = { ...services.akademia, newsletter: { since: '7d', schedule: '0 7 * * 1' } }
const due = (at: string, service = monday): string | undefined =>
  dueMoment(service.newsletter?.schedule, service.timeZone, new Date(at))?.toISOString()

test('a moment is that of the site’s time zone, in summer and in winter (ISSUE-15)', () => {
  expect(due('2026-11-30T06:00:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(due('2026-07-06T05:00:30Z')).toBe('2026-07-06T05:00:00.000Z')
  expect(due('2026-11-30T05:59:59Z')).toBeUndefined()
  expect(due('2026-12-01T06:00:00Z')).toBeUndefined()
})

test('a moment counts for an hour, and is left out after that (ISSUE-15)', () => {
  expect(due('2026-11-30T06:59:59Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(due('2026-11-30T07:00:00Z')).toBe('2026-11-30T06:00:00.000Z')
  expect(due('2026-11-30T07:00:01Z')).toBeUndefined()
})

test('an hour that the clock has twice or not at all makes one moment (ISSUE-15)', () => {
  const nightly = { ...monday, newsletter: { since: '1d', schedule: '30 2 * * *' } }
  const moments = (from: string): Set<string> => {
    const start = Date.parse(from)
    const minutes = Array.from({ length: 6 * 60 }, (_, minute) => new Date(start + minute * 60_000).toISOString())
    return new Set(minutes.flatMap((at) => due(at, nightly) ?? []))
  }
  expect(moments('2026-10-24T22:00:00Z').size).toBe(1)
  expect([...moments('2026-03-28T22:00:00Z')]).toEqual(['2026-03-29T01:00:00.000Z'])
})

test('a service without a schedule has no moment (ISSUE-15)', () => {
  expect(due('2026-11-30T06:00:00Z', services.akademia as typeof monday)).toBeUndefined()
})

test('a schedule is a cron line of five fields that ever comes up (ISSUE-15)', () => {
  expect(['0 7 * * 1', '*/15 6-9 * * 1-5', '0 7 1 * *'].map(isSchedule)).toEqual([true, true, true])
  const wrong = ['', 'weekly', '0 7 * *', '0 0 7 * * 1', '61 7 * * 1', '0 7 31 2 *', '@daily x', 'a b c d e']
  expect(wrong.filter(isSchedule)).toEqual([])
})
