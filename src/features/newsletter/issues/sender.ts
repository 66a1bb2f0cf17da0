import { setTimeout as wait } from 'node:timers/promises'
import { elapsed } from '../../../system/clock.ts'
import type { Delivery } from '../store/records.ts'
import type { SubscriberStore } from '../store/store.ts'
import { type DeliveryJournal, openJournal } from './journal.ts'
import type { DeliveryConnection, DeliveryResult } from './smtp-delivery.ts'

/** The leases of a killed sender end within this time. */
export const PATIENCE_MS = 12_000
const PAUSE_MS = 500

export async function patientLease(
  take: () => Promise<boolean>,
  patience: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = elapsed() + patience
  for (;;) {
    if (await take()) return true
    if (elapsed() + PAUSE_MS > end || signal?.aborted) return false
    await wait(PAUSE_MS)
  }
}

function createPace(rate: number | undefined): (signal: AbortSignal) => Promise<void> {
  if (rate === undefined) return async () => {}
  const gap = 1000 / rate
  let next = 0
  return async (signal) => {
    const now = elapsed()
    const turn = Math.max(now, next)
    next = turn + gap
    if (turn > now) await wait(turn - now, undefined, { signal })
  }
}

export interface SenderSettings {
  store: SubscriberStore
  issueId: string
  holder: string
  connect(): Promise<DeliveryConnection>
  from: string
  messageOf(delivery: Delivery): Promise<Buffer> | Buffer
  connections: number
  rate?: number
  /** Absent: mails that a kill interrupted are not sent again. */
  journal?: string
  signal: AbortSignal
  now?: () => Date
  /** Wait for the lease of a process that may have been killed. Milliseconds. */
  patience?: number
  onResult?(result: DeliveryResult): void
  /** The text has no address. */
  onTrouble?(problem: string): void
}

/**
 * `complete`: all have the issue, refused it, or left. `deferred`: some are due later. `stopped`: by the signal, or by
 * trouble with the server. `busy`: another process sends it.
 */
export type SendOutcome = { kind: 'complete' | 'deferred' | 'busy' } | { kind: 'stopped'; problem?: string }

const LEASE_SECONDS = 10
const RENEWAL_MS = 3000
const BATCH_LEASE_SECONDS = 30
/** A connection sends so few within their lease. */
const BATCH = 8
/** Deliveries of a killed process come back meanwhile. */
const IDLE_MS = 500
const DEFERRALS = [5, 15, 45, 135, 405, 720]
const MINUTE = 60_000
const MAX_FAILURES = 7
const MAX_WAIT_MS = 30_000
/** A server that refuses so many in a row refuses the sender. */
const MAX_REFUSED = 50

/** A kill at any moment leaves each mail either unsent or handed over, never both (ISSUE-10 to ISSUE-14). */
export async function sendIssue(settings: SenderSettings): Promise<SendOutcome> {
  const { store, issueId, holder, now: clock = () => new Date() } = settings
  const now = (): string => clock().toISOString()
  const name = `issue:${issueId}`
  const hold = (seconds = LEASE_SECONDS): Promise<boolean> => store.lease(name, holder, now(), seconds)
  if (!(await patientLease(() => hold(), settings.patience ?? 0, settings.signal))) return { kind: 'busy' }
  const stop = new AbortController()
  const signal = AbortSignal.any([settings.signal, stop.signal])
  let problem: string | undefined
  const giveUp = (reason: string): void => {
    problem ??= reason
    stop.abort()
  }
  const renewal = setInterval(() => {
    hold().then(
      (isHeld) => isHeld || giveUp('another process sends the issue'),
      (error: unknown) => settings.onTrouble?.(String(error)),
    )
  }, RENEWAL_MS)
  const journal = settings.journal === undefined ? undefined : openJournal(settings.journal)
  try {
    await store.startDeliveries(issueId, now(), { signal })
    const queue = createQueue(settings, signal, now)
    const pace = createPace(settings.rate)
    for (const { id, at } of journal?.keptBack ?? []) await store.takeBack(id, at)
    for (const { id, outcome } of journal?.unrecorded ?? []) await store.deliveryDone(id, now(), outcome)
    const run = { ...settings, now, diary: journal, signal, queue, pace, giveUp, refusals: { inARow: 0 } }
    await Promise.all(Array.from({ length: settings.connections }, () => sendOver(run)))
    if (signal.aborted) return { kind: 'stopped', problem }
    const counts = await store.deliveryCounts(issueId)
    if (counts.waiting + counts.deferred > 0) return { kind: 'deferred' }
    await store.setIssueState(issueId, 'sent')
    journal?.remove()
    return { kind: 'complete' }
  } finally {
    clearInterval(renewal)
    journal?.close()
    await hold(0).catch(() => false)
  }
}

interface Run extends Omit<SenderSettings, 'now'> {
  now(): string
  diary: DeliveryJournal | undefined
  queue: Queue
  pace(signal: AbortSignal): Promise<void>
  giveUp(problem: string): void
  refusals: { inARow: number }
}

