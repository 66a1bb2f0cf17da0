import { Worker } from 'node:worker_threads'
import type { CallName, Calls } from '../store/operations/operations.ts'
import { type PushStore, PushStoreError, storeOver } from '../store/store.ts'
import type { Call, FromThread, SentByThread, ThreadData, ToThread } from './thread-messages.ts'

interface PushThreadSettings extends ThreadData {
  program: string
  onReport(report: Extract<SentByThread, { kind: 'outcomes' | 'trouble' }>): void
}

interface PendingCall {
  resolve: (value: never) => void
  reject: (error: PushStoreError) => void
  timer: NodeJS.Timeout
}

const RESPONSE_LIMIT_MS = 10_000
const CLOSE_LIMIT_MS = 5000
const MAX_PENDING = 1000
const RESTART_MS = 5000

/** A call rejects without anything of a reader's, and the next one tries again. */
export function startPushThread({ program, onReport, ...data }: PushThreadSettings): PushStore {
  const pending = new Map<number, PendingCall>()
  let lastId = 0
  let isClosed = false
  let restart: NodeJS.Timeout | undefined
  const settle = (id: number): PendingCall | undefined => {
    const call = pending.get(id)
    clearTimeout(call?.timer)
    pending.delete(id)
    return call
  }
  const start = (): { worker: Worker; ended: Promise<void> } => {
    const workerData: ThreadData = data
    const worker = new Worker(program, { workerData, env: {}, execArgv: [] })
    worker.unref()
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'value') settle(message.id)?.resolve(message.value)
      else if (message.kind === 'failure') settle(message.id)?.reject(new PushStoreError(message.problem))
      else onReport(message)
    })
    worker.on('error', (error) => onReport({ kind: 'trouble', problem: String(error) }))
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        for (const id of [...pending.keys()]) settle(id)?.reject(new PushStoreError('the thread has ended'))
        if (!isClosed) {
          restart = setTimeout(() => {
            running = start()
          }, RESTART_MS).unref()
        }
        resolve()
      })
    })
    return { worker, ended }
  }
  let running = start()
  const call = <N extends CallName>(name: N, ...args: Calls[N]['args']): Promise<Calls[N]['value']> =>
    new Promise<Calls[N]['value']>((resolve, reject) => {
      if (isClosed) return reject(new PushStoreError('it is closed'))
      if (pending.size >= MAX_PENDING) return reject(new PushStoreError('too many calls wait'))
      lastId += 1
      const id = lastId
      const late = (): void => settle(id)?.reject(new PushStoreError('no response in time'))
      pending.set(id, { resolve, reject, timer: setTimeout(late, RESPONSE_LIMIT_MS) })
      const sent: Call<N> = { name, args }
      const message: ToThread = { kind: 'call', id, call: sent }
      running.worker.postMessage(message)
    })
  return storeOver(call, async () => {
    isClosed = true
    clearTimeout(restart)
    const message: ToThread = { kind: 'close' }
    running.worker.ref()
    running.worker.postMessage(message)
    const timer = setTimeout(() => void running.worker.terminate(), CLOSE_LIMIT_MS)
    await running.ended
    clearTimeout(timer)
  })
}
