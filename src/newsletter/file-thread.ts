import { Worker } from 'node:worker_threads'
import type { Answer, Call, FromThread, ThreadData, ToThread } from './calls.ts'
import type { Notify } from './notice.ts'
import { reasonOf } from './sqlite-error.ts'
import { SubscribersError } from './subscribers.ts'

/** The thread that has the subscribers' file, from this side. */
export interface FileThread {
  /** @throws {SubscribersError} */
  ask(call: Call): Promise<Answer>
  /** Ends it once it has written what it was told to. */
  close(): Promise<void>
}

interface ThreadSettings {
  file: string
  /** The built program (src/newsletter/thread.ts). */
  program: string
  notify: Notify
  /** Told when it has ended, for whatever reason. */
  onEnd: () => void
}

interface Waiting {
  resolve: (answer: Answer) => void
  reject: (error: SubscribersError) => void
  timer: NodeJS.Timeout
}

/** Another process may have the file for as long: one that was stopped for a moment, or a slow disk. Milliseconds. */
const CALL_LIMIT_MS = 8000
/** A thread that does not answer by then hangs in the disk. Milliseconds. */
const ANSWER_LIMIT_MS = 9000
const CLOSE_LIMIT_MS = 1000
/** More calls than this are refused at once: the disk does not keep up. */
const MAX_WAITING = 1000

export function startFileThread({ file, program, notify, onEnd }: ThreadSettings): FileThread {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  const workerData: ThreadData = { file, limit: CALL_LIMIT_MS }
  // What this process was started with, and with which settings, is none of its business.
  const worker = new Worker(program, { workerData, env: {}, execArgv: [] })
  // It keeps nobody from ending.
  worker.unref()
  const post = (message: ToThread): void => worker.postMessage(message)
  const settle = (id: number): Waiting | undefined => {
    const call = waiting.get(id)
    clearTimeout(call?.timer)
    waiting.delete(id)
    return call
  }
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'notice') notify(message.notice)
    else if (message.kind === 'answer') settle(message.id)?.resolve(message.answer)
    else settle(message.id)?.reject(new SubscribersError(message.reason, message.detail))
  })
  let detail = 'the thread of the file has ended'
  worker.on('error', (error) => {
    detail = reasonOf(error)
  })
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      for (const id of [...waiting.keys()]) settle(id)?.reject(new SubscribersError('unusable', detail))
      onEnd()
      resolve()
    })
  })
  return {
    ask: (call) =>
      new Promise((resolve, reject) => {
        if (waiting.size >= MAX_WAITING) return reject(new SubscribersError('timeout', 'too many calls wait'))
        lastId += 1
        const id = lastId
        const late = (): void => settle(id)?.reject(new SubscribersError('timeout', 'no answer of the disk in time'))
        waiting.set(id, { resolve, reject, timer: setTimeout(late, ANSWER_LIMIT_MS) })
        post({ kind: 'call', id, call })
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
