import { coarse } from '../../src/system/clock.ts'

afterEach(() => void jest.useRealTimers())

test('a coarse clock reads once per step, and is never older than a step', () => {
  jest.useFakeTimers()
  const read = jest.fn(() => Date.now())
  const clock = coarse(read, 20)
  const begin = Date.now()
  const readings = Array.from({ length: 100 }, () => {
    jest.advanceTimersByTime(1)
    return Date.now() - clock()
  })
  expect(Math.max(...readings)).toBeLessThan(20)
  expect(read.mock.calls.length).toBeLessThanOrEqual(6)
  jest.advanceTimersByTime(1000)
  expect(clock()).toBe(begin + 1100)
})
