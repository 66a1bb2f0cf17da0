import { dirname, join, resolve } from 'node:path'
import type { Express } from 'express'
import type { Logger } from 'pino'
import type { BreakingLine } from '../../content/breaking.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import type { FigureSource } from '../../http/figures.ts'
import { lateHandler } from '../../http/late-handler.ts'
import { sharedLimit } from '../../http/middleware/shared-limit.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Service, Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { elapsed } from '../../system/clock.ts'
import type { PostgresqlSettings } from '../../system/postgresql/settings.ts'
import { createAnnouncer } from './announcing.ts'
import { quietHoursOf } from './quiet-hours.ts'
import { PUSH_API } from './route-declarations.ts'
import { startPushThread } from './sending/push-thread.ts'
import type { PushPlace } from './sending/thread-messages.ts'
import type { OwnPushSettings } from './settings.ts'
import type { PushStore } from './store/store.ts'

/** The portal's own web push (docs/decisions/148). */
export interface OwnPush {
  publicKey: string
  /** For editors. */
  figures: FigureSource
  mount(app: Express, dependencies: AppDependencies): void
  close(): Promise<void>
}

export interface OwnPushUses {
  root: string
  build: string
  services: Services
  reader: ContentRepositories['reader']
  breaking(service: Service): BreakingLine | undefined
  metrics: Pick<Metrics, 'pushed'>
  log: Logger
}

/** Milliseconds. */
const LOOK = 10_000
/** Milliseconds. */
const SENDING_LOOK = 5000
const CLICKS = 10_000
/** A push service in trouble is named this often. Milliseconds. */
const REPORT = 60_000

/** Subscriptions are in a database where one is set, else in a file. */
export function pushPlaceOf(push: { file: string }, { database }: PostgresqlSettings, root: string): PushPlace {
  return database ? { database } : { file: resolve(root, push.file) }
}

export function openOwnPush(
  ownPush: NonNullable<OwnPushSettings['ownPush']>,
  env: PostgresqlSettings,
  { root, build, services, reader, breaking, metrics, log }: OwnPushUses,
): OwnPush {
  const { vapid, ownHosts, rate, file, quietHours, dailyHour } = ownPush
  const onError = (error: unknown): void => log.error({ error: String(error) }, 'push')
  const report = createReport(log)
  const store = startPushThread({
    program: join(build, 'push-thread.js'),
    place: pushPlaceOf(ownPush, env, root),
    folder: dirname(resolve(root, file)),
    interval: SENDING_LOOK,
    ...{ vapid, ownHosts, rate },
    onReport(message) {
      if (message.kind === 'trouble') report(message.problem)
      else metrics.pushed(message.counts)
    },
  })
  const announcer = createAnnouncer({
    store,
    services,
    reader: (service) => reader(service, { revalidate: true }),
    breaking,
    onError,
    quietHours: quietHoursOf(quietHours),
    dailyHour,
  })
  const looks = repeated(() => announcer.look().catch(onError), LOOK)
  const clicks = createClicks(store, onError)
  return {
    publicKey: vapid.publicKey,
    figures: async (service) => (await import('./push-figures.ts')).pushFigures(service, store),
    mount(app, dependencies) {
      const { content, store: shared } = dependencies
      const limitStores = shared && {
        changes: sharedLimit(shared, 'push'),
        clicks: sharedLimit(shared, 'push-clicks'),
      }
      const handler = lateHandler(async () => {
        const { pushRouter } = await import('./routes.ts')
        return pushRouter({ store, services, reader: content.reader, ownHosts, log, onClick: clicks.add, limitStores })
      })
      app.post([PUSH_API, `${PUSH_API}/clicks`], handler)
    },
    async close() {
      looks.close()
      await clicks.close()
      await store.close()
    },
  }
}

function repeated(work: () => Promise<void>, interval: number): { close(): void } {
  let isWorking = false
  const timer = setInterval(() => {
    if (isWorking) return
    isWorking = true
    void work().finally(() => {
      isWorking = false
    })
  }, interval).unref()
  return { close: () => clearInterval(timer) }
}

function createClicks(store: PushStore, onError: (error: unknown) => void) {
  const MAX_IDS = 1000
  let sums = new Map<string, number>()
  const write = async (): Promise<void> => {
    if (sums.size === 0) return
    const clicks = [...sums].map(([id, count]) => ({ id, clicks: count }))
    sums = new Map()
    await store.addClicks(clicks).catch(onError)
  }
  const timer = repeated(write, CLICKS)
  return {
    add(id: string): void {
      if (sums.size < MAX_IDS || sums.has(id)) sums.set(id, (sums.get(id) ?? 0) + 1)
    },
    async close() {
      timer.close()
      await write()
    },
  }
}

/** A hundred thousand messages meet the same trouble. */
function createReport(log: Logger): (problem: string) => void {
  const reported = new Map<string, number>()
  return (problem) => {
    const now = elapsed()
    if (now - (reported.get(problem) ?? Number.NEGATIVE_INFINITY) < REPORT) return
    if (reported.size > 100) reported.clear()
    reported.set(problem, now)
    log.warn({ problem }, 'push')
  }
}
