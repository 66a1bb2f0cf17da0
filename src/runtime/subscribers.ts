import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Env } from '../config/env.ts'
import type { AppDependencies } from '../http/app.ts'
import { createSubscriberDatabase, type SubscriberDatabase } from '../newsletter/database.ts'
import { requireDriver } from '../newsletter/driver.ts'
import { noticeLog } from '../newsletter/notice.ts'
import { keepForgetting } from '../newsletter/retention.ts'
import { createSare } from '../newsletter/sare.ts'

/**
 * The newsletter provider when one is configured, else the embedded database.
 * @throws when the machine lacks the database's driver
 */
export async function openSubscribers(
  env: Env,
  { root, build }: { root: string; build: string },
  log: Logger,
): Promise<Pick<AppDependencies, 'subscribers'> & { confirmations?: SubscriberDatabase; stopForgetting?(): void }> {
  if (env.sare) return { subscribers: createSare(env.sare) }
  await requireDriver()
  const file = resolve(root, env.subscribersFile)
  const notify = noticeLog(log)
  const open = (): SubscriberDatabase =>
    createSubscriberDatabase({ file, program: join(build, 'subscribers-thread.js'), notify })
  const database = open()
  const onError = (error: unknown): void => log.error({ error: String(error) }, 'newsletter')
  const stopForgetting = keepForgetting({ file, open, notify, onError })
  return { subscribers: database, confirmations: database, stopForgetting }
}
