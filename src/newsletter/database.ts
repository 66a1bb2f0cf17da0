import { sareResponse } from '../content/newsletter.ts'
import type { Answer, Call } from './calls.ts'
import { type FileThread, startFileThread } from './file-thread.ts'
import type { Forgotten } from './forgetting.ts'
import type { Notify } from './notice.ts'
import { type ConfirmingSubscribers, SubscribersError } from './subscribers.ts'

/** Subscribers in a file of the portal's own. */
export interface SubscriberDatabase extends ConfirmingSubscribers {
  /** Deletes some of the addresses that nobody has confirmed in time. */
  forget(): Promise<Forgotten>
  close(): Promise<void>
}

export interface SubscriberDatabaseSettings {
  file: string
  /** The built program of the thread that has the file. */
  program: string
  notify: Notify
  now?: () => Date
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/**
 * The embedded keeper (docs/decisions/007): an address waits until it is confirmed, and counts once a service however
 * its letters are written. The file is opened with the first call, in a thread of its own; every call rejects with a
 * `SubscribersError` when it cannot be used, and the next one tries again.
 */
export function createSubscriberDatabase({
  file,
  program,
  notify,
  now = () => new Date(),
}: SubscriberDatabaseSettings): SubscriberDatabase {
  let thread: FileThread | undefined
  const ask = (call: Call): Promise<Answer> => {
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
    return thread.ask(call)
  }
  const at = (): string => now().toISOString()

  return {
    async subscribe(email, service) {
      const answer = await ask({ name: 'subscribe', email, service, at: at() })
      if (answer.name !== 'subscribe') throw answerToAnother(answer)
      return sareResponse({ [answer.value === 'added' ? 'imported' : 'notUpdated']: [{ status: 1 }] })
    },
    async tokenState(token) {
      if (!TOKEN.test(token)) return 'unknown'
      const answer = await ask({ name: 'tokenState', token, at: at() })
      if (answer.name !== 'tokenState') throw answerToAnother(answer)
      return answer.value
    },
    async confirm(token) {
      if (!TOKEN.test(token)) return 'unknown'
      const answer = await ask({ name: 'confirm', token, at: at() })
      if (answer.name !== 'confirm') throw answerToAnother(answer)
      return answer.value
    },
    async forget() {
      const answer = await ask({ name: 'forget', at: at() })
      if (answer.name !== 'forget') throw answerToAnother(answer)
      return answer.value
    },
    close: async () => {
      const last = thread
      thread = undefined
      await last?.close()
    },
  }
}

function answerToAnother({ name }: Answer): SubscribersError {
  return new SubscribersError('unusable', `the answer to another call: ${name}`)
}
