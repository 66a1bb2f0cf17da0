import { createCompletion } from '../../../src/edge/page-cache/completion.ts'
import { TooBusy } from '../../../src/edge/page-cache/fair-queue.ts'
import { createPageCache, type PageCache } from '../../../src/edge/page-cache/page-cache.ts'
import type { PageKey, StoredPage } from '../../../src/edge/page-cache/stored-page.ts'

const POLICY = { maxAge: 60, staleWhileRevalidate: 600, staleIfError: 86_400 }
const MINUTE = 60_000

let cache: PageCache
let ending: AbortController
let errors: unknown[]
let tries: Map<string, number>
/** What a try of a page brings: the number of its texts, all of them, or a failure. */
let outcome: (url: string, nth: number) => 'whole' | number | Error

const now = (): number => Date.now()
const isFresh = (page: StoredPage | undefined): page is StoredPage => page !== undefined && now() <= page.freshUntil
const store = (pageKey: PageKey, texts: 'whole' | number): StoredPage =>
  cache.set(
    pageKey,
    {
      status: 200,
      headers: {},
      body: Buffer.from(`texts: ${texts}`),
      ...(texts !== 'whole' && { isIncomplete: true }),
    },
    POLICY,
    cache.purges,
  )
const completion = () =>
  createCompletion<PageKey>({
    cache,
    isFresh,
    render: async (request) => {
      const nth = (tries.get(request.url) ?? 0) + 1
      tries.set(request.url, nth)
      const texts = outcome(request.url, nth)
      if (texts instanceof Error) throw texts
      store(request, texts)
    },
    onError: (error) => errors.push(error),
    now,
    signal: ending.signal,
  })
const pageOf = (number: number): PageKey => ({ service: 'akademia', url: `/api/feed/rss?page=${number}` })

beforeEach(() => {
  jest.useFakeTimers()
  errors = []
  tries = new Map()
  ending = new AbortController()
  cache = createPageCache(4_000_000, now)
})
afterEach(() => {
  ending.abort()
  jest.useRealTimers()
})

test('it comes without a reader, however late the source gives the last text, and then ends (FEED-7)', async () => {
  outcome = (_url, nth) => (now() > begun + 30 * MINUTE && nth > 0 ? 'whole' : 3)
  const begun = now()
  completion().begin(pageOf(2), store(pageOf(2), 3))
  await jest.advanceTimersByTimeAsync(29 * MINUTE)
  const meanwhile = tries.get(pageOf(2).url) ?? 0
  expect(meanwhile).toBeGreaterThan(20)
  // Backing off: one in a minute in the end.
  expect(meanwhile).toBeLessThan(40)
  await jest.advanceTimersByTimeAsync(2 * MINUTE)
  expect(isFresh(cache.get('akademia', pageOf(2).url))).toBe(true)
  const atTheEnd = tries.get(pageOf(2).url)
  await jest.advanceTimersByTimeAsync(10 * MINUTE)
  expect(tries.get(pageOf(2).url)).toBe(atTheEnd)
})

test.each([
  ['finds no room', () => new TooBusy(), 0],
  ['fails', () => new Error('cut off'), 1],
] as const)('a try that %s is followed by another one (FEED-7)', async (_name, failure, reported) => {
  outcome = (_url, nth) => (nth === 1 ? failure() : 'whole')
  completion().begin(pageOf(2), store(pageOf(2), 3))
  await jest.advanceTimersByTimeAsync(5000)
  expect([isFresh(cache.get('akademia', pageOf(2).url)), errors.length]).toEqual([true, reported])
})

test('a source that gives one text after the other is not waited for longer and longer (FEED-7)', async () => {
  outcome = (_url, nth) => (nth < 30 ? nth : 'whole')
  completion().begin(pageOf(2), store(pageOf(2), 0))
  await jest.advanceTimersByTimeAsync(1.5 * MINUTE)
  expect(isFresh(cache.get('akademia', pageOf(2).url))).toBe(true)
})

test('of more pages than may be completed at once, the hopeless ones give way (FEED-7)', async () => {
  outcome = (url) => (url === pageOf(500).url ? 'whole' : 1)
  const completing = completion()
  for (let number = 2; number < 400; number++) completing.begin(pageOf(number), store(pageOf(number), 1))
  await jest.advanceTimersByTimeAsync(600)
  expect(tries.size).toBe(200)
  await jest.advanceTimersByTimeAsync(5 * MINUTE)
  completing.begin(pageOf(500), store(pageOf(500), 1))
  await jest.advanceTimersByTimeAsync(1000)
  expect(isFresh(cache.get('akademia', pageOf(500).url))).toBe(true)
})

test('the end of the process is the end of it', async () => {
  outcome = () => 1
  completion().begin(pageOf(2), store(pageOf(2), 1))
  await jest.advanceTimersByTimeAsync(600)
  ending.abort()
  await jest.advanceTimersByTimeAsync(10 * MINUTE)
  expect(tries.get(pageOf(2).url)).toBe(1)
})
