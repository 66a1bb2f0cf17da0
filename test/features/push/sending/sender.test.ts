import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSender, openSendingJournal } from '../../../../src/features/push/sending/journal.ts'
import { createRequests } from '../../../../src/features/push/sending/push-request.ts'
import { createSender, type SenderSettings } from '../../../../src/features/push/sending/sender.ts'
import { createTransport } from '../../../../src/features/push/sending/transport.ts'
import type { Message, Outcome } from '../../../../src/features/push/store/records.ts'
import { createSqliteStore } from '../../../../src/features/push/store/sqlite-store.ts'
import type { PushStore } from '../../../../src/features/push/store/store.ts'
import {
  newVapidKeys,
  type PushService,
  startPushService,
  type TestSubscription,
} from '../../../support/push-service.ts'

const TOPIC = 'post breaking'
const vapid = { ...newVapidKeys(), subject: 'mailto:redakcja@gazeta.example' }

let folder: string
let service: PushService
let store: PushStore
let clock: Date
let closes: Array<() => void>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'push-'))
  service = await startPushService(vapid.publicKey)
  store = createSqliteStore(join(folder, 'push.sqlite'))
  clock = new Date()
  closes = []
})
afterEach(async () => {
  for (const close of closes) close()
  await store.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const later = (seconds: number): Date => new Date(clock.getTime() + seconds * 1000)
const iso = (seconds = 0): string => later(seconds).toISOString()

async function browsers(count: number): Promise<TestSubscription[]> {
  const made = Array.from({ length: count }, () => service.subscribe())
  for (const { path: _, ...subscription } of made)
    await store.change(subscription, { add: [TOPIC], remove: [] }, iso(-60))
  return made
}

async function announce(id: string, more: Partial<Message> = {}): Promise<void> {
  const payload = JSON.stringify({ id, title: 'Zażółć gęślą jaźń', url: '/2026/11/artykul' })
  const times = { dueAt: iso(), expiresAt: iso(3600) }
  await store.announce(TOPIC, ['before'], undefined, iso(-30))
  const message: Message = {
    id,
    topic: TOPIC,
    payload,
    urgency: 'high',
    ...times,
    replaces: false,
    endsTopic: false,
    ...more,
  }
  await store.announce(TOPIC, [id], message, iso(-1))
}

interface Sending {
  look(): Promise<boolean>
  holder: string
  counts: Record<Outcome['kind'], number>
  troubles: string[]
}

function sending(more: Partial<SenderSettings> = {}, holder = newSender(String(closes.length))): Sending {
  const journal = openSendingJournal(folder, holder)
  const transport = createTransport(['127.0.0.1'], 20)
  const counts = { sent: 0, refused: 0, gone: 0, unknown: 0, later: 0 }
  const troubles: string[] = []
  const sender = createSender({
    ...{ store, holder, folder, journal, rate: 10_000, signal: new AbortController().signal, now: () => clock },
    requestOf: createRequests(vapid, () => clock.getTime()),
    transport: transport.send,
    onOutcomes: (chunk) => {
      for (const [kind, count] of Object.entries(chunk)) counts[kind as Outcome['kind']] += count
    },
    onTrouble: (problem) => troubles.push(problem),
    ...more,
  })
  closes.push(transport.close)
  return { look: sender.look, holder, counts, troubles }
}

test('PUSH-5: each browser gets the message once, encrypted for it alone, from the sender that it subscribed to', async () => {
  const all = await browsers(100)
  await announce('m1')
  const { look, counts, troubles } = sending()
  expect(await look()).toBe(true)
  await look()
  expect(counts).toMatchObject({ sent: 100, refused: 0, gone: 0, later: 0 })
  expect(troubles).toEqual([])
  expect(service.received.map(({ path }) => path).sort()).toEqual(all.map(({ path }) => path).sort())
  const texts = new Set(service.received.map(({ text }) => text))
  expect([...texts]).toEqual(['{"id":"m1","title":"Zażółć gęślą jaźń","url":"/2026/11/artykul"}'])
  const [first] = service.received
  expect(first?.claims.sub).toBe('mailto:redakcja@gazeta.example')
  expect(first?.headers).toMatchObject({ ttl: '3600', urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(first?.headers.topic).toMatch(/^[\w-]{32}$/)
})

test('PUSH-5: messages of a topic have one collapse key, and other topics other ones', async () => {
  await browsers(1)
  const { look } = sending()
  await announce('m1')
  await look()
  await announce('m2')
  await look()
  const [one, two] = service.received
  expect(two?.headers.topic).toBe(one?.headers.topic)
  const request = createRequests(vapid)
  const [browser] = await browsers(1)
  const recipient = { id: 1, attempts: 0, endpoint: '', p256dh: '', auth: '', ...browser }
  const message = { id: 'm3', topic: 'post newest', payload: '{}', urgency: 'low', expiresAt: iso(1) } as const
  expect(request(message, recipient).headers.topic).not.toBe(one?.headers.topic)
})

test('PUSH-7: 404 and 410 end a subscription, and so do keys that are none', async () => {
  const [missing, gone, fine] = await browsers(3)
  if (missing) missing.responds = { status: 404 }
  if (gone) gone.responds = { status: 410 }
  const broken = { service: 'post', endpoint: `${service.origin}/push/x`, p256dh: 'AAAA', auth: 'AAAA' }
  await store.change(broken, { add: [TOPIC], remove: [] }, iso(-60))
  await announce('m1')
  const { look, counts } = sending()
  await look()
  expect(counts).toMatchObject({ sent: 1, gone: 3 })
  expect(await store.subscriptionCount()).toBe(1)
  expect(service.received.filter(({ text }) => text !== undefined).map(({ path }) => path)).toEqual([fine?.path])
})

test('PUSH-7: 429 pauses all of a push service for as long as it asks, and loses nobody', async () => {
  const all = await browsers(60)
  for (const browser of all) browser.responds = { status: 429, headers: { 'retry-after': '120' } }
  await announce('m1')
  const { look, counts, troubles } = sending()
  await look()
  const before429 = service.received.length
  expect(before429).toBeLessThanOrEqual(60)
  expect(troubles[0]).toBe('127.0.0.1 asks for a pause (HTTP 429)')
  clock = later(100)
  for (const browser of all) browser.responds = undefined
  await look()
  expect(service.received).toHaveLength(before429)
  clock = later(30)
  await look()
  expect(counts.sent).toBe(60)
  expect(service.received.filter(({ text }) => text !== undefined)).toHaveLength(60)
})

test('PUSH-7: what fails for a moment is tried again with pauses, and ends as refused', async () => {
  const [browser] = await browsers(1)
  if (browser) browser.responds = { status: 500 }
  await announce('m1', { expiresAt: iso(100_000) })
  const { look, counts } = sending()
  for (let tries = 0; tries < 20; tries++) {
    await look()
    clock = later(1900)
  }
  expect(service.received).toHaveLength(6)
  expect(counts).toMatchObject({ refused: 1, later: 5, sent: 0 })
  expect(await store.openMessages()).toBe(0)
})

test('PUSH-7: a refusal of the sender is counted and reported without anything of a reader', async () => {
  const [browser] = await browsers(1)
  const { look, counts, troubles } = sending({ requestOf: createRequests({ ...vapid, ...newVapidKeys() }) })
  await announce('m1')
  await look()
  expect([counts.refused, troubles]).toEqual([1, ['127.0.0.1 refuses messages (HTTP 403)']])
  expect(troubles.join()).not.toContain(browser?.path.split('/').at(-1))
})

test('PUSH-9: one instance sends; the other takes over when its lease has ended', async () => {
  await browsers(3)
  const first = sending()
  const second = sending()
  await announce('m1')
  expect([await first.look(), await second.look()]).toEqual([true, false])
  expect([first.counts.sent, second.counts.sent]).toEqual([3, 0])
  await announce('m2')
  clock = later(11)
  expect(await second.look()).toBe(true)
  expect(second.counts.sent).toBe(3)
})

describe('PUSH-9: after a kill', () => {
  /** The holder of a process of this machine that is no more. */
  const dead = newSender('dead').replace(/~\d+~/, '~4194303~')
  const start = async (): Promise<TestSubscription[]> => {
    const all = await browsers(4)
    await announce('m1')
    await store.takeChunk(dead, 4, iso())
    return all
  }

  test('nobody who has the message gets it again, what is unknown counts as that, and those not begun with get it', async () => {
    const all = await start()
    const journal = openSendingJournal(folder, dead)
    journal.leaving('m1', [1, 2, 3])
    journal.arrived('m1', { id: 1, kind: 'sent' })
    journal.arrived('m1', { id: 2, kind: 'gone' })
    const { look } = sending()
    await look()
    expect(service.received.map(({ path }) => path)).toEqual([all[3]?.path])
    expect(await store.figures()).toMatchObject([{ sent: 2, gone: 1, unknown: 1, subscriptions: 3 }])
    expect((await readdir(folder)).filter((name) => name.includes(dead))).toEqual([])
  })

  test('of another machine nothing is known, so nobody gets the message twice', async () => {
    await browsers(4)
    await announce('m1')
    await store.takeChunk('elsewhere~12~a', 4, iso())
    await sending().look()
    expect(service.received).toEqual([])
    expect(await store.figures()).toMatchObject([{ sent: 0, unknown: 4, subscriptions: 4 }])
  })

  test('a process before the first request of a chunk loses nobody', async () => {
    await start()
    openSendingJournal(folder, dead).leaving('m0', [9])
    await sending().look()
    expect(service.received).toHaveLength(4)
    expect(await store.figures()).toMatchObject([{ sent: 4, unknown: 0 }])
  })
})

test('PUSH-6: messages leave no faster than the rate', async () => {
  await browsers(60)
  await announce('m1')
  const since = performance.now()
  await sending({ rate: 20 }).look()
  expect(performance.now() - since).toBeGreaterThan(1900)
  expect(service.received).toHaveLength(60)
})
