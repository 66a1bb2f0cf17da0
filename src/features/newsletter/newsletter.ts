import type { Express } from 'express'
import type { Logger } from 'pino'
import type { NewsletterFacts } from '../../../views/context.ts'
import type { BreakingLine } from '../../content/breaking.ts'
import type { ImageRules } from '../../content/image-rules.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import type { FigureSource } from '../../http/figures.ts'
import { lateHandler } from '../../http/late-handler.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Service, Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import type { PostgresqlSettings } from '../../system/postgresql/settings.ts'
import { createIssueArchive, type IssueArchive } from './issues/archive.ts'
import type { ClickCounter } from './issues/clicks.ts'
import { mountRoutes, type NewsletterRoutesSettings } from './routes/mount.ts'
import type { NewsletterSettings } from './settings.ts'
import type { keepIssues } from './start/issues.ts'
import { openSubscribers } from './start/subscribers.ts'

export interface Newsletter {
  facts: NewsletterFacts
  /** Absent: a provider sends issues. */
  issues: IssueArchive | undefined
  figures: FigureSource | undefined
  mount(app: Express, dependencies: AppDependencies<NewsletterRoutesSettings>): void
  close(): Promise<void>
}

export interface NewsletterUses {
  root: string
  build: string
  services: Services
  reader: ContentRepositories['reader']
  images: ImageRules
  breaking(service: Service): BreakingLine | undefined
  metrics: Pick<Metrics, 'mailed' | 'issueWaits'>
  log: Logger
}

export async function openNewsletter(
  env: NewsletterSettings & PostgresqlSettings,
  { root, build, services, reader, images, breaking, metrics, log }: NewsletterUses,
): Promise<Newsletter> {
  const { closeSubscribers, ...opened } = await openSubscribers(
    env,
    { root, build, services, onMail: metrics.mailed },
    log,
  )
  const { subscribers, subscriberStore, newsletterKeeper: keeper, isThere = () => true } = opened
  const issues = subscriberStore && createIssueArchive(subscriberStore, isThere)
  const sending =
    subscriberStore &&
    (await keptIssues({
      ...{ env, root, services, store: subscriberStore, isThere, reader, images, breaking, log },
      onWaiting: metrics.issueWaits,
      onMail: metrics.mailed,
    }))
  let clicks: ClickCounter | undefined
  const issueLink =
    subscriberStore &&
    issues &&
    lateHandler<{ issue: string; link: string }>(async () => {
      const [counting, routes] = await Promise.all([import('./issues/clicks.ts'), import('./routes/issue-link.ts')])
      const onError = (error: unknown): void => log.error({ error: String(error) }, 'newsletter: clicks wait')
      clicks = counting.createClickCounter({ store: subscriberStore, onError })
      return routes.issueLink({ issues, clicks })
    })
  return {
    facts: { mails: subscribers.isDiscreet, keeper },
    issues,
    figures:
      subscriberStore &&
      (async (service) =>
        isThere() ? (await import('./issues/issue-figures.ts')).issueFigures(service, subscriberStore) : undefined),
    mount: (app, dependencies) => mountRoutes(app, dependencies, { ...opened, issues, issueLink }),
    async close() {
      await sending?.close()
      await clicks?.close()
      await closeSubscribers()
    },
  }
}

async function keptIssues(settings: Parameters<typeof keepIssues>[0]): Promise<ReturnType<typeof keepIssues>> {
  if (!settings.env.mail) return undefined
  return (await import('./start/issues.ts')).keepIssues(settings)
}
