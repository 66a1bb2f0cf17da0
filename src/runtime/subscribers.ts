import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Env } from '../config/env.ts'
import type { AppDependencies } from '../http/app.ts'
import { ownSubscribers } from '../newsletter/own-subscribers.ts'
import { createSare } from '../newsletter/sare.ts'
import { noticeLog } from '../newsletter/store/notice.ts'
import { keepForgetting } from '../newsletter/store/retention.ts'
import { requireDriver } from '../newsletter/store/sqlite/driver.ts'
import { createSqliteStore } from '../newsletter/store/sqlite/sqlite-store.ts'
import type { SubscriberStore } from '../newsletter/store/store.ts'

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
  await requireDriver()
  const file = resolve(root, env.subscribersFile)
  const notify = noticeLog(log)
  const open = (): SubscriberStore => createSqliteStore({ file, program: join(build, 'subscribers-thread.js'), notify })
  const store = open()
  const subscribers = ownSubscribers(store)
  const stopForgetting = keepForgetting({
    isThere: () => existsSync(file),
    open,
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
