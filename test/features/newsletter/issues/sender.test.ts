import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SenderSettings, sendIssue } from '../../../../src/features/newsletter/issues/sender.ts'
import type { DeliveryConnection, DeliveryResult } from '../../../../src/features/newsletter/issues/smtp-delivery.ts'
import type { SubscriberStore } from '../../../../src/features/newsletter/store/store.ts'
import { cardNamed, issueOf } from '../../../support/issues.ts'
import { fillFile, subscriberNames } from '../../../support/newsletter-run.ts'
import { openSubscribers } from '../../../support/subscribers.ts'

const issue = issueOf([cardNamed(1)])
let folder: string
let store: SubscriberStore
let close: () => Promise<void>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sender-'))
  const file = join(folder, 'subscribers.sqlite')
  await fillFile(file, 'akademia', subscriberNames(6, 0))
  ;({ store, close } = openSubscribers(file))
  const record = { id: issue.id, service: 'akademia', subject: issue.subject, createdAt: new Date().toISOString() }
  await store.saveIssue({ ...record, content: JSON.stringify(issue), state: 'sending' })
  await store.startDeliveries(issue.id, new Date().toISOString())
})
afterEach(async () => {
  await close()
  await rm(folder, { recursive: true })
})

type Reply = (to: string, handOver: () => Promise<boolean>, leaves: () => void) => Promise<DeliveryResult>
const takes = async (_to: string, handOver: () => Promise<boolean>): Promise<DeliveryResult> =>
  (await handOver()) ? { kind: 'sent' } : { kind: 'withdrawn' }

/** A server that replies as a test needs, and the mails it got. */
function sending(reply: Reply, own: Partial<SenderSettings> = {}) {
  const tried: string[] = []
  const connect = async (): Promise<DeliveryConnection> => ({
    isOpen: true,
    deliver: ({ to }, _message, handOver, leaves) => {
      tried.push(to)
      return reply(to, handOver, leaves)
    },
    quit: () => {},
    cut: () => {},
  })
  const signal = new AbortController().signal
  const settings = {
    store,
    issueId: issue.id,
    holder: 'test',
    connect,
    from: 'a@b.example',
    messageOf: () => Buffer.from('x'),
    connections: 2,
    signal,
  }
  return { tried, run: () => sendIssue({ ...settings, ...own }) }
}
const counts = () => store.deliveryCounts(issue.id)

test('everyone gets it, and the issue is done (ISSUE-10)', async () => {
  const { run, tried } = sending(takes)
  expect(await run()).toEqual({ kind: 'complete' })
  expect([new Set(tried).size, (await counts()).sent, (await store.issue(issue.id))?.state]).toEqual([6, 6, 'sent'])
  const again = sending(takes)
  expect([await again.run(), again.tried]).toEqual([{ kind: 'complete' }, []])
})

test('refusals are recorded, and an unknown mailbox gets no mail any more (ISSUE-13)', async () => {
  const { run } = sending(async (to, handOver) => {
    if (to.startsWith('czytelnik-1@')) return { kind: 'refused', code: 550, isUnknownMailbox: true }
    if (to.startsWith('czytelnik-2@')) return { kind: 'refused', code: 550, isUnknownMailbox: false }
    return takes(to, handOver)
  })
  expect(await run()).toEqual({ kind: 'complete' })
  expect(await counts()).toMatchObject({ sent: 4, refused: 2 })
  const suppressed = await Promise.all(
    [1, 2, 3].map((number) => store.isSuppressed(`czytelnik-${number}@czytelnicy.example`)),
  )
  expect(suppressed).toEqual([true, false, false])
})

test('whenever the sender is killed, a reader that the server refuses does not count as one that left (ISSUE-12, ISSUE-13)', async () => {
  const left: number[] = []
  const watched = new Proxy(store, {
    get(target, name: keyof SubscriberStore) {
      const call = target[name] as (...parameters: unknown[]) => Promise<unknown>
      return async (...parameters: unknown[]) => {
        const value = await call(...parameters)
        left.push((await counts()).withdrawn)
        return value
      }
    },
  })
  const reply: Reply = async () => ({ kind: 'refused', code: 550, isUnknownMailbox: true })
  await sending(reply, { store: watched, connections: 1 }).run()
  expect(await counts()).toMatchObject({ refused: 6, withdrawn: 0 })
  expect([left.length > 6, new Set(left)]).toEqual([true, new Set([0])])
})