async function sendOver(run: Run): Promise<void> {
  const { signal, queue, connect, giveUp, onTrouble } = run
  let connection: DeliveryConnection | undefined
  let failures = 0
  try {
    while (!signal.aborted) {
      const delivery = await queue.next()
      if (!delivery) return
      if (!connection?.isOpen) {
        try {
          connection = await connect()
        } catch {
          // The error may name an address.
          queue.giveBack(delivery)
          failures += 1
          if (failures >= MAX_FAILURES) return giveUp('the mail server cannot be reached')
          onTrouble?.('the mail server cannot be reached; trying again')
          await wait(Math.min(MAX_WAIT_MS, 1000 * 2 ** (failures - 1)), undefined, { signal })
          continue
        }
      }
      await run.pace(signal)
      const result = await deliverOne(run, connection, delivery)
      if (result.kind === 'unsent') {
        queue.giveBack(delivery)
        failures += 1
        if (failures >= MAX_FAILURES) return giveUp(`the mail server takes no mails (${result.reason})`)
        onTrouble?.(`the mail server did not take a mail (${result.reason}); trying again`)
        await wait(Math.min(MAX_WAIT_MS, 250 * 2 ** failures), undefined, { signal })
      } else failures = 0
    }
  } catch (error) {
    if (!signal.aborted) giveUp(error instanceof Error ? error.name : 'unknown trouble')
  } finally {
    if (signal.aborted) connection?.cut()
    else connection?.quit()
  }
}

async function deliverOne(run: Run, connection: DeliveryConnection, delivery: Delivery): Promise<DeliveryResult> {
  const { store, from, refusals, diary, now } = run
  const { id } = delivery
  const message = await run.messageOf(delivery)
  let at = ''
  const handOver = (): Promise<boolean> => {
    at = now()
    diary?.intend(id, at)
    return store.handOver(id, at)
  }
  const result = await connection.deliver({ from, to: delivery.email }, message, handOver, () => diary?.leaves(id))
  if (at !== '') diary?.replied(id, result)
  run.onResult?.(result)
  refusals.inARow = result.kind === 'refused' ? refusals.inARow + 1 : 0
  if (refusals.inARow >= MAX_REFUSED) run.giveUp('the mail server refuses every recipient')
  await insist(() => record(run, delivery, result, at), run)
  diary?.recorded(id)
  return result
}

/** A store that is away for a moment must not lose the result of a mail. */
async function insist(write: () => Promise<void>, { onTrouble }: Run): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write()
    } catch (error) {
      if (attempt === 5) throw error
      onTrouble?.('the store of subscribers did not take a result; trying again')
      await wait(500 * attempt)
    }
  }
}

async function record(
  { store, now }: Run,
  { id, email, attempts }: Delivery,
  result: DeliveryResult,
  at: string,
): Promise<void> {
  switch (result.kind) {
    case 'sent':
      return store.deliveryDone(id, now(), { kind: 'sent' })
    case 'refused': {
      const unknownMailbox = result.isUnknownMailbox ? email : undefined
      return store.deliveryDone(id, now(), { kind: 'refused', code: result.code, unknownMailbox })
    }
    case 'deferred': {
      const minutes = DEFERRALS[attempts]
      if (minutes === undefined) return store.deliveryDone(id, now(), { kind: 'refused', code: result.code })
      const until = new Date(Date.parse(now()) + minutes * MINUTE).toISOString()
      return store.deliveryDone(id, now(), { kind: 'deferred', code: result.code, until })
    }
    case 'kept-back':
      await store.takeBack(id, at)
      return
    case 'unsent':
      // The store may have failed after it wrote the hand-over.
      if (result.reason === 'store') await store.takeBack(id, at)
      return store.deliveryDone(id, now(), { kind: 'unsent' })
    case 'withdrawn':
    case 'no-reply':
  }
}

interface Queue {
  next(): Promise<Delivery | undefined>
  giveBack(delivery: Delivery): void
}

function createQueue(
  { store, issueId, connections, rate }: SenderSettings,
  signal: AbortSignal,
  now: () => string,
): Queue {
  const waiting: Delivery[] = []
  let reading: Promise<boolean> | undefined
  const most = Math.max(1, Math.min(BATCH * connections, Math.floor((rate ?? Infinity) * (BATCH_LEASE_SECONDS / 3))))
  const read = async (): Promise<boolean> => {
    while (!signal.aborted) {
      const batch = await store.takeDeliveries(issueId, most, now(), BATCH_LEASE_SECONDS)
      waiting.push(...batch)
      if (batch.length > 0) return true
      if (!(await store.hasWaiting(issueId))) return false
      await wait(IDLE_MS, undefined, { signal })
    }
    return false
  }
  return {
    async next() {
      while (waiting.length === 0) {
        reading ??= read().finally(() => {
          reading = undefined
        })
        if (!(await reading)) return undefined
      }
      return waiting.shift()
    },
    giveBack: (delivery) => void waiting.unshift(delivery),
  }
}
