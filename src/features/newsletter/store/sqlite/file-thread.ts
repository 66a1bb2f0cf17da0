import { Worker } from 'node:worker_threads'
import { reasonOf } from '../../../../system/sql/sqlite.ts'
import { SubscribersError } from '../../subscribers.ts'
import type { Notice, Notify } from '../notice.ts'
import type { CallName, Calls } from '../operations/operations.ts'
import type { Call } from '../store.ts'

/** @property at ISO 8601, for a file that has to be opened */
export type ToThread = { kind: 'call'; id: number; at: string; call: Call } | { kind: 'close' }

type Report =
  | { kind: 'failure'; id: number; reason: 'timeout' | 'unusable'; detail: string }
  | { kind: 'notice'; notice: Notice }

export type SentByThread = Report | { kind: 'answer'; id: number; value: unknown }

type FromThread = Report | { kind: 'answer'; id: number; value: never }

export interface ThreadData {
  file: string
  /** Milliseconds. */
  limit: number
}

export interface FileThread {
  /** @throws {SubscribersError} */
  call<N extends CallName>(name: N, args: Calls[N]['args'], at: string): Promise<Calls[N]['value']>
  close(): Promise<void>
}

interface ThreadSettings {
  file: string
  program: string
  notify: Notify
  onEnd: () => void
}

interface PendingCall {
  resolve: (value: never) => void
  reject: (error: SubscribersError) => void
  timer: NodeJS.Timeout
}

/** Another process may lock the file for this long. */
const CALL_LIMIT_MS = 8000
/** A thread without a reply by then hangs in the disk. */
const RESPONSE_LIMIT_MS = 9000
const CLOSE_LIMIT_MS = 1000
const MAX_PENDING = 1000

export function startFileThread({ file, program, notify, onEnd }: ThreadSettings): FileThread {
  const pending = new Map<number, PendingCall>()
  let lastId = 0
  const workerData: ThreadData = { file, limit: CALL_LIMIT_MS }
  const worker = new Worker(program, { workerData, env: {}, execArgv: [] })
  worker.unref()
  const post = (message: ToThread): void => worker.postMessage(message)
  const settle = (id: number): PendingCall | undefined => {
    const call = pending.get(id)
    clearTimeout(call?.timer)
    pending.delete(id)
    return call
  }
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'notice') notify(message.notice)
    else if (message.kind === 'answer') settle(message.id)?.resolve(message.value)
    else settle(message.id)?.reject(new SubscribersError(message.reason, message.detail))
  })
  let detail = 'the thread of the file has ended'
  worker.on('error', (error) => {
    detail = reasonOf(error)
  })
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      for (const id of [...pending.keys()]) settle(id)?.reject(new SubscribersError('unusable', detail))
      onEnd()
      resolve()
    })
  })
  return {
    call: <N extends CallName>(name: N, args: Calls[N]['args'], at: string) =>
      new Promise<Calls[N]['value']>((resolve, reject) => {
        if (pending.size >= MAX_PENDING) return reject(new SubscribersError('timeout', 'too many calls wait'))
        lastId += 1
        const id = lastId
        const late = (): void => settle(id)?.reject(new SubscribersError('timeout', 'no response of the disk in time'))
        pending.set(id, { resolve, reject, timer: setTimeout(late, RESPONSE_LIMIT_MS) })
        const call: Call<N> = { name, args }
        post({ kind: 'call', id, at, call })
      }),
    close: async () => {
      worker.ref()
      post({ kind: 'close' })
      const timer = setTimeout(() => void worker.terminate(), CLOSE_LIMIT_MS)
      await ended
      clearTimeout(timer)
    },
  }
}
