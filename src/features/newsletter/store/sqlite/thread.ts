import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { FileBusyError, isBroken, isBusy, reasonOf } from '../../../../system/sql/sqlite.ts'
import type { Notify } from '../notice.ts'
import { effectOf } from '../operations/operations.ts'
import type { Call } from '../store.ts'
import type { SentByThread, ThreadData, ToThread } from './file-thread.ts'
import { openSubscriberFile, type SubscriberFile } from './subscriber-file.ts'

/** Blocks on the disk in place of the thread that serves readers (docs/decisions/007). */

/** How long SQLite blocks before other calls get their turn. */
const TRY_MS = 20
const PAUSE_MS = 5

const { file: path, limit }: ThreadData = workerData
const send = (message: SentByThread): void => parentPort?.postMessage(message)
const notify: Notify = (notice) => send({ kind: 'notice', notice })
let file: SubscriberFile | undefined
let lastWrite: Promise<void> = Promise.resolve()

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'close') {
    void lastWrite.then(() => {
      forget()
      parentPort?.close()
    })
    return
  }
  const { id, at, call } = message
  const until = performance.now() + limit
  const response = async (): Promise<void> => {
    try {
      send({ kind: 'answer', id, value: await run(call, at, until) })
    } catch (error) {
      send({ kind: 'failure', id, reason: isBusy(error) ? 'timeout' : 'unusable', detail: reasonOf(error) })
    }
  }
  if (effectOf(call.name) === 'read') void response()
  else lastWrite = lastWrite.then(response)
})

/**
 * A write is acknowledged when it is in the file under its name, and repeated where the file was removed or set aside.
 */
async function run(call: Call, at: string, until: number): Promise<unknown> {
  for (let isNew = true; ; ) {
    try {
      file ??= openSubscriberFile(path, { at, notify, timeout: TRY_MS })
      const value: unknown = file.call(call.name, ...call.args)
      if (file.isInPlace()) return value
      notify({ kind: 'replaced', file: path })
      forget()
      if (performance.now() > until) throw new FileBusyError('the file is replaced again and again')
    } catch (error) {
      if (isBroken(error) && isNew && file) {
        isNew = false
        forget()
      } else if (!isBusy(error)) throw error
      if (performance.now() > until) throw error
    }
    await wait(PAUSE_MS)
  }
}

function forget(): void {
  file?.close()
  file = undefined
}
