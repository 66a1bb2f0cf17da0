import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_TOPICS } from '../../../../src/features/push/store/operations/subscribing.ts'
import { createPostgresStore } from '../../../../src/features/push/store/postgres-store.ts'
import type { Message, Subscription } from '../../../../src/features/push/store/records.ts'
import { DATABASE_TABLES, FILE_TABLES } from '../../../../src/features/push/store/schema.ts'
import { createSqliteStore } from '../../../../src/features/push/store/sqlite-store.ts'
import type { PushStore } from '../../../../src/features/push/store/store.ts'
import { databaseUrl } from '../../../../src/system/postgresql/settings.ts'
import { usePostgres, withPostgres } from '../../../support/postgres-stores.ts'

const NOON = '2026-11-29T12:00:00.000Z'
const at = (seconds: number): string => new Date(Date.parse(NOON) + seconds * 1000).toISOString()
const BREAKING = 'post breaking'
const SERIES = 'post series:atlas'

const digest = (step: string): string =>
  createHash('sha256').update(step.replace(/\s+/g, ' ')).digest('hex').slice(0, 12)

test('PUSH-3: steps that ran on machines of customers are as they were; a new one is added to this list', () => {
  expect(FILE_TABLES.steps.map(digest)).toEqual(['de75e29e963a'])
  expect(DATABASE_TABLES.steps.map(digest)).toEqual(['2989f819b3c1'])
})

const browser = (number: number): Subscription => ({
  service: 'post',
  endpoint: `https://push.example/${number}`,
  p256dh: `key-${number}`,
  auth: `secret-${number}`,
})
const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  topic: BREAKING,
  payload: `{"id":"${id}"}`,
  urgency: 'high',
  dueAt: at(10),
  expiresAt: at(3600),
  replaces: false,
  endsTopic: false,
  ...more,
})

