import { CONTENT_POLICY, createContentCache, MISSING_POLICY } from '../../../src/sources/cache/content-cache.ts'
import type { Rank } from '../../../src/sources/source.ts'
import { SourceError } from '../../../src/sources/upstream/errors.ts'
import type { CachePolicy } from '../../../src/system/cache-headers.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND
/** More keys than any portal may hold at once. */
const A_FLOOD = 5000

/** A cache with a manual clock, and a list of the problems that it reported. */
function cacheAt(start = Date.now()) {
  let now = start
  const problems: Array<{ key: string; error: unknown }> = []
  const cache = createContentCache(
    (key, error) => problems.push({ key, error }),
    () => now,
  )
  return {
    problems,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    expire: cache.expire,
    peek: cache.peek,
    replace: cache.replace,
    get: <T>(
      source: { load: () => Promise<T> },
      options: { key?: string; policy?: CachePolicy; revalidate?: true; rank?: Rank } = {},
    ) =>
      cache.get({
        key: options.key ?? 'akademia article /2026/03/slug',
        load: source.load,
        policyOf: () => options.policy ?? CONTENT_POLICY,
        ...(options.revalidate && { revalidate: true }),
        ...(options.rank && { rank: options.rank }),
      }),
  }
}

/** A source that returns 1, 2, 3…, or fails while `isFailing` is set. */
function counting() {
  const source = {
    loads: 0,
    isFailing: false,
    load: async () => {
      source.loads += 1
      if (source.isFailing) throw new Error('the CMS is away')
      return source.loads
    },
  }
  return source
}

/** A source whose loads the test settles. */
function pending() {
  const waiting: Array<{ resolve: (value: string) => void; reject: (error: Error) => void }> = []
  return { waiting, load: () => new Promise<string>((resolve, reject) => void waiting.push({ resolve, reject })) }
}

