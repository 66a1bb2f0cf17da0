import type { BreakingLine } from '../../../content/breaking.ts'
import type { IssueContent } from '../../../content/issue.ts'
import { isScheduled, isUrgent, type Newsletter, newslettersOf } from '../../../services/newsletters.ts'
import { dueMoment } from '../../../services/schedule.ts'
import type { Service } from '../../../services/service.ts'
import type { IssueRecord } from '../store/records.ts'
import type { SubscriberStore } from '../store/store.ts'
import { breakingIssueId, scheduledIssueId } from './issue-ids.ts'
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
  compose(
    service: Service,
    id: string,
    now: Date,
    newsletter: Newsletter,
    line?: BreakingLine,
  ): Promise<IssueContent | undefined>
  breaking?(service: Service): BreakingLine | undefined
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
 * The instance with the lease makes and sends issues (ISSUE-15). A service sends one at a time, for its rate; breaking
 * news interrupt another one.
 */
export function createIssueWorker(settings: WorkerSettings): IssueWorker {
  const { services, report } = settings
  const closing = new AbortController()
  let looking: Promise<void> | undefined
  const unmade = new Set<string>()
  const tell = (name: string): void => report.waiting(name, unmade.has(name) || sending.hasFailed(name))
  const sending = createSending(settings, closing.signal, tell)
  const making = createMaking(settings, closing.signal, sending.interrupt)

  const look = async (): Promise<void> => {
    unmade.clear()
    const isLeading = await making.lead().catch((error: unknown) => {
      report.failed(error)
      for (const service of services) if (isScheduled(service)) unmade.add(service.name)
      return false
    })
    if (!isLeading) sending.forgetFailures()
    for (const service of isLeading ? services : []) {
      try {
        await making.makeAll(service)
      } catch (error) {
        unmade.add(service.name)
        report.failed(error)
      }
    }
    for (const service of services) {
      if (isLeading) sending.goOn(service)
      if (!sending.isSending(service.name)) tell(service.name)
    }
  }
  return {
    async look() {
      looking ??= look().finally(() => {
        looking = undefined
      })
      await looking
      await sending.done()
    },
    async close() {
      closing.abort()
      await looking
      await sending.done()
    },
  }
}

interface IssueMaking {
  lead(): Promise<boolean>
  makeAll(service: Service): Promise<void>
}

function createMaking(settings: WorkerSettings, closing: AbortSignal, onUrgent: (name: string) => void): IssueMaking {
  const { store, holder, report, now = () => new Date() } = settings
  const empty = new Set<string>()
  const lead = (): Promise<boolean> => store.lease(LEASE, holder, now().toISOString(), LEASE_SECONDS)

  const makeDue = async (service: Service, newsletter: Newsletter): Promise<boolean> => {
    const at = now()
    const due = await dueIssue(settings, service, newsletter, at)
    if (!due || empty.has(due.id)) return false
    const { id } = due
    const known = await store.issue(id)
    if (known && known.state !== 'draft') return false
    if (!known && !(await draft(settings, service, newsletter, due, at))) {
      empty.add(id)
      report.empty(id)
      return false
    }
    const showProgress = atEachStep((queued) => report.starting(id, queued))
    const recipients = await store.startDeliveries(id, at.toISOString(), {
      signal: closing,
      async onPage(queued) {
        showProgress(queued)
        await lead()
      },
    })
    if (!closing.aborted) report.started(id, recipients)
    return true
  }
  return {
    lead,
    async makeAll(service) {
      for (const newsletter of newslettersOf(service)) {
        if (closing.aborted) return
        const isStarted = await makeDue(service, newsletter)
        if (isStarted && isUrgent(newsletter)) onUrgent(service.name)
      }
    },
  }
}

interface IssueSending {
  goOn(service: Service): void
  interrupt(name: string): void
  isSending(name: string): boolean
  hasFailed(name: string): boolean
  forgetFailures(): void
  done(): Promise<void>
}

function createSending(settings: WorkerSettings, closing: AbortSignal, onEnd: (name: string) => void): IssueSending {
  const { store, report } = settings
  const sending = new Map<string, { done: Promise<void>; interruption: AbortController }>()
  const failed = new Set<string>()

  const sendAll = async (service: Service, interruption: AbortSignal): Promise<boolean> => {
    const signal = AbortSignal.any([closing, interruption])
    for (const { key } of newslettersOf(service).sort((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)))) {
      for (const issue of await store.issues(key, LOOKED_AT)) {
        if (issue.state !== 'sending' || signal.aborted) continue
        const outcome = await settings.send(issue, signal)
        if (outcome.kind === 'stopped' && outcome.problem !== undefined) failed.add(service.name)
        if (outcome.kind !== 'busy' && outcome.kind !== 'deferred') report.finished(issue.id, outcome)
      }
    }
    return !interruption.aborted || closing.aborted
  }
  const goOn = (service: Service): void => {
    const { name } = service
    if (sending.has(name) || closing.aborted) return
    const work = async (): Promise<void> => {
      failed.delete(name)
      try {
        for (let isDone = false; !isDone; ) {
          const interruption = new AbortController()
          sending.set(name, { done, interruption })
          isDone = await sendAll(service, interruption.signal)
        }
      } catch (error) {
        failed.add(name)
        report.failed(error)
      } finally {
        sending.delete(name)
        onEnd(name)
      }
    }
    const done: Promise<void> = Promise.resolve().then(work)
    sending.set(name, { done, interruption: new AbortController() })
  }
  return {
    goOn,
    interrupt: (name) => sending.get(name)?.interruption.abort(),
    isSending: (name) => sending.has(name),
    hasFailed: (name) => failed.has(name),
    forgetFailures: () => failed.clear(),
    done: async () => void (await Promise.all([...sending.values()].map(({ done }) => done))),
  }
}

async function dueIssue(
  settings: WorkerSettings,
  service: Service,
  newsletter: Newsletter,
  at: Date,
): Promise<DueIssue | undefined> {
  if (isUrgent(newsletter)) return dueBreaking(settings, service, newsletter, at)
  const moment = dueMoment(newsletter.schedule, service.timeZone, at)
  return moment && { id: scheduledIssueId(service, moment, newsletter.key), moment }
}

interface DueIssue {
  id: string
  moment: Date
  line?: BreakingLine
}

/** The same news in two days, or with other words, is one issue. */
const SAME_NEWS_MS = 12 * 3_600_000

async function dueBreaking(
  { store, breaking }: WorkerSettings,
  service: Service,
  { key }: Newsletter,
  at: Date,
): Promise<DueIssue | undefined> {
  const line = breaking?.(service)
  if (!line) return undefined
  const id = breakingIssueId(service, at, key, line)
  const isSame = ({ id: other, createdAt }: IssueRecord): boolean =>
    other.slice(-4) === id.slice(-4) && at.getTime() - Date.parse(createdAt) < SAME_NEWS_MS
  const before = (await store.issues(key, LOOKED_AT)).find(isSame)
  return { id: before?.id ?? id, moment: at, line }
}

/** @returns false: nothing was published since */
async function draft(
  { store, compose }: WorkerSettings,
  service: Service,
  newsletter: Newsletter,
  { id, moment, line }: DueIssue,
  at: Date,
): Promise<boolean> {
  const content = await compose(service, id, moment, newsletter, line)
  if (!content) return false
  const record = { id, service: newsletter.key, subject: content.subject, createdAt: at.toISOString() }
  await store.saveIssue({ ...record, content: JSON.stringify(content), state: 'draft' })
  return true
}
