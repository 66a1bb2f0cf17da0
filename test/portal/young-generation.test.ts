import { holdOptimisation } from '../../src/portal/young-generation.ts'

let flags: boolean[]
const optimise = (isAllowed: boolean): void => void flags.push(isAllowed)
beforeEach(() => {
  flags = []
  jest.useFakeTimers()
})
afterEach(() => jest.useRealTimers())

test('functions are optimised a second after the start, or when a reader waits for a page', () => {
  const { started, release } = holdOptimisation(optimise)
  started()
  jest.advanceTimersByTime(999)
  expect(flags).toEqual([false])
  release()
  expect(flags).toEqual([false, true])
  release()
  jest.advanceTimersByTime(10_000)
  expect(flags).toEqual([false, true])
})

test('a late start does not put off the limit', () => {
  const { started } = holdOptimisation(optimise)
  jest.advanceTimersByTime(4900)
  started()
  jest.advanceTimersByTime(100)
  expect(flags).toEqual([false, true])
})
