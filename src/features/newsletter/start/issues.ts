import type { Logger } from 'pino'
import type { BreakingLine } from '../../../content/breaking.ts'
import { type ImageRules, imageRulesOf } from '../../../content/image-rules.ts'
import type { Metrics } from '../../../observability/metrics.ts'
import { isScheduled, newsletterKeyed, titleOf } from '../../../services/newsletters.ts'
import { hasUrl } from '../../../services/registry.ts'
import { periodOf } from '../../../services/schedule.ts'
import type { Service, Services } from '../../../services/service.ts'
import type { ContentRepositories } from '../../../sources/content-repositories.ts'
import { composeBreaking, composeIssue, publishedSince } from '../issues/compose.ts'
import type { DeliveryResult } from '../issues/smtp-delivery.ts'
import { createIssueWorker, TICKS } from '../issues/worker.ts'
import type { NewsletterSettings } from '../settings.ts'
import type { SubscriberStore } from '../store/store.ts'
import { journalFile, newHolder, sendStoredIssue } from './issue-sending.ts'

interface IssuesSettings {
  env: Pick<NewsletterSettings, 'mail' | 'subscribersFile'>
  root: string
  services: Services
  store: SubscriberStore
  reader: ContentRepositories['reader']
  images: ImageRules
  log: Logger
  isThere(): boolean
  breaking(service: Service): BreakingLine | undefined
  onWaiting: Metrics['issueWaits']
  onMail: Metrics['mailed']
}

export function keepIssues({
  env,
  root,
  services,
  store,
  reader,
  images,
  log,
  isThere,
  breaking,
  onWaiting,
  onMail,
}: IssuesSettings): { close(): Promise<void> } | undefined {
  const { mail } = env
  if (!mail) return undefined
  const holder = newHolder()
  const worker = createIssueWorker({
    store,
    holder,
    services: Object.values(services).filter(hasUrl),
    breaking,
    async compose(service, id, now, newsletter, line) {
      const rules = { id, service, images: imageRulesOf(service, images), now, newsletter: titleOf(newsletter) }
      const source = reader(service, { revalidate: true })
      if (line) return composeBreaking(source, line, rules)
      const subject = newsletter.subject?.kind === 'breaking' ? undefined : newsletter.subject
      const cards = await publishedSince(source, periodOf(newsletter.since) ?? 0, now, subject)
      return composeIssue({ ...rules, cards })
    },
    send: (issue, signal) => {
      const { service } = newsletterKeyed(services, issue.service) ?? {}
      if (!service) return Promise.resolve({ kind: 'busy' })
      const onTrouble = (problem: string): void => log.warn({ issue: issue.id, problem }, 'newsletter')
      const onResult = ({ kind }: DeliveryResult): void => {
        if (kind === 'sent') onWaiting(service.name, false)
        if (kind === 'sent' || kind === 'refused' || kind === 'deferred') onMail('issue', kind)
      }
      const journal = journalFile(env, root, issue.id)
      return sendStoredIssue(issue, service, mail, { store, holder, signal, journal, onTrouble, onResult })
    },
    report: {
      empty: (issue) => log.info({ issue }, 'newsletter: nothing was published, no issue is sent'),
      starting: (issue, queued) => log.info({ issue, queued }, 'newsletter: an issue is being started'),
      started: (issue, recipients) => log.info({ issue, recipients }, 'newsletter: an issue of the schedule goes out'),
      finished: (issue, outcome) => {
        if (outcome.kind === 'stopped' && outcome.problem !== undefined)
          log.error({ issue, problem: outcome.problem }, 'newsletter: an issue waits; it is tried again')
        else log.info({ issue, outcome: outcome.kind }, 'newsletter: an issue was sent')
      },
      waiting: onWaiting,
      failed: (error) => log.error({ error: String(error) }, 'newsletter: issues wait'),
    },
  })
  const hasSchedule = Object.values(services).some(isScheduled)
  const look = (): void => {
    if (isThere()) void worker.look()
  }
  const timer = setInterval(look, hasSchedule ? TICKS.scheduled : TICKS.unscheduled)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await worker.close()
    },
  }
}
