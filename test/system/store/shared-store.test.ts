import { sharedStore } from '../../../src/system/store/shared-store.ts'
import { type Store, StoreError, StoreRefusal } from '../../../src/system/store/store.ts'

/** A store whose calls succeed or fail on demand, with its reports and a clock. */
function watchedStore() {
  let now = 0
  const failing: Partial<Record<keyof Store, Error>> = {}
  const reported: string[] = []
  const response = async <T>(call: keyof Store, value: T): Promise<T> => {
    const error = failing[call]
    if (error) throw error
    return value
  }
  const store: Store = {
    pause: 0,
    get: () => response('get', 'wartość'),
    increment: () => response('increment', { count: 1, resetMs: 1000 }),
    append: () => response('append', '1'),
    lastOf: () => response('lastOf', '1'),
    after: () => response('after', { entries: [], last: '1', isWhole: true }),
    batchInterval: 1000,
    addScores: () => response('addScores', undefined),
    highest: () => response('highest', [[['a', 1]]]),
    close: async () => {},
  }
  const shared = sharedStore(
    store,
    {
      onThere: () => reported.push('there'),
      onAway: (reason) => reported.push(`away: ${reason}`),
      onRefused: (use, reason) => reported.push(`${use} refused: ${reason}`),
      onAccepted: (use) => reported.push(`${use} accepted`),
    },
    () => now,
  )
  return {
    ...shared,
    failing,
    reported,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const REFUSAL = new StoreRefusal('ERR unknown command')
const MINUTE = 60_000

test('a refused log affects only purges, and is reported once (RES-11)', async () => {
  const { background, failing, get, increment, reported } = watchedStore()
  Object.assign(failing, { append: REFUSAL, lastOf: REFUSAL, after: REFUSAL })
  for (let nth = 0; nth < 3; nth++) {
    await expect(background.lastOf('log')).rejects.toThrow(REFUSAL)
    await expect(background.append('log', 'wpis')).rejects.toThrow(REFUSAL)
    expect(await get('klucz')).toBe('wartość')
    expect(await increment('klucz', 1000)).toEqual({ count: 1, resetMs: 1000 })
  }
  expect(reported).toEqual(['there', 'purges refused: ERR unknown command'])
})

test('the log is accepted again once all of its commands are', async () => {
  const { background, failing, pass, reported } = watchedStore()
  Object.assign(failing, { append: REFUSAL, after: REFUSAL })
  await background.append('log', 'wpis').catch(() => {})
  await background.after('log', '1').catch(() => {})
  delete failing.after
  await background.after('log', '1')
  pass(MINUTE)
  await background.after('log', '1')
  expect(reported).toEqual(['there', 'purges refused: ERR unknown command'])
  delete failing.append
  await background.append('log', 'wpis')
  expect(reported.slice(2)).toEqual(['purges accepted'])
})

test('a use that is refused and accepted in turns is not reported every time', async () => {
  const { failing, get, pass, reported } = watchedStore()
  for (let nth = 0; nth < 100; nth++) {
    failing.get = REFUSAL
    expect(await get('klucz')).toBeUndefined()
    delete failing.get
    expect(await get('klucz')).toBe('wartość')
    pass(5000)
  }
  // Nine minutes, with at most two lines in each.
  expect(reported.length).toBeLessThanOrEqual(18)
})

test('an outage is reported once, ends with any response, and nobody waits for it', async () => {
  const { background, failing, get, reported } = watchedStore()
  failing.get = new StoreError('connection lost')
  expect([await get('klucz'), await get('klucz')]).toEqual([undefined, undefined])
  expect(reported).toEqual(['away: connection lost'])
  delete failing.get
  // Calls for readers do not try the store; the background does.
  expect(await get('klucz')).toBeUndefined()
  failing.lastOf = REFUSAL
  await background.lastOf('log').catch(() => {})
  expect(await get('klucz')).toBe('wartość')
  expect(reported).toEqual(['away: connection lost', 'there', 'purges refused: ERR unknown command'])
})
