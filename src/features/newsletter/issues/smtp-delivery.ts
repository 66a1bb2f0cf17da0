import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer'
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { failureOf } from '../../../mail/outcome.ts'

/** What became of one mail of an issue (ISSUE-11). */
export type DeliveryResult =
  | { kind: 'sent' }
  | { kind: 'refused'; code: number; isUnknownMailbox: boolean }
  | { kind: 'deferred'; code: number }
  /** The last bytes never went out; the store counts a hand-over. */
  | { kind: 'kept-back' }
  | { kind: 'unsent'; reason: string }
  /** The reader has left, or another process has sent it. */
  | { kind: 'withdrawn' }
  /** The last bytes went out, and no reply came. */
  | { kind: 'no-reply' }

export interface DeliveryConnection {
  readonly isOpen: boolean
  /**
   * @param handOver durable when it resolves; false: the mail must not be sent
   * @param leaves called in front of the end of the mail
   */
  deliver(
    envelope: { from: string; to: string },
    message: Buffer,
    handOver: () => Promise<boolean>,
    leaves: () => void,
  ): Promise<DeliveryResult>
  quit(): void
  cut(): void
}

const TAIL = 64
/** Bounds a server that sends a byte now and then. */
const MAIL_LIMIT_MS = 300_000

/**
 * @param limit for a mail, and for greeting and login. Milliseconds
 * @throws {NodemailerError} when the server cannot be reached, protected or logged in to
 */
export function openDelivery(
  options: SMTPConnectionOptions,
  credentials?: { user: string; password: string },
  limit = MAIL_LIMIT_MS,
): Promise<DeliveryConnection> {
  const connection = new SMTPConnection(options)
  return new Promise((resolve, reject) => {
    let isOpen = true
    // An error without a listener would end the process; the mail under way reports it.
    connection.on('error', (error: NodemailerError) => {
      isOpen = false
      reject(error)
    })
    connection.on('end', () => {
      isOpen = false
      clearTimeout(late)
      reject(Object.assign(new Error('the mail server hung up'), { code: 'ECONNECTION' }))
    })
    const cut = (): void => {
      isOpen = false
      connection.close()
    }
    const late = setTimeout(cut, limit)
    const opened = (error?: NodemailerError | null): void => {
      clearTimeout(late)
      if (error) {
        cut()
        reject(error)
        return
      }
      resolve({
        get isOpen() {
          return isOpen
        },
        async deliver(envelope, message, handOver, leaves) {
          const late = setTimeout(cut, limit)
          try {
            return await deliver({ connection, cut }, envelope, message, handOver, leaves)
          } finally {
            clearTimeout(late)
          }
        },
        quit: () => {
          isOpen = false
          connection.quit()
        },
        cut,
      })
    }
    connection.connect((error) => {
      if (error || !credentials) {
        opened(error)
        return
      }
      const { user, password: pass } = credentials
      connection.login({ user, credentials: { user, pass } }, opened)
    })
  })
}

interface Wire {
  connection: SMTPConnection
  cut(): void
}

/**
 * First all but the last bytes, then the hand-over; in one turn the last bytes, the journal's line and the final dot
 * (docs/decisions/063).
 */
async function deliver(
  { connection, cut }: Wire,
  { from, to }: { from: string; to: string },
  message: Buffer,
  handOver: () => Promise<boolean>,
  leaves: () => void,
): Promise<DeliveryResult> {
  const withheld = withholding(message)
  let isReplied = false
  const reply = new Promise<{ error: NodemailerError | null }>((resolve) => {
    const settle = (error: NodemailerError | null): void => {
      isReplied = true
      connection.off('end', ended)
      resolve({ error })
    }
    // A connection that is cut calls nothing back.
    const ended = (): void => queueMicrotask(() => settle(gone()))
    connection.once('end', ended)
    connection.send({ from, to: [to] }, withheld.stream, settle)
  })
  const early = await Promise.race([reply, withheld.reached])
  if (early) {
    withheld.stream.destroy()
    return refusedEarly({ connection, cut }, early.error)
  }
  let mayGo: boolean
  try {
    mayGo = await handOver()
  } catch {
    // It may count as handed over; without its last bytes it is not sent.
    cut()
    return { kind: 'unsent', reason: 'store' }
  }
  if (!mayGo) {
    cut()
    return { kind: 'withdrawn' }
  }
  if (isReplied) {
    cut()
    return { kind: 'kept-back' }
  }
  withheld.release(leaves)
  const { error } = await reply
  if (!error) return { kind: 'sent' }
  const failure = failureOf(error)
  // Some servers end the connection after such a reply.
  cut()
  if (failure.kind === 'refused') return failure
  return failure.code !== undefined && failure.code >= 400
    ? { kind: 'deferred', code: failure.code }
    : { kind: 'no-reply' }
}

function withholding(message: Buffer): {
  stream: Readable
  reached: Promise<undefined>
  release(leaves: () => void): void
} {
  const end = Math.max(0, message.length - TAIL)
  let hasHead = false
  let arrive = (_: undefined): void => {}
  const reached = new Promise<undefined>((resolve) => {
    arrive = resolve
  })
  const stream = new Readable({
    read() {
      if (hasHead || end === 0) return arrive(undefined)
      hasHead = true
      this.push(message.subarray(0, end))
    },
  })
  return {
    stream,
    reached,
    release(leaves) {
      stream.push(message.subarray(end))
      leaves()
      stream.push(null)
    },
  }
}

function refusedEarly(
  { connection, cut }: Wire,
  error: NodemailerError | null,
): Promise<DeliveryResult> | DeliveryResult {
  const failure = failureOf(error ?? {})
  const { code } = failure
  // 421 and 503 are about the connection.
  const isDeferral = code !== undefined && code >= 400 && code <= 499 && code !== 421
  const isAboutMail = failure.kind === 'refused' || failure.reason === 'recipient' || failure.reason === 'message'
  if (!isAboutMail || code === undefined || (failure.kind === 'deferred' && !isDeferral)) {
    cut()
    return { kind: 'unsent', reason: failure.kind === 'refused' ? 'message' : failure.reason }
  }
  const result: DeliveryResult = failure.kind === 'refused' ? failure : { kind: 'deferred', code }
  return new Promise((resolve) => {
    const settle = (): void => {
      connection.off('end', settle)
      resolve(result)
    }
    connection.once('end', settle)
    connection.reset((problem) => {
      if (problem) cut()
      settle()
    })
  })
}

function gone(): NodemailerError {
  return Object.assign(new Error('the connection ended'), { code: 'ECONNECTION' })
}
