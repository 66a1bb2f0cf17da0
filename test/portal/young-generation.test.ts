import { holdOptimisation } from '../../src/portal/young-generation.ts'

let flags: string[]
const setFlag = (flag: string): void => void flags.push(flag)
beforeEach(() => {
  flags = []
  jest.useFakeTimers()
})
afterEach(() => jest.useRealTimers())

test('functions are optimised a second after the start, or when a reader waits for a page', () => {
  const { started, release } = holdOptimisation(setFlag)
  started()
  jest.advanceTimersByTime(999)
  expect(flags).toEqual(['--no-opt'])
  release()
  expect(flags).toEqual(['--no-opt', '--opt'])
  release()
  jest.advanceTimersByTime(10_000)
  expect(flags).toEqual(['--no-opt', '--opt'])
})

test('a late start does not put off the limit', () => {
  const { started } = holdOptimisation(setFlag)
  jest.advanceTimersByTime(4900)
  started()
  jest.advanceTimersByTime(100)
  expect(flags).toEqual(['--no-opt', '--opt'])
})