/** Runs everything that is already resolved. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a fresh value is not loaded again (RES-7)', async () => {
  const [{ get, pass }, source] = [cacheAt(), counting()]
  await get(source)
  pass(29 * SECOND)
  expect(await get(source)).toBe(1)
  expect(source.loads).toBe(1)
})

test('many concurrent callers share one load', async () => {
  const [{ get }, source] = [cacheAt(), pending()]
  const loads = [get(source), get(source), get(source)]
  await settle()
  source.waiting[0]?.resolve('one')
  expect(await Promise.all(loads)).toEqual(['one', 'one', 'one'])
  expect(source.waiting.length).toBe(1)
})

test('different keys do not wait for each other', async () => {
  const [{ get }, slow, quick] = [cacheAt(), pending(), counting()]
  const waiting = get(slow, { key: 'a' })
  expect(await get(quick, { key: 'b' })).toBe(1)
  slow.waiting[0]?.resolve('done')
  expect(await waiting).toBe('done')
})

test('a stale value is served at once, while one refresh runs', async () => {
  const [{ get, pass }, source] = [cacheAt(), pending()]
  const first = get(source)
  await settle()
  source.waiting[0]?.resolve('old')
  await first
  pass(31 * SECOND)
  expect(await Promise.all([get(source), get(source)])).toEqual(['old', 'old'])
  expect(source.waiting.length).toBe(2)
  source.waiting[1]?.resolve('new')
  await settle()
  expect(await get(source)).toBe('new')
  expect(source.waiting.length).toBe(2)
})

test('a value older than the limit for pages is loaded again before it is served', async () => {
  const [{ get, pass }, source] = [cacheAt(), counting()]
  await get(source)
  pass(11 * 60 * SECOND)
  expect(await get(source)).toBe(2)
})

test('but the wait is limited, and a failing source yields the old value', async () => {
  const [{ get, pass }, slow, source] = [cacheAt(), pending(), counting()]
  await get(source, { key: 'a' })
  await get(source, { key: 'b' })
  pass(11 * 60 * SECOND)
  expect(await get(slow, { key: 'a' })).toBe(1)
  source.isFailing = true
  expect(await get(source, { key: 'b' })).toBe(2)
})

test('changes of the system clock make no value older or younger', async () => {
  const wall = Date.now()
  let jumped = 0
  const now = jest.spyOn(Date, 'now').mockImplementation(() => wall + jumped)
  const cache = createContentCache(() => {})
  const source = counting()
  const get = () => cache.get({ key: 'a', load: source.load, policyOf: () => CONTENT_POLICY })
  await get()
  for (const jump of [2 * DAY, -2 * DAY]) {
    jumped = jump
    expect(await get()).toBe(1)
  }
  cache.expire()
  expect([await get(), await get()]).toEqual([2, 2])
  now.mockRestore()
})

test('a background refresh of a page does not receive stale content', async () => {
  const [{ get, pass }, source] = [cacheAt(), counting()]
  await get(source)
  pass(31 * SECOND)
  expect(await get(source, { revalidate: true })).toBe(2)
})

test('a background refresh of a page receives stale content when the source fails', async () => {
  const [{ get, pass }, source] = [cacheAt(), counting()]
  await get(source)
  pass(31 * SECOND)
  source.isFailing = true
  expect(await get(source, { revalidate: true })).toBe(1)
})

test('stale content hides a failing source for a day, and every failure is reported (RES-7)', async () => {
  const [{ get, pass, problems }, source] = [cacheAt(), counting()]
  await get(source)
  source.isFailing = true
  pass(31 * SECOND)
  expect(await get(source)).toBe(1)
  pass(DAY - 2 * SECOND)
  expect(await get(source)).toBe(1)
  await settle()
  expect(problems).toEqual([
    { key: 'akademia article /2026/03/slug', error: new Error('the CMS is away') },
    { key: 'akademia article /2026/03/slug', error: new Error('the CMS is away') },
  ])
})

test('but not for longer', async () => {
  const [{ get, pass }, source] = [cacheAt(), counting()]
  await get(source)
  source.isFailing = true
  pass(DAY + 31 * SECOND)
  await expect(get(source)).rejects.toThrow('the CMS is away')
})

test('a source that recovers is used again', async () => {
  const [{ get, pass }, source] = [cacheAt(), counting()]
  await get(source)
  source.isFailing = true
  pass(31 * SECOND)
  await get(source)
  await settle()
  source.isFailing = false
  pass(SECOND)
  pass(SECOND)
  await get(source)
  await settle()
  expect(await get(source)).toBe(3)
})

test('a failure is the response for one second, whatever it is (RES-4)', async () => {
  const [{ get, pass }, source] = [cacheAt(), counting()]
  source.isFailing = true
  for (let nth = 0; nth < 100; nth++) await expect(get(source)).rejects.toThrow('the CMS is away')
  expect(source.loads).toBe(1)
  source.isFailing = false
  pass(SECOND - 1)
  await expect(get(source)).rejects.toThrow('the CMS is away')
  pass(1)
  expect(await get(source)).toBe(2)
})

test('a value replaces another one that is fresh, and no other', async () => {
  const { get, replace, peek, expire } = cacheAt()
  const key = 'akademia article /2026/03/slug'
  await get({ load: async () => 'stand-in' })
  replace(key, 'another', 'late', CONTENT_POLICY)
  expect(peek(key)?.value).toBe('stand-in')
  replace(key, 'stand-in', 'late', CONTENT_POLICY)
  expect(peek(key)).toMatchObject({ value: 'late', isFresh: true })
  expire()
  replace(key, 'late', 'from before the purge', CONTENT_POLICY)
  expect(peek(key)).toMatchObject({ value: 'late', isFresh: false })
})

test('missing content is remembered for half a minute and then requested again', async () => {
  const [{ get, pass }, source] = [cacheAt(), counting()]
  await get(source, { policy: MISSING_POLICY })
  pass(29 * SECOND)
  expect(await get(source, { policy: MISSING_POLICY })).toBe(1)
  pass(2 * SECOND)
  expect(await get(source, { policy: MISSING_POLICY })).toBe(2)
})

test("missing content does not replace a failing source's error", async () => {
  const [{ get, pass }, source] = [cacheAt(), counting()]
  await get(source, { policy: MISSING_POLICY })
  source.isFailing = true
  pass(31 * SECOND)
  await expect(get(source, { policy: MISSING_POLICY })).rejects.toThrow('the CMS is away')
})

test('content that the CMS has removed is missing after one refresh', async () => {
  const { get, pass } = cacheAt()
  await get({ load: async () => 'there' })
  pass(31 * SECOND)
  const removed = { load: async () => 'missing' }
  expect(await get(removed, { policy: MISSING_POLICY })).toBe('there')
  await settle()
  expect(await get(removed, { policy: MISSING_POLICY })).toBe('missing')
})

test('the number of entries is bounded, and the latest stay', async () => {
  const { get } = cacheAt()
  const source = counting()
  for (let n = 0; n < A_FLOOD; n++) await get(source, { key: `key ${n}` })
  const before = source.loads
  await get(source, { key: `key ${A_FLOOD - 1}` })
  expect(source.loads).toBe(before)
  await get(source, { key: 'key 0' })
  expect(source.loads).toBe(before + 1)
})

test('a flood of nonexistent URLs evicts no article', async () => {
  const [{ get, pass }, article, nothing] = [cacheAt(), counting(), counting()]
  await get(article)
  for (let n = 0; n < A_FLOOD; n++) await get(nothing, { key: `nonsense ${n}`, policy: MISSING_POLICY })
  article.isFailing = true
  pass(31 * SECOND)
  expect(await get(article)).toBe(1)
})

describe('a slow failure', () => {
  /** A load that fails after some time, and the cache that called it once. */
  async function failedAfter(milliseconds: number) {
    const [cache, source] = [cacheAt(), counting()]
    source.isFailing = true
    const slow = {
      load: () => {
        cache.pass(milliseconds)
        return source.load()
      },
    }
    await expect(cache.get(slow)).rejects.toThrow('the CMS is away')
    return { ...cache, source }
  }

  test('is the response for the next five seconds', async () => {
    const { get, pass, source } = await failedAfter(1 * SECOND)
    source.isFailing = false
    for (const wait of [0, 4.9 * SECOND]) {
      pass(wait)
      await expect(get(source)).rejects.toThrow('the CMS is away')
    }
    expect(source.loads).toBe(1)
    pass(SECOND)
    expect(await get(source)).toBe(2)
  })

  test('does not affect another key', async () => {
    const { get, source } = await failedAfter(1 * SECOND)
    source.isFailing = false
    expect(await get(source, { key: 'another' })).toBe(2)
  })

  test('is forgotten when everything expires', async () => {
    const { get, expire, source } = await failedAfter(1 * SECOND)
    source.isFailing = false
    expire()
    expect(await get(source)).toBe(2)
  })

  test('is remembered for five seconds, a fast one for one', async () => {
    const { get, pass, source } = await failedAfter(0.9 * SECOND)
    source.isFailing = false
    pass(1 * SECOND)
    expect(await get(source)).toBe(2)
  })

  test('yields stale content at once where there is any, even after a purge', async () => {
    const [{ get, expire, pass }, source] = [cacheAt(), counting()]
    await get(source)
    source.isFailing = true
    pass(1)
    expire()
    const slow = {
      load: () => {
        pass(4.5 * SECOND)
        return source.load()
      },
    }
    expect([await get(slow), await get(slow), await get(slow)]).toEqual([1, 1, 1])
    expect(source.loads).toBe(2)
  })
})