/** @param open another connection to the same tables */
function testStore(open: () => Promise<PushStore>): void {
  let store: PushStore
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store.close())
  const chosen = (number: number, add: string[], when = NOON) =>
    store.change(browser(number), { add, remove: [] }, when)
  /** A topic of which something is known, so that what comes is new. */
  const announced = async (sent: Message, when = at(10)): Promise<unknown> => {
    await store.announce(sent.topic, ['before'], undefined, NOON)
    return store.announce(sent.topic, [sent.id], sent, when)
  }
  const taken = async (when = at(20), limit = 10): Promise<number[] | undefined> =>
    (await store.takeChunk('here', limit, when))?.recipients.map(({ id }) => id)

  test('PUSH-4: a browser has the topics that its reader chose, and without any it is erased', async () => {
    expect(await chosen(1, [BREAKING, SERIES])).toEqual([BREAKING, SERIES])
    expect(await chosen(1, [])).toEqual([BREAKING, SERIES])
    expect(await store.change(browser(1), { add: [], remove: [BREAKING] }, NOON)).toEqual([SERIES])
    expect(await store.topics()).toEqual([SERIES])
    expect(await store.change(browser(1), { add: [], remove: [SERIES] }, NOON)).toEqual([])
    expect(await store.subscriptionCount()).toBe(0)
    expect(await chosen(2, [])).toEqual([])
    expect(await store.subscriptionCount()).toBe(0)
  })

  test('PUSH-4: without its secret nobody changes a subscription, and a reader has a bounded number of topics', async () => {
    await chosen(1, [BREAKING])
    expect(await store.change({ ...browser(1), auth: 'other' }, { add: [], remove: [BREAKING] }, NOON)).toBeUndefined()
    const many = Array.from({ length: MAX_TOPICS }, (_, index) => `post series:s${index}`)
    expect(await chosen(1, many, at(1))).toBeUndefined()
    expect(await chosen(1, [])).toEqual([BREAKING])
  })

  test('PUSH-4: an erased browser leaves nothing', async () => {
    await chosen(1, [BREAKING])
    expect(await store.erase(browser(1).endpoint)).toBe(true)
    expect(await store.erase(browser(1).endpoint)).toBe(false)
    expect([await store.subscriptionCount(), await store.topics()]).toEqual([0, []])
  })

  test('PUSH-10: what a topic shows at first is old; later each of its news is announced once, by any instance', async () => {
    const second = await open()
    expect(await store.announce(BREAKING, ['a'], message('m1'), NOON)).toBe('first')
    const both = await Promise.all([
      store.announce(BREAKING, ['b', 'a'], message('m2'), at(1)),
      second.announce(BREAKING, ['b', 'a'], message('m3'), at(1)),
    ])
    expect(both.sort()).toEqual(['announced', 'known'])
    expect(await store.announce(BREAKING, ['a'], message('m4'), at(2))).toBe('known')
    expect(await store.announce(BREAKING, [], message('m5'), at(2))).toBe('known')
    expect(await store.openMessages()).toBe(1)
    await second.close()
  })

  test('PUSH-10: an older entry never becomes news when the newest is withdrawn', async () => {
    await store.announce(SERIES, ['part-1'], undefined, NOON)
    expect(await store.announce(SERIES, ['part-3', 'part-2', 'part-1'], message('m1'), at(1))).toBe('announced')
    expect(await store.announce(SERIES, ['part-2', 'part-1'], message('m2'), at(2))).toBe('known')
  })

  test('PUSH-9: a message goes once to everyone who chose its topic before it', async () => {
    for (const number of [1, 2, 3]) await chosen(number, [BREAKING])
    await chosen(4, [SERIES])
    await announced(message('m1'))
    await chosen(5, [BREAKING], at(15))
    const first = await store.takeChunk('here', 2, at(20))
    const second = await store.takeChunk('there', 2, at(20))
    expect(first?.recipients.map(({ endpoint }) => endpoint)).toEqual([
      'https://push.example/1',
      'https://push.example/2',
    ])
    expect(second?.recipients.map(({ endpoint }) => endpoint)).toEqual(['https://push.example/3'])
    expect(await taken()).toBeUndefined()
    await store.closeChunk(
      'm1',
      (first?.recipients ?? []).map(({ id }) => ({ id, kind: 'sent' as const })),
    )
    await store.closeMessages(at(21))
    expect(await store.openMessages()).toBe(1)
    await store.closeChunk(
      'm1',
      (second?.recipients ?? []).map(({ id }) => ({ id, kind: 'refused' as const })),
    )
    await store.closeMessages(at(21))
    expect(await store.openMessages()).toBe(0)
    expect(await store.figures()).toMatchObject([
      { topic: BREAKING, subscriptions: 4, sent: 2, refused: 1, gone: 0 },
      { topic: SERIES, subscriptions: 1, sent: 0 },
    ])
  })

  test('PUSH-7: a browser that is gone is erased, and one whose turn comes later is taken again then', async () => {
    for (const number of [1, 2]) await chosen(number, [BREAKING])
    await announced(message('m1'))
    const [gone = 0, later = 0] = (await taken()) ?? []
    await store.closeChunk('m1', [
      { id: gone, kind: 'gone' },
      { id: later, kind: 'later', dueAt: at(60), isAttempt: true },
    ])
    expect(await store.subscriptionCount()).toBe(1)
    expect(await taken(at(59))).toBeUndefined()
    const again = await store.takeChunk('here', 10, at(60))
    expect(again?.recipients).toMatchObject([{ id: later, attempts: 1 }])
    await store.closeChunk('m1', [{ id: later, kind: 'sent' }])
    // Another sender that thinks it had it changes nothing.
    await store.closeChunk('m1', [{ id: later, kind: 'refused' }])
    await store.closeMessages(at(61))
    expect(await store.figures()).toMatchObject([{ sent: 1, refused: 0, gone: 1 }])
    expect(await store.openMessages()).toBe(0)
  })

  test('PUSH-6: the urgent go first; what waits gives way to what is newer; the late go to nobody', async () => {
    await chosen(1, [BREAKING, SERIES])
    await announced(message('slow', { topic: SERIES, urgency: 'normal', dueAt: at(10) }))
    await announced(message('fast'), at(11))
    expect((await store.takeChunk('here', 5, at(20)))?.message).toMatchObject({ id: 'fast', urgency: 'high' })
    expect((await store.takeChunk('here', 5, at(20)))?.message.id).toBe('slow')
    await store.announce(SERIES, ['night-1'], message('night-1', { topic: SERIES, dueAt: at(500) }), at(30))
    await store.announce(SERIES, ['night-2'], message('night-2', { topic: SERIES, dueAt: at(500) }), at(40))
    expect(await taken(at(499))).toBeUndefined()
    expect((await store.takeChunk('here', 5, at(500)))?.message.id).toBe('night-2')
    expect(await taken(at(501))).toBeUndefined()
    await store.announce(SERIES, ['late'], message('late', { topic: SERIES, dueAt: at(600) }), at(510))
    await store.closeMessages(at(4000))
    expect([await taken(at(4000)), await store.openMessages()]).toEqual([undefined, 0])
  })

  test('PUSH-11: the topic of a coverage ends with its last message', async () => {
    const LIVE = 'post live:/2026/11/relacja'
    await chosen(1, [LIVE])
    await chosen(2, [LIVE, BREAKING])
    await announced(message('end', { topic: LIVE, endsTopic: true }))
    const ids = (await taken()) ?? []
    await store.closeChunk(
      'end',
      ids.map((id) => ({ id, kind: 'sent' as const })),
    )
    expect(await taken()).toBeUndefined()
    expect(await store.topics()).toEqual([BREAKING, LIVE])
    await store.closeMessages(at(30))
    expect([await store.topics(), await store.subscriptionCount()]).toEqual([[BREAKING], 1])
  })

  test('PUSH-9: another sender learns who had been handed over, and one instance at a time has the lease', async () => {
    await chosen(1, [BREAKING])
    await announced(message('m1'))
    const [id = 0] = (await taken()) ?? []
    expect(await store.handedByOthers('here')).toEqual([])
    expect(await store.handedByOthers('there')).toEqual([{ message: 'm1', id, holder: 'here' }])
    expect(await store.lease('sending', 'here', NOON, 10)).toBe(true)
    expect(await store.lease('sending', 'there', at(9), 10)).toBe(false)
    expect(await store.lease('sending', 'there', at(10), 10)).toBe(true)
  })

  test('PUSH-13: clicks are sums of a message', async () => {
    await chosen(1, [BREAKING])
    await announced(message('m1'))
    await store.addClicks([
      { id: 'm1', clicks: 3 },
      { id: 'unknown', clicks: 1 },
    ])
    await store.addClicks([{ id: 'm1', clicks: 1 }])
    expect(await store.figures()).toMatchObject([{ topic: BREAKING, clicks: 4 }])
    await store.closeMessages(at(4000))
    await store.forget(at(400 * 86_400))
    expect(await store.figures()).toMatchObject([{ topic: BREAKING, clicks: 0, subscriptions: 1 }])
  })
}