test('a deferred mail waits for its time, and the issue is not done before it (ISSUE-13)', async () => {
  const { run } = sending(async (to, handOver) =>
    to.startsWith('czytelnik-1@') ? { kind: 'deferred', code: 451 } : takes(to, handOver),
  )
  expect(await run()).toEqual({ kind: 'deferred' })
  expect([await counts(), (await store.issue(issue.id))?.state]).toMatchObject([{ sent: 5, deferred: 1 }, 'sending'])
  const again = sending(takes)
  await again.run()
  expect(again.tried).toEqual([])
  const due = await store.takeDeliveries(issue.id, 10, new Date(Date.now() + 6 * 60_000).toISOString(), 30)
  expect(due.map(({ attempts }) => attempts)).toEqual([1])
})

test('a mail without a reply is not sent again (ISSUE-11)', async () => {
  const { run } = sending(async (to, handOver) => {
    await handOver()
    return to.startsWith('czytelnik-3@') ? { kind: 'no-reply' } : { kind: 'sent' }
  })
  expect(await run()).toEqual({ kind: 'complete' })
  expect(await counts()).toMatchObject({ sent: 5, 'handed-over': 1 })
  const again = sending(takes)
  await again.run()
  expect(again.tried).toEqual([])
})

test('a mail whose last bytes were kept back is sent again, although it was handed over (ISSUE-11)', async () => {
  const kept = new Set<string>()
  const { run } = sending(async (to, handOver) => {
    if (!(await handOver())) return { kind: 'withdrawn' }
    if (!to.startsWith('czytelnik-3@') || kept.has(to)) return { kind: 'sent' }
    kept.add(to)
    return { kind: 'kept-back' }
  })
  await run()
  await sending(takes).run()
  expect(await counts()).toMatchObject({ sent: 6, deferred: 0 })
})

test('trouble with the server is nobody’s refusal: the mail waits and goes out (ISSUE-13)', async () => {
  let troubles = 2
  const { run, tried } = sending(async (to, handOver) => {
    if (troubles === 0) return takes(to, handOver)
    troubles -= 1
    return { kind: 'unsent', reason: 'connection' }
  })
  expect(await run()).toEqual({ kind: 'complete' })
  expect([tried.length, (await counts()).sent]).toEqual([8, 6])
})

test('two processes never send an issue at once, and who is second says so (ISSUE-14)', async () => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = sending(async (to, handOver) => {
    await held
    return takes(to, handOver)
  })
  const running = first.run()
  const second = sending(takes, { holder: 'other' })
  // The lease is taken at once.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect([await second.run(), second.tried]).toEqual([{ kind: 'busy' }, []])
  release()
  expect(await running).toEqual({ kind: 'complete' })
})

test('a reader who leaves while it is sent gets nothing any more (ISSUE-12)', async () => {
  const rows = await store.all('confirmed')
  const leaving = rows.at(-1)
  const { run, tried } = sending(
    async (to, handOver) => {
      if (to !== leaving?.email) await store.unsubscribe(leaving?.manageToken ?? '', new Date().toISOString())
      return takes(to, handOver)
    },
    { connections: 1 },
  )
  expect(await run()).toEqual({ kind: 'complete' })
  expect((await counts()).sent).toBe(5)
  expect(tried.length).toBeGreaterThanOrEqual(5)
})

test('a server that refuses everybody ends the sending (ISSUE-13)', async () => {
  await close()
  const file = join(folder, 'many.sqlite')
  await fillFile(file, 'akademia', subscriberNames(80, 0))
  ;({ store, close } = openSubscribers(file))
  const record = { id: issue.id, service: 'akademia', subject: 's', createdAt: new Date().toISOString(), content: '{}' }
  await store.saveIssue({ ...record, state: 'sending' })
  await store.startDeliveries(issue.id, new Date().toISOString())
  const { run, tried } = sending(async () => ({ kind: 'refused', code: 554, isUnknownMailbox: false }), {
    store,
    connections: 1,
  })
  expect(await run()).toEqual({ kind: 'stopped', problem: 'the mail server refuses every recipient' })
  expect(tried).toHaveLength(50)
  expect((await counts()).waiting).toBe(30)
})

test('a signal stops it between two mails, and the next run goes on (ISSUE-12)', async () => {
  const stop = new AbortController()
  const { run, tried } = sending(
    async (to, handOver) => {
      if (tried.length === 3) stop.abort()
      return takes(to, handOver)
    },
    { connections: 1, signal: stop.signal },
  )
  expect(await run()).toEqual({ kind: 'stopped' })
  expect(tried).toHaveLength(3)
  const next = sending(takes)
  // Deliveries that the first run had taken come back when their lease ends.
  expect((await counts()).sent).toBe(3)
  expect(next.tried).toEqual([])
})

