import { parseIssue } from '../../../content/issue.ts'
import { issuePath } from '../../../content/issue-id.ts'
import { OPENING } from '../../../content/issue-links.ts'
import type { FigureTable } from '../../../http/figures.ts'
import { figureWords } from '../../../languages/figures/words.ts'
import { newslettersOf } from '../../../services/newsletters.ts'
import type { Service } from '../../../services/service.ts'
import type { SubscriberStore } from '../store/store.ts'
import { subjectOf } from './archive.ts'

const LISTED = 20

type Store = Pick<SubscriberStore, 'issues' | 'deliveryCounts' | 'issueFigures'>

/**
 * Sums for editors (ISSUE-20, FIG-4).
 * @returns undefined before the first issue
 */
export async function issueFigures(service: Service, store: Store): Promise<FigureTable | undefined> {
  const words = figureWords(service.language).issues
  const hasOpenings = service.newsletter?.opens === true
  const lists = await Promise.all(newslettersOf(service).map(({ key }) => store.issues(key, LISTED)))
  const latest = lists
    .flat()
    .filter(({ state }) => state !== 'draft')
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, LISTED)
  if (latest.length === 0) return undefined
  const rows: FigureTable['rows'][number][] = []
  for (const record of latest) {
    const counts = await store.deliveryCounts(record.id)
    const { clicks, unsubscribed } = await store.issueFigures(record.id)
    const sumOf = (ofOpenings: boolean): number =>
      clicks.reduce((sum, one) => sum + ((one.link === OPENING) === ofOpenings ? one.clicks : 0), 0)
    const issue = parseIssue(record.content)
    const text = `${record.createdAt.slice(0, 10)} ${issue ? subjectOf(issue, record) : record.subject}`
    const numbers = [counts.sent + counts['handed-over'], counts.refused, unsubscribed, sumOf(false)]
    rows.push([{ text, href: issuePath(record.id) }, ...numbers, ...(hasOpenings ? [sumOf(true)] : [])])
  }
  const { issue, sent, refused, unsubscribed, clicks, openings } = words
  const columns = [issue, sent, refused, unsubscribed, clicks, ...(hasOpenings ? [openings] : [])]
  return { title: words.title, columns, rows }
}
