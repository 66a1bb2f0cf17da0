import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DeskSettings } from '../features/desk/settings.ts'
import type { GitNewsroomSettings } from '../features/git-newsroom/settings.ts'
import type { OwnPushSettings } from '../features/push/settings.ts'
import type { ObservabilitySettings } from '../observability/settings.ts'
import type { SiteSettings } from '../site/settings.ts'
import { latePackages } from './late-packages.ts'

const MODULES: ReadonlyArray<() => unknown> = [
  () => import('../features/feeds/feeds.ts'),
  () => import('../features/media/media.ts'),
  () => import('../features/newsletter/routes/subscription.ts'),
  () => import('../features/newsletter/routes/confirmation.ts'),
  () => import('../features/newsletter/routes/reader-pages.ts'),
  () => import('../features/newsletter/routes/preferences.ts'),
  () => import('../features/newsletter/routes/webhook.ts'),
  () => import('../features/newsletter/routes/issue-preview.ts'),
  () => import('../features/previews/preview.ts'),
  () => import('../http/handlers/amp.ts'),
  () => import('../features/sitemaps/send-map.ts'),
  () => import('../features/machines/robots.ts'),
  () => import('../features/comments/comments.ts'),
  () => import('../features/comments/comment-feeds.ts'),
  () => import('../features/podcasts/podcasts.ts'),
  () => import('../syndication/feeds/xml.ts'),
  () => import('xastscript'),
  ...latePackages,
]
const DESK = [() => import('../features/desk/desk.ts'), () => import('../sources/embedded/unsaved.ts')]
const FIGURES = [
  () => import('../features/figures/page.ts'),
  () => import('../features/newsletter/issues/issue-figures.ts'),
]
const PUSH = [() => import('../features/push/routes.ts'), () => import('../features/push/push-figures.ts')]
const MARKDOWN = [() => import('../features/machines/markdown.ts')]
const GIT_NEWSROOM = [
  () => import('../features/git-newsroom/request-signature.ts'),
  () => import('../features/git-newsroom/respond.ts'),
]
/** Milliseconds. */
const PAUSES = { start: 5000, module: 200 }
/** A process that is busier than this during a pause waits for another one. */
const MAX_BUSY = 0.5
/** Pauses after which a process that is always busy loads a module. */
const MAX_WAITS = 50

type Needed = DeskSettings &
  GitNewsroomSettings &
  OwnPushSettings &
  Pick<SiteSettings, 'services'> &
  Pick<ObservabilitySettings, 'metricsToken'>

export const lateModulesOf = ({
  desk,
  gitNewsroom,
  ownPush,
  services,
  metricsToken,
}: Needed): ReadonlyArray<() => unknown> => [
  ...MODULES,
  ...(desk ? DESK : []),
  ...(gitNewsroom ? GIT_NEWSROOM : []),
  ...(ownPush ? PUSH : []),
  ...(Object.values(services).some(({ crawlers }) => crawlers?.markdown) ? MARKDOWN : []),
  ...(metricsToken === undefined ? [] : FIGURES),
]

/**
 * Loads what the first requests for feeds, AMP documents and the like need (docs/decisions/123): a later build may
 * replace the folder, and Node 20 keeps a failed import for good.
 */
export async function loadLateModules(
  log: Logger,
  signal: AbortSignal,
  modules: ReadonlyArray<() => unknown>,
  pauses = PAUSES,
): Promise<void> {
  const pause = (milliseconds: number): Promise<unknown> =>
    wait(milliseconds, undefined, { signal, ref: false }).catch(() => {})
  const quiet = async (): Promise<void> => {
    for (let waits = 0; waits < MAX_WAITS && !signal.aborted; waits += 1) {
      const before = performance.eventLoopUtilization()
      await pause(pauses.module)
      if (performance.eventLoopUtilization(before).utilization <= MAX_BUSY) return
    }
  }
  let failed: unknown
  await pause(pauses.start)
  for (const load of modules) {
    await quiet()
    if (signal.aborted) return
    try {
      await load()
    } catch (error) {
      failed ??= error
    }
  }
  if (failed === undefined) log.debug('late modules are loaded')
  else log.warn({ err: failed }, 'some late modules could not be loaded in advance')
}
