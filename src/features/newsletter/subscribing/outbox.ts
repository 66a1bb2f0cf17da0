import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Mailer } from '../../../mail/mailer.ts'
import { type MailMessage, MailMessageError } from '../../../mail/message.ts'
import type { MailOutcome } from '../../../mail/outcome.ts'
import type { Letter } from '../store/records.ts'
import type { SubscriberStore } from '../store/store.ts'

export interface OutboxSettings {
  store: Pick<SubscriberStore, 'lease' | 'takeLetters' | 'mailsLeft' | 'letterSent' | 'letterFailed'>
  isThere(): boolean
  mailer: Mailer
  compose(letter: Letter): MailMessage | undefined
  onOutcome(outcome: MailOutcome['kind']): void
  report: OutboxReport
  /** All instances share it (SUB-25). */
  hourlyLimit: number
  now?: () => Date
  /** Bounds the random time from a request to the look that it causes. Milliseconds. */
  delay?: number
  /** Milliseconds between two looks. */
  interval?: number
  pause?: number
}

export interface OutboxReport {
  stuck(outcome: Extract<MailOutcome, { kind: 'deferred' }>): void
  refused(kind: Letter['kind'], code: number): void
  /** Called at most once an hour: others wait for the next one. */
  limited(): void
  failed(error: unknown): void
}

export interface Outbox {
  wake(): void
  close(): Promise<void>
}

const INTERVAL = 5000
const DELAY = 1000
const HOUR = 3_600_000
const LEASE = 'letters'
const LEASE_SECONDS = 60
/** Milliseconds. */
const RENEW_BEFORE = 30_000
const AT_ONCE = 4
/** Longer than a mail may take. Seconds. */
const LETTER_LEASE_SECONDS = 120
const PAUSE = 30_000
const DRAIN = 5000

/** One instance sends at a time (SMTP-8). A killed process sends a letter twice rather than never. */
export function openOutbox(settings: OutboxSettings): Outbox {
  const { store, isThere, mailer, report, hourlyLimit, now = () => new Date() } = settings
  const { interval = INTERVAL, pause = PAUSE, delay = DELAY } = settings
  const at = (): string => now().toISOString()
  const lease = createLease(store, at)
  let pausedUntil = 0
  let isClosed = false
  let isAwaited = false
  let running: Promise<void> | undefined
  let waking: NodeJS.Timeout | undefined
  let limitReportedAt = Number.NEGATIVE_INFINITY

  const rest = (): void => {
    pausedUntil = performance.now() + pause
  }
  const lookAtLimit = async (): Promise<void> => {
    if (performance.now() - limitReportedAt < HOUR || (await store.mailsLeft(at(), hourlyLimit)) > 0) return
    limitReportedAt = performance.now()
    report.limited()
  }
  const round = async (): Promise<void> => {
    while (!isClosed && performance.now() >= pausedUntil && isThere() && (await lease.isHeld())) {
      const letters = await store.takeLetters(AT_ONCE, at(), LETTER_LEASE_SECONDS, hourlyLimit)
      if (letters.length === 0) return await lookAtLimit()
      const results = await Promise.allSettled(letters.map((letter) => deliver(settings, letter, at, rest)))
      for (const result of results) if (result.status === 'rejected') throw result.reason
    }
  }
  const run = async (): Promise<void> => {
    do {
      isAwaited = false
      try {
        await round()
      } catch (error) {
        report.failed(error)
        rest()
      }
    } while (isAwaited && !isClosed)
    running = undefined
  }
  const look = (): void => {
    if (isClosed) return
    isAwaited = true
    running ??= run()
  }
  const timer = setInterval(look, interval).unref()
  look()
  return {
    wake() {
      // A write at once would delay the next response after a new address alone (NEWS-16).
      waking ??= setTimeout(
        () => {
          waking = undefined
          look()
        },
        randomInt(delay + 1),
      ).unref()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(waking)
      const drained = new AbortController()
      await Promise.race([running, wait(DRAIN, undefined, { signal: drained.signal }).catch(() => {})])
      drained.abort()
      await mailer.close()
      await running
      await lease.giveBack()
    },
  }
}

function createLease(store: OutboxSettings['store'], at: () => string) {
  const holder = randomUUID()
  let leasedUntil = 0
  return {
    async isHeld(): Promise<boolean> {
      const since = performance.now()
      if (since < leasedUntil - RENEW_BEFORE) return true
      const isHolder = await store.lease(LEASE, holder, at(), LEASE_SECONDS)
      leasedUntil = isHolder ? since + LEASE_SECONDS * 1000 : 0
      return isHolder
    },
    /** A store that is away frees the lease by time. */
    async giveBack(): Promise<void> {
      if (leasedUntil > 0) await store.lease(LEASE, holder, at(), 0).catch(() => {})
    },
  }
}

/** @param rest called after trouble with the server itself */
async function deliver(
  { store, mailer, compose, onOutcome, report }: OutboxSettings,
  letter: Letter,
  at: () => string,
  rest: () => void,
): Promise<void> {
  const message = compose(letter)
  if (!message) return store.letterFailed(letter.id, at(), { permanent: true })
  const outcome = await mailer.send(message).catch((error: unknown) => {
    if (error instanceof MailMessageError) return error
    throw error
  })
  if (outcome instanceof MailMessageError) {
    report.failed(outcome)
    return store.letterFailed(letter.id, at(), { permanent: true })
  }
  onOutcome(outcome.kind)
  if (outcome.kind === 'sent') return store.letterSent(letter.id, at())
  if (outcome.kind === 'refused') {
    report.refused(letter.kind, outcome.code)
  } else if (isOfServer(outcome)) {
    rest()
    report.stuck(outcome)
  }
  const isRefused = outcome.kind === 'refused'
  const unknownMailbox = isRefused && outcome.isUnknownMailbox ? letter.email : undefined
  await store.letterFailed(letter.id, at(), { permanent: isRefused, unknownMailbox })
}

function isOfServer({ reason }: Extract<MailOutcome, { kind: 'deferred' }>): boolean {
  return reason !== 'recipient' && reason !== 'message'
}