describe('in SQLite', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'push-'))
    file = join(folder, 'data', 'push.sqlite')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  testStore(async () => createSqliteStore(file))

  test('PUSH-4: after an erasure no byte of an endpoint is in the file or its log', async () => {
    const store = createSqliteStore(file)
    await store.change(browser(1), { add: [BREAKING], remove: [] }, NOON)
    const bytes = async (): Promise<string> =>
      (await Promise.all([file, `${file}-wal`].map((path) => readFile(path, 'latin1').catch(() => '')))).join('')
    expect(await bytes()).toContain(browser(1).endpoint)
    await store.erase(browser(1).endpoint)
    expect(await bytes()).not.toContain(browser(1).endpoint)
    await store.close()
  })

  test('PUSH-3: a file that cannot be used is an error without content, and is tried again', async () => {
    const store = createSqliteStore(join(folder, 'nowhere\0'))
    await expect(store.topics()).rejects.toMatchObject({ name: 'PushStoreError' })
    await expect(store.topics()).rejects.toMatchObject({ name: 'PushStoreError' })
  })
})

withPostgres('in PostgreSQL', () => {
  const stores = usePostgres()
  let url: string
  beforeEach(async () => {
    url = await stores.newDatabase()
  })
  testStore(async () => createPostgresStore(databaseUrl.parse(url)))
})
