import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Env } from '../config/env.ts'
import type { AppDependencies } from '../http/app.ts'
import { ownSubscribers } from '../newsletter/own-subscribers.ts'
import { createSare } from '../newsletter/sare.ts'
import { noticeLog } from '../newsletter/store/notice.ts'
import { openStore } from '../newsletter/store/open-store.ts'
import { keepForgetting } from '../newsletter/store/retention.ts'
import type { SubscriberStore } from '../newsletter/store/store.ts'
import { storePlaceOf } from './store-place.ts'

type Opened = Pick<AppDependencies, 'subscribers' | 'confirmations'> & {
  /** The portal's own store. */
  subscriberStore?: SubscriberStore
  closeSubscribers(): Promise<void>
}

/**
 * The newsletter provider when one is configured, else the embedded store.
 * @throws when the machine lacks the driver of the store
 */
export async function openSubscribers(
  env: Env,
  { root, build }: { root: string; build: string },
  log: Logger,
): Promise<Opened> {
  if (env.sare) return { subscribers: createSare(env.sare), closeSubscribers: async () => {} }
  const notify = noticeLog(log)
  const { store, retention } = await openStore({
    ...storePlaceOf(env, root),
    program: join(build, 'subscribers-thread.js'),
    notify,
  })
  const subscribers = ownSubscribers(store)
  const stopForgetting = keepForgetting({
    ...retention,
    notify,
    onError: (error) => log.error({ error: String(error) }, 'newsletter'),
  })
  return {
    subscribers,
    confirmations: subscribers,
    subscriberStore: store,
    closeSubscribers: async () => {
      stopForgetting()
      await store.close()
    },
  }
}