describe('calls of different ranks (COST-55)', () => {
  const refused = (reason: 'busy' | 'open') => new SourceError('GET /a', reason, 'not asked')

  test.each<[Rank, Rank]>([
    ['primary', 'secondary'],
    ['primary', 'lists'],
    ['secondary', 'lists'],
    ['search', 'nextSearch'],
  ])('%s does not wait for %s', async (higher, lower) => {
    const [{ get }, source] = [cacheAt(), pending()]
    const program = get(source, { rank: lower })
    const reader = get(source, { rank: higher })
    await settle()
    expect(source.waiting.length).toBe(2)
    source.waiting[1]?.resolve('for the reader')
    expect(await reader).toBe('for the reader')
    source.waiting[0]?.reject(refused('busy'))
    await expect(program).rejects.toThrow('busy')
    expect(await get(source, { rank: lower })).toBe('for the reader')
  })

  test('a thousand readers share one load, and calls of lower ranks share it too', async () => {
    const [{ get }, source] = [cacheAt(), pending()]
    const loads = [get(source, { rank: 'lists' })]
    for (let n = 0; n < 1000; n++) loads.push(get(source, { rank: 'primary' }))
    loads.push(get(source, { rank: 'secondary' }), get(source, { rank: 'lists' }))
    await settle()
    expect(source.waiting.length).toBe(2)
    source.waiting[1]?.resolve('one')
    source.waiting[0]?.resolve('one')
    expect(new Set(await Promise.all(loads))).toEqual(new Set(['one']))
  })

  test('a call receives the result of a lower rank when that comes first', async () => {
    const [{ get }, source] = [cacheAt(), pending()]
    const loads = [get(source, { rank: 'lists' }), get(source)]
    await settle()
    source.waiting[0]?.resolve('first')
    expect(await Promise.all(loads)).toEqual(['first', 'first'])
    source.waiting[1]?.resolve('second')
    await settle()
    expect(await get(source)).toBe('second')
  })

  test('an earlier load that ends later replaces nothing', async () => {
    const [{ get }, source] = [cacheAt(), pending()]
    const loads = [get(source, { rank: 'lists' }), get(source)]
    await settle()
    source.waiting[1]?.resolve('new')
    await settle()
    source.waiting[0]?.resolve('old')
    await Promise.all(loads)
    expect(await get(source)).toBe('new')
  })

  test('a reader whose own load fails receives that error', async () => {
    const [{ get }, source] = [cacheAt(), pending()]
    const [program, reader] = [get(source, { rank: 'lists' }), get(source)]
    await settle()
    source.waiting[0]?.reject(refused('busy'))
    source.waiting[1]?.reject(new Error('the CMS is away'))
    await expect(program).rejects.toThrow('busy')
    await expect(reader).rejects.toThrow('the CMS is away')
  })

  test('a slow failure of a lower rank is no response for a higher one', async () => {
    const [{ get, pass }, source] = [cacheAt(), pending()]
    const program = get(source, { rank: 'lists' })
    await settle()
    pass(4.5 * SECOND)
    source.waiting[0]?.reject(new Error('late'))
    await expect(program).rejects.toThrow('late')
    await expect(get(source, { rank: 'lists' })).rejects.toThrow('late')
    const reader = get(source)
    source.waiting[1]?.resolve('there')
    expect(await reader).toBe('there')
  })

  test.each(['busy', 'open'] as const)(
    'a call that was not made (%s) is not remembered as a failure',
    async (reason) => {
      const [{ get, pass }, source] = [cacheAt(), pending()]
      const first = get(source)
      await settle()
      pass(2.25 * SECOND)
      source.waiting[0]?.reject(refused(reason))
      await expect(first).rejects.toThrow(reason)
      const second = get(source)
      source.waiting[1]?.resolve('there')
      expect(await second).toBe('there')
    },
  )
})
