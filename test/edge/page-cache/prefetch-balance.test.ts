import { createPrefetchBalance } from '../../../src/edge/page-cache/page-views.ts'

const MINUTE = 60_000
const URL_OF_ONE = '/2026/03/a'

/** How many of `tries` views of the page count. */
function counted(balance: ReturnType<typeof createPrefetchBalance>, tries: number, url = URL_OF_ONE): number {
  return Array.from({ length: tries }, () => balance.mayBeShown('post', url)).filter(Boolean).length
}

test('as many pages count as were sent in advance, and a hundred more in five minutes (READ-9)', () => {
  let at = 0
  const balance = createPrefetchBalance(() => at)
  for (let sent = 0; sent < 250; sent++) balance.sent('post', URL_OF_ONE)
  expect(counted(balance, 1000)).toBe(350)
  expect(counted(balance, 1000)).toBe(0)
  expect(counted(balance, 1000, '/2026/03/b')).toBe(100)
  at += 5 * MINUTE
  expect(counted(balance, 1000)).toBe(100)
})

test('what was sent is shown within five minutes, and forgotten after ten (READ-9)', () => {
  let at = 0
  const balance = createPrefetchBalance(() => at)
  for (let sent = 0; sent < 250; sent++) balance.sent('post', URL_OF_ONE)
  at += 5 * MINUTE
  expect(counted(balance, 200)).toBe(200)
  at += 5 * MINUTE
  expect(counted(balance, 1000)).toBe(100)
  balance.sent('plus', URL_OF_ONE)
  expect(counted(balance, 1)).toBe(0)
})

test('memory is bounded: of pages beyond 10,000 none is shown (READ-3)', () => {
  const balance = createPrefetchBalance(() => 0)
  for (let page = 0; page < 10_000; page++) balance.sent('post', `/2026/03/${page}`)
  expect(balance.mayBeShown('post', '/2026/03/10001')).toBe(false)
  expect(balance.mayBeShown('post', '/2026/03/9999')).toBe(true)
})
