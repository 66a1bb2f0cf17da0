import type { Purge } from '../../src/purge/purge.ts'
import { type SharedPurges, sharedPurges } from '../../src/purge/shared-purges.ts'
import { createMemoryStore } from '../../src/system/store/memory.ts'
import { LOG_LENGTH, type Store, StoreError } from '../../src/system/store/store.ts'
import { until } from '../support/until.ts'

const purge = (path: string): Purge => ({ service: 'akademia', paths: [path], tags: [] })

/** A store that other instances use too, and that this one can lose. */
function lostAndFound(shared: Store): { store: Store; setAway(isAway: boolean): void } {
  let isAway = false
  const reached = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isAway) throw new StoreError('away')
    const result = await call()
    // What was on its way is lost with the connection.
    if (isAway) throw new StoreError('away')
    return result
  }
  return {
    store: {
      ...shared,
      append: (log, text) => reached(() => shared.append(log, text)),
      lastOf: (log) => reached(() => shared.lastOf(log)),
      after: (log, id) => reached(() => shared.after(log, id)),
    },
    setAway(wanted) {
      isAway = wanted
    },
  }
}

/** An instance, with what it has heard. */
function instance(store: Store) {
  const heard: string[] = []
  const purges: SharedPurges = sharedPurges({
    store,
    onPurge: ({ paths }) => heard.push(...paths),
    onLost: () => heard.push('everything'),
    onError: (error) => heard.push(String(error)),
  })
  return { heard, purges }
}

describe('purges that instances share (PURGE-16)', () => {
  let shared: Store
  const open: SharedPurges[] = []
  const join = (store: Store) => {
    const made = instance(store)
    open.push(made.purges)
    return made
  }
  beforeEach(() => {
    shared = createMemoryStore()
  })
  afterEach(async () => {
    // Wakes those that wait for news.
    await Promise.all(open.splice(0).map((purges) => purges.close()))
  })
  /** Both know where in the log they are. */
  const bothListen = async (...[one, other]: [ReturnType<typeof join>, ReturnType<typeof join>]): Promise<void> => {
    for (const [from, to] of [[one, other] as const, [other, one] as const]) {
      await until(
        async () => {
          await from.purges.announce(purge('/0'))
          return to.heard
        },
        (heard) => heard.includes('/0'),
      )
    }
  }
  const news = ({ heard }: ReturnType<typeof join>): string[] => heard.filter((path) => path !== '/0')

  test('one that was made during an outage is heard by the others after it', async () => {
    const { store, setAway } = lostAndFound(shared)
    const [own, other] = [join(store), join(shared)]
    await bothListen(own, other)
    setAway(true)
    const isShared = own.purges.announce(purge('/a'))
    await other.purges.announce(purge('/b'))
    expect(news(other)).toEqual([])
    setAway(false)
    await isShared
    await until(
      () => news(other),
      (heard) => heard.length > 0,
    )
    // What was announced meanwhile is in the log still: nothing was lost.
    await until(
      () => news(own),
      (heard) => heard.length > 0,
    )
    expect([news(own), news(other)]).toEqual([['/b'], ['/a']])
  })

  test('an instance that has missed more than the log holds treats everything as stale', async () => {
    const { store, setAway } = lostAndFound(shared)
    const [own, other] = [join(store), join(shared)]
    await bothListen(own, other)
    setAway(true)
    for (let count = 0; count <= LOG_LENGTH; count++) await other.purges.announce(purge('/b'))
    expect(news(own)).toEqual([])
    setAway(false)
    await until(
      () => news(own),
      (heard) => heard.length > 0,
    )
    expect(news(own)).toContain('everything')
  })

  test('one that could not listen from its start on does so once it can', async () => {
    const { store, setAway } = lostAndFound(shared)
    const other = join(shared)
    setAway(true)
    const own = join(store)
    await other.purges.announce(purge('/a'))
    setAway(false)
    await until(
      () => own.heard,
      (heard) => heard.length > 0,
    )
    expect(own.heard).toContain('everything')
  })

  test('one that begins while the store is there has nothing that could be stale', async () => {
    const other = join(shared)
    await other.purges.announce(purge('/a'))
    const own = join(shared)
    await bothListen(own, other)
    expect(news(own)).toEqual([])
  })
})
