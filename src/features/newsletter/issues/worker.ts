import type { IssueContent } from '../../../content/issue.ts'
import { dueMoment } from '../../../services/schedule.ts'
import type { Service } from '../../../services/service.ts'
import type { IssueRecord } from '../store/records.ts'
import type { SubscriberStore } from '../store/store.ts'
import { scheduledIssueId } from './issue-ids.ts'
import type { SendOutcome } from './sender.ts'

const STEP = 50_000

export function atEachStep(report: (queued: number) => void): (queued: number) => void {
  let next = STEP
  return (queued) => {
    if (queued < next) return
    next = queued - (queued % STEP) + STEP
    report(queued)
  }
}

export interface WorkerSettings {
  store: SubscriberStore
  services: readonly Service[]
  holder: string
  compose(service: Service, id: string, now: Date): Promise<IssueContent | undefined>
  send(issue: IssueRecord, signal: AbortSignal): Promise<SendOutcome>
  report: {
    empty(id: string): void
    starting(id: string, queued: number): void
    started(id: string, recipients: number): void
    finished(id: string, outcome: SendOutcome): void
    failed(error: unknown): void
    /** An issue is due, or unfinished, and does not go out (OBS-46). */
    waiting(service: string, isWaiting: boolean): void
  }
  now?: () => Date
}

/** Unfinished issues need a look without a schedule too. Milliseconds. */
export const TICKS = { scheduled: 30_000, unscheduled: 300_000 } as const
const LEASE = 'issues'
const LEASE_SECONDS = 60
const LOOKED_AT = 10

export interface IssueWorker {
  look(): Promise<void>
  close(): Promise<void>
}

/**
 * Makes and sends the issues of the schedule, and goes on with unfinished ones, on the instance that has the lease
 * (ISSUE-15).
 */
export function createIssueWorker(settings: WorkerSettings): IssueWorker {
  const { store, services, holder, report, now = () => new Date() } = settings
  const closing = new AbortController()
  const empty = new Set<string>()
  let looking: Promise<void> | undefined
  const waiting = new Set<string>()

  const lead = (): Promise<boolean> => store.lease(LEASE, holder, now().toISOString(), LEASE_SECONDS)

  const makeDue = async (service: Service): Promise<void> => {
    const at = now()
    const moment = dueMoment(service, at)
    if (!moment) return
    const id = scheduledIssueId(service, moment)
    if (empty.has(id)) return
    const known = await store.issue(id)
    if (known && known.state !== 'draft') return
    if (!known && !(await draft(settings, service, id, moment, at))) {
      empty.add(id)
      return report.empty(id)
    }
    const showProgress = atEachStep((queued) => report.starting(id, queued))
    const recipients = await store.startDeliveries(id, at.toISOString(), {
      signal: closing.signal,
      async onPage(queued) {
        showProgress(queued)
        await lead()
      },
    })
    if (!closing.signal.aborted) report.started(id, recipients)
  }

  const goOn = async (service: Service): Promise<void> => {
    for (const issue of await store.issues(service.name, LOOKED_AT)) {
      if (issue.state !== 'sending' || closing.signal.aborted) continue
      const outcome = await settings.send(issue, closing.signal)
      if (outcome.kind === 'stopped' && outcome.problem !== undefined) waiting.add(service.name)
      if (outcome.kind !== 'busy' && outcome.kind !== 'deferred') report.finished(issue.id, outcome)
    }
  }

  const look = async (): Promise<void> => {
    const isLeading = await lead().catch((error: unknown) => {
      report.failed(error)
      for (const { name, newsletter } of services) if (newsletter?.schedule !== undefined) waiting.add(name)
      return false
    })
    if (!isLeading) return
    for (const step of [makeDue, goOn]) {
      for (const service of services) {
        try {
          if (!closing.signal.aborted) await step(service)
        } catch (error) {
          waiting.add(service.name)
          report.failed(error)
        }
      }
    }
  }
  const once = (): Promise<void> => {
    if (looking) return looking
    waiting.clear()
    looking = look().finally(() => {
      looking = undefined
      for (const { name } of services) report.waiting(name, waiting.has(name))
    })
    return looking
  }
  return {
    look: once,
    async close() {
      closing.abort()
      await looking
    },
  }
}

/** @returns false: nothing was published since the issue before */
async function draft(
  { store, compose }: WorkerSettings,
  service: Service,
  id: string,
  moment: Date,
  at: Date,
): Promise<boolean> {
  const content = await compose(service, id, moment)
  if (!content) return false
  const record = { id, service: service.name, subject: content.subject, createdAt: at.toISOString() }
  await store.saveIssue({ ...record, content: JSON.stringify(content), state: 'draft' })
  return true
}
