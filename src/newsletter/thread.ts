import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Call, FromThread, ThreadData, ToThread } from './calls.ts'
import type { Notify } from './notice.ts'
import { FileBusyError, isBroken, isBusy, reasonOf } from './sqlite-error.ts'
import { openSubscriberFile, type SubscriberFile } from './subscriber-file.ts'

/**
 * The thread that has the subscribers' file: it waits for the disk and for other processes, so that the one that answers
 * readers never does (docs/decisions/007). Writes go one after the other; while one waits for its turn, reads go on.
 */

/** SQLite itself waits for this long, and this thread with it; then there is a moment for others. Milliseconds. */
const TRY_MS = 20
const PAUSE_MS = 5

const { file: path, limit }: ThreadData = workerData
const send = (message: FromThread): void => parentPort?.postMessage(message)
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
  const { id, call } = message
  const until = performance.now() + limit
  const answer = async (): Promise<void> => {
    try {
      send({ kind: 'answer', id, answer: await run(call, until) })
    } catch (error) {
      send({ kind: 'failure', id, reason: isBusy(error) ? 'timeout' : 'unusable', detail: reasonOf(error) })
    }
  }
  if (call.name === 'tokenState') void answer()
  else lastWrite = lastWrite.then(answer)
})

/**
 * What was written is acknowledged only when it lies under the file's name: who removed the file, or set it aside as
 * broken, did so before or after the write, and then it is written again or can be found.
 */
async function run(call: Call, until: number): Promise<Answer> {
  for (let isNew = true; ; ) {
    try {
      file ??= openSubscriberFile(path, { at: call.at, notify, wait: TRY_MS })
      const answer = apply(file, call)
      if (file.isInPlace()) return answer
      notify({ kind: 'replaced', file: path })
      forget()
      if (performance.now() > until) throw new FileBusyError('the file is replaced again and again')
    } catch (error) {
      if (isBroken(error) && isNew && file) {
        // Opening it again looks it over, and sets it aside if it is so.
        isNew = false
        forget()
      } else if (!isBusy(error)) throw error
      if (performance.now() > until) throw error
    }
    await wait(PAUSE_MS)
  }
}

function apply(opened: SubscriberFile, call: Call): Answer {
  switch (call.name) {
    case 'subscribe':
      return { name: call.name, value: opened.subscribe(call.email, call.service, call.at) }
    case 'tokenState':
      return { name: call.name, value: opened.tokenState(call.token, call.at) }
    case 'confirm':
      return { name: call.name, value: opened.confirm(call.token, call.at) }
    case 'forget':
      return { name: call.name, value: opened.forget(call.at) }
  }
}

function forget(): void {
  file?.close()
  file = undefined
}
