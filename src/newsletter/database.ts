import { sareResponse } from '../content/newsletter.ts'
import type { Call, CallResult } from './calls.ts'
import { type FileThread, startFileThread } from './file-thread.ts'
import type { Forgotten } from './forgetting.ts'
import type { Notify } from './notice.ts'
import { type ConfirmingSubscribers, SubscribersError } from './subscribers.ts'

/** Subscribers in the portal's own file. */
export interface SubscriberDatabase extends ConfirmingSubscribers {
  /** Deletes a batch of the addresses that were not confirmed in time. */
  forget(): Promise<Forgotten>
  close(): Promise<void>
}

export interface SubscriberDatabaseSettings {
  file: string
  /** The built program of the thread. */
  program: string
  notify: Notify
  now?: () => Date
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/**
 * The embedded subscriber store (docs/decisions/007). An address is pending until confirmed, and counts once per
 * service, whatever its case. The first call opens the file, in a thread of its own. A call rejects with a
 * `SubscribersError` while the file is unusable, and the next one tries again.
 */
export function createSubscriberDatabase({
  file,
  program,
  notify,
  now = () => new Date(),
}: SubscriberDatabaseSettings): SubscriberDatabase {
  let thread: FileThread | undefined
  const send = (call: Call): Promise<CallResult> => {
    if (!thread) {
      const started = startFileThread({
        file,
        program,
        notify,
        onEnd: () => {
          if (thread === started) thread = undefined
        },
      })
      thread = started
    }
    return thread.call(call)
  }
  const at = (): string => now().toISOString()

  return {
    async subscribe(email, service) {
      const response = await send({ name: 'subscribe', email, service, at: at() })
      if (response.name !== 'subscribe') throw responseToAnother(response)
      return sareResponse({ [response.value === 'added' ? 'imported' : 'notUpdated']: [{ status: 1 }] })
    },
    async tokenState(token) {
      if (!TOKEN.test(token)) return 'unknown'
      const response = await send({ name: 'tokenState', token, at: at() })
      if (response.name !== 'tokenState') throw responseToAnother(response)
      return response.value
    },
    async confirm(token) {
      if (!TOKEN.test(token)) return 'unknown'
      const response = await send({ name: 'confirm', token, at: at() })
      if (response.name !== 'confirm') throw responseToAnother(response)
      return response.value
    },
    async forget() {
      const response = await send({ name: 'forget', at: at() })
      if (response.name !== 'forget') throw responseToAnother(response)
      return response.value
    },
    close: async () => {
      const last = thread
      thread = undefined
      await last?.close()
    },
  }
}

function responseToAnother({ name }: CallResult): SubscribersError {
  return new SubscribersError('unusable', `the answer to another call: ${name}`)
}