/** The leases of a killed process have ended by then. */
const later = (): Date => new Date(Date.now() + 60_000)

/** A process that is killed at a moment of its first mail: it does nothing more. */
async function killedAt(moment: 'before' | 'intended' | 'handed over' | 'left', journal: string): Promise<void> {
  let reach = (): void => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const dead = new Promise<never>(() => {})
  const { run } = sending(
    async (_to, handOver, leaves) => {
      if (moment === 'intended') void handOver()
      else if (moment !== 'before') await handOver()
      if (moment === 'left') leaves()
      reach()
      return dead
    },
    { journal, connections: 1 },
  )
  void run()
  await reached
  // The store acknowledges what the process no longer hears.
  await store.issue(issue.id)
}

test.each([
  ['before', 6, 0],
  ['intended', 6, 0],
  ['handed over', 6, 0],
  ['left', 5, 1],
] as const)(
  'killed with its first mail %s, the next process sends %i more, and never twice (ISSUE-11)',
  async (moment, sentLater, withoutReply) => {
    const journal = join(folder, 'journal')
    await killedAt(moment, journal)
    const { run, tried } = sending(takes, { journal, now: later })
    expect(await run()).toEqual({ kind: 'complete' })
    expect([tried.length, new Set(tried).size]).toEqual([sentLater, sentLater])
    expect(await counts()).toMatchObject({ sent: sentLater, 'handed-over': withoutReply })
    expect(existsSync(journal)).toBe(false)
  },
)

test('a journal of another boot of the machine means nothing: its mails may have left (ISSUE-11)', async () => {
  const journal = join(folder, 'journal')
  await killedAt('handed over', journal)
  await writeFile(journal, (await readFile(journal, 'utf8')).replace(/boot \S+/, 'boot another'))
  const { run, tried } = sending(takes, { journal, now: later })
  expect(await run()).toEqual({ kind: 'complete' })
  expect([tried.length, await counts()]).toMatchObject([5, { sent: 5, 'handed-over': 1 }])
})

/** A process whose store never answers a result: killed between the server's reply and the record of it. */
async function killedAfterReply(result: DeliveryResult, journal: string): Promise<void> {
  let reach = (): void => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const dead: SubscriberStore = {
    ...store,
    deliveryDone: () => {
      reach()
      return new Promise<never>(() => {})
    },
  }
  const { run } = sending(
    async (_to, handOver, leaves) => {
      await handOver()
      leaves()
      return result
    },
    { journal, connections: 1, store: dead },
  )
  void run()
  await reached
}

test.each([
  [{ kind: 'sent' }, 5, { sent: 6, refused: 0 }],
  [{ kind: 'refused', code: 554, isUnknownMailbox: false }, 5, { sent: 5, refused: 1 }],
  // The server does not have it.
  [{ kind: 'deferred', code: 451 }, 6, { sent: 6, refused: 0 }],
  // Nobody knows.
  [{ kind: 'no-reply' }, 5, { sent: 5, 'handed-over': 1 }],
] as const)(
  'killed between a reply (%j) and its record, the next process records it, sends %i, and none twice (ISSUE-11, ISSUE-13)',
  async (result, sentLater, expected) => {
    const journal = join(folder, 'journal')
    if (result.kind === 'no-reply') await killedAt('left', journal)
    else await killedAfterReply(result, journal)
    const { run, tried } = sending(takes, { journal, now: later })
    expect(await run()).toEqual({ kind: 'complete' })
    expect([tried.length, new Set(tried).size]).toEqual([sentLater, sentLater])
    expect(await counts()).toMatchObject(expected)
  },
)

test('a reply that was recorded is not recorded again from the journal (ISSUE-11)', async () => {
  const journal = join(folder, 'journal')
  const stop = new AbortController()
  const { run } = sending(
    async (to, handOver, leaves) => {
      await handOver()
      leaves()
      stop.abort()
      return to.startsWith('czytelnik-0@') ? { kind: 'refused', code: 554, isUnknownMailbox: false } : { kind: 'sent' }
    },
    { journal, connections: 1, signal: stop.signal },
  )
  expect(await run()).toEqual({ kind: 'stopped' })
  const done = jest.spyOn(store, 'deliveryDone')
  const next = sending(takes, { journal, now: later })
  expect(await next.run()).toEqual({ kind: 'complete' })
  expect(done).toHaveBeenCalledTimes(5)
  expect(await counts()).toMatchObject({ sent: 5, refused: 1 })
})
