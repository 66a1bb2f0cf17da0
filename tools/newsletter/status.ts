import type { IssueContent } from '../../src/content/issue.ts'
import { linksOf, OPENING, type SubjectVersion } from '../../src/content/issue-links.ts'
import type { IssueFigures } from '../../src/features/newsletter/store/operations/figures.ts'
import type { SubjectTrial } from '../../src/features/newsletter/store/operations/subject-trial.ts'
import type { DeliveryCounts } from '../../src/features/newsletter/store/records.ts'
import type { SubscriberStore } from '../../src/features/newsletter/store/store.ts'
import type { Newsletter } from '../../src/services/newsletters.ts'

const LISTED = 10

export async function statusText(store: SubscriberStore, { key }: Newsletter): Promise<string> {
  const issues = await store.issues(key, LISTED)
  const lines = await Promise.all(
    issues.map(async ({ id, state, subject }) => {
      const [counts, figures, trial] = [
        await store.deliveryCounts(id),
        await store.issueFigures(id),
        await store.subjectTrial(id),
      ]
      return `${id}  ${state.padEnd(7)}  ${countsText(counts)}${figuresText(figures)}\n    ${subject}\n${trialText(trial, figures)}`
    }),
  )
  const recipients = await store.recipientCount(key)
  return `${key}: ${recipients} confirmed subscribers\n${lines.join('') || 'no issue yet\n'}`
}

/** `, 12 unsubscribed, 340 clicks` */
function figuresText({ clicks, unsubscribed }: IssueFigures): string {
  const [opened, clicked] = [sumOf(clicks, true), sumOf(clicks, false)]
  return [
    ...(unsubscribed > 0 ? [`, ${unsubscribed} unsubscribed`] : []),
    ...(clicked > 0 ? [`, ${clicked} clicks`] : []),
    ...(opened > 0 ? [`, ${opened} openings`] : []),
  ].join('')
}

function trialText(trial: SubjectTrial | undefined, { clicks }: IssueFigures): string {
  if (!trial) return ''
  const of = (version: SubjectVersion): string => {
    const clicked = clicks.filter((one) => one.version === version && one.link !== OPENING)
    return `${version} ${trial.sent[version]} sent, ${clicked.reduce((sum, one) => sum + one.clicks, 0)} clicks`
  }
  const decided =
    trial.winner === undefined ? 'not decided yet: the deferred ones wait for it' : `the others got ${trial.winner}`
  return `    subjects: ${of('a')}; ${of('b')}; ${decided}\n`
}

function sumOf(clicks: IssueFigures['clicks'], ofOpenings: boolean): number {
  return clicks.reduce((sum, one) => sum + ((one.link === OPENING) === ofOpenings ? one.clicks : 0), 0)
}

export async function linksText(store: SubscriberStore, issue: IssueContent): Promise<string> {
  const { clicks } = await store.issueFigures(issue.id)
  const urls = linksOf(issue)
  const sums = new Map<number, number>()
  for (const one of clicks) if (one.link !== OPENING) sums.set(one.link, (sums.get(one.link) ?? 0) + one.clicks)
  const lines = [...sums].sort(([, a], [, b]) => b - a).map(([link, sum]) => `${sum}  ${urls[link - 1] ?? ''}\n`)
  return lines.join('') || 'no clicks yet\n'
}

/** `9900 sent, 100 refused` */
export function countsText(counts: DeliveryCounts): string {
  const names: Record<keyof DeliveryCounts, string> = {
    sent: 'sent',
    refused: 'refused',
    deferred: 'deferred',
    waiting: 'waiting',
    'handed-over': 'without a reply',
    withdrawn: 'withdrawn',
  }
  const parts = (Object.keys(names) as Array<keyof DeliveryCounts>).flatMap((state) =>
    counts[state] > 0 || state === 'sent' ? [`${counts[state]} ${names[state]}`] : [],
  )
  return parts.join(', ')
}
