import { createFollowedCoverages } from '../../../src/features/live/followed-coverages.ts'

test('sources are looked at more often while pages of a coverage ask, and no longer (LIVE-6)', () => {
  let now = 0
  const followed = createFollowedCoverages(() => now)
  const pauses = () => [followed.pauseOf('folder', Number.POSITIVE_INFINITY), followed.pauseOf('wordpress', 30_000)]
  expect(pauses()).toEqual([Number.POSITIVE_INFINITY, 30_000])
  followed.requested()
  expect(pauses()).toEqual([1000, 1500])
  expect(followed.pauseOf('wordpress', 10)).toBe(10)
  now = 29_999
  expect(pauses()).toEqual([1000, 1500])
  now = 30_000
  expect(pauses()).toEqual([Number.POSITIVE_INFINITY, 30_000])
})
