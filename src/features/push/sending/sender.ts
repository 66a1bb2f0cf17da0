import { setTimeout as wait } from 'node:timers/promises'
import type { Chunk, Outcome, Recipient } from '../store/records.ts'
import type { PushStore } from '../store/store.ts'
import { type SendingJournal, settledByJournals } from './journal.ts'
import type { createRequests, PushRequest } from './push-request.ts'
import type { PushResponse, Transport } from './transport.ts'

export interface SenderSettings {
  store: PushStore
  holder: string
  folder: string
  journal: SendingJournal
  requestOf: ReturnType<typeof createRequests>
  transport: Transport
  rate: number
  signal: AbortSignal
  now?: () => Date
  onOutcomes(counts: Readonly<Record<Outcome['kind'], number>>): void
  /** The text names a push service at most. */
  onTrouble(problem: string): void
}

const LEASE = 'sending'
const LEASE_SECONDS = 10
const RENEWAL_MS = 3000
/** While one chunk waits for its last response, the others go on. */
const CHUNKS_AT_ONCE = 4
const CHUNK = 100
/** Connections to one push service. */
export const CONNECTIONS = CHUNKS_AT_ONCE * CHUNK
const SECOND = 1000
/** Pauses before a recipient's next attempt. Seconds. */
const PAUSES = [10, 30, 120, 600, 1800]
const DEFAULT_WAIT = 60 * SECOND
const LONGEST_WAIT = 3600 * SECOND

export interface Sender {
  /** @returns whether this instance has the lease */
  look(): Promise<boolean>
}

/** One instance sends at a time, so that a push service's wish for a pause reaches all of it (PUSH-9). */
export function createSender(settings: SenderSettings): Sender {
  const { store, holder, journal, signal, now: clock = () => new Date(), onTrouble } = settings
  const now = (): string => clock().toISOString()
  const sendChunk = createChunkSending(settings, clock)
  let leads = false

  const lead = (): Promise<boolean> => store.lease(LEASE, holder, now(), LEASE_SECONDS)
  const settle = async (): Promise<void> => {
    const handed = await store.handedByOthers(holder)
    if (handed.length === 0) return
    const { outcomes, remove } = settledByJournals(settings.folder, handed, now())
    for (const [message, all] of outcomes) {
      for (let at = 0; at < all.length; at += CHUNK) await store.closeChunk(message, all.slice(at, at + CHUNK))
    }
    remove()
  }
  const sendOver = async (isLost: () => boolean): Promise<void> => {
    while (!signal.aborted && !isLost()) {
      const chunk = await store.takeChunk(holder, Math.min(CHUNK, settings.rate), now())
      if (!chunk) return
      await sendChunk(chunk)
    }
  }
  return {
    async look() {
      const before = leads
      leads = await lead()
      if (!leads) return false
      if (!before) await settle()
      await store.closeMessages(now())
      if ((await store.openMessages()) === 0) return true
      const renewal = setInterval(() => {
        lead().then(
          (isHeld) => {
            leads = isHeld
          },
          () => onTrouble('the lease cannot be renewed'),
        )
      }, RENEWAL_MS)
      try {
        await Promise.all(Array.from({ length: CHUNKS_AT_ONCE }, () => sendOver(() => !leads)))
        journal.clear()
        await store.closeMessages(now())
      } finally {
        clearInterval(renewal)
      }
      return leads
    },
  }
}

function createChunkSending(settings: SenderSettings, clock: () => Date): (chunk: Chunk) => Promise<void> {
  const { store, journal, signal } = settings
  const pace = createPace(settings.rate)
  /** By origin of a push service, milliseconds since 1970. */
  const pauses = new Map<string, number>()
  const sendOne = createAttempt(settings, clock, pauses)
  const preparedOf = (
    message: Chunk['message'],
    recipients: readonly Recipient[],
  ): Array<{ recipient: Recipient; request: PushRequest | undefined }> =>
    recipients.map((recipient) => {
      try {
        return { recipient, request: settings.requestOf(message, recipient) }
      } catch {
        return { recipient, request: undefined }
      }
    })
  const isPaused = ({ url }: PushRequest, at: Date): boolean => (pauses.get(url.origin) ?? 0) > at.getTime()
  return async ({ message, recipients }) => {
    const at = clock()
    const outcomes = preparedOf(message, recipients)
    const leaving = outcomes.flatMap(({ recipient, request }) =>
      request && !isPaused(request, at) ? [recipient.id] : [],
    )
    await pace(leaving.length, signal)
    journal.leaving(message.id, leaving)
    const done = await Promise.all(
      outcomes.map(async ({ recipient, request }): Promise<Outcome> => {
        const { id } = recipient
        if (!request) return { id, kind: 'gone' }
        const until = pauses.get(request.url.origin) ?? 0
        if (!leaving.includes(id)) return { id, kind: 'later', dueAt: new Date(until).toISOString(), isAttempt: false }
        const outcome = await sendOne(recipient, request)
        journal.arrived(message.id, outcome)
        return outcome
      }),
    )
    await store.closeChunk(message.id, done)
    const counts = { sent: 0, refused: 0, gone: 0, unknown: 0, later: 0 }
    for (const { kind } of done) counts[kind] += 1
    settings.onOutcomes(counts)
  }
}

type Attempt = (recipient: Recipient, request: PushRequest) => Promise<Outcome>

/** @param pauses what push services ask for is written into it */
function createAttempt(
  { transport, onTrouble }: SenderSettings,
  clock: () => Date,
  pauses: Map<string, number>,
): Attempt {
  return async (recipient, request) => {
    const { id } = recipient
    const { hostname, origin } = request.url
    const later = (waits: number): Outcome => {
      if (recipient.attempts >= PAUSES.length) return { id, kind: 'refused' }
      return { id, kind: 'later', dueAt: new Date(clock().getTime() + waits).toISOString(), isAttempt: true }
    }
    const pause = (PAUSES[recipient.attempts] ?? 0) * SECOND
    let response: PushResponse
    try {
      response = await transport(request)
    } catch {
      // The error may name the endpoint.
      onTrouble(`${hostname} cannot be reached`)
      return later(pause)
    }
    const { status, retryAfter } = response
    if (status >= 200 && status < 300) return { id, kind: 'sent' }
    if (status === 404 || status === 410) return { id, kind: 'gone' }
    if (status === 429 || status === 503) {
      const waits = Math.min(retryAfter ?? (status === 429 ? DEFAULT_WAIT : pause), LONGEST_WAIT)
      pauses.set(origin, Math.max(pauses.get(origin) ?? 0, clock().getTime() + waits))
      onTrouble(`${hostname} asks for a pause (HTTP ${status})`)
      return later(waits)
    }
    if (status === 408 || status >= 500) return later(Math.min(Math.max(retryAfter ?? 0, pause), LONGEST_WAIT))
    onTrouble(`${hostname} refuses messages (HTTP ${status})`)
    return { id, kind: 'refused' }
  }
}

/** So many leave within a second, of all chunks together. */
function createPace(rate: number): (count: number, signal: AbortSignal) => Promise<void> {
  let next = 0
  return async (count, signal) => {
    const now = performance.now()
    const turn = Math.max(now, next)
    next = turn + (count * SECOND) / rate
    if (turn > now) await wait(turn - now, undefined, { signal })
  }
}
