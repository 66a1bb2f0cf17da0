import { atMoments, coarse } from '../../src/system/clock.ts'

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

describe('moments', () => {
  const DAY = 86_400_000
  let ran: number[]
  let next: number | undefined
  let ahead: number
  let stop: () => void
  const now = (): number => Date.now() + ahead
  beforeEach(() => {
    jest.useFakeTimers()
    ran = []
    ;[next, ahead] = [undefined, 0]
    stop = atMoments(
      () => {
        ran.push(now())
        next = undefined
      },
      () => next,
      now,
    )
  })
  afterEach(() => stop())

  test('a task runs when its moment comes, however far away that is, and once', async () => {
    const moment = now() + 40 * DAY + 123
    next = moment
    await jest.advanceTimersByTimeAsync(300)
    ahead = moment - Date.now() - 400
    await jest.advanceTimersByTimeAsync(300)
    expect(ran).toEqual([])
    await jest.advanceTimersByTimeAsync(2000)
    expect(ran).toEqual([moment])
  })

  test('a moment that is named late, and one over which a clock was set, come a quarter of a second late at most', async () => {
    await jest.advanceTimersByTimeAsync(1000)
    const soon = now() + 10
    next = soon
    await jest.advanceTimersByTimeAsync(260)
    expect(ran).toHaveLength(1)
    expect((ran[0] ?? 0) - soon).toBeLessThanOrEqual(250)
    next = now() + DAY
    await jest.advanceTimersByTimeAsync(300)
    ahead = 2 * DAY
    await jest.advanceTimersByTimeAsync(250)
    expect(ran).toHaveLength(2)
  })

  test('one that leaves its moment as it was is tried four times a second, not more; and never twice at once', async () => {
    stop()
    let [begun, running, most] = [0, 0, 0]
    stop = atMoments(
      async () => {
        begun += 1
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 600))
        running -= 1
      },
      () => 0,
    )
    await jest.advanceTimersByTimeAsync(8500)
    expect([begun, most]).toEqual([10, 1])
  })
})
