import { type IssueContent, parseIssue } from '../../../content/issue.ts'
import { newslettersOf, serviceNameOf } from '../../../services/newsletters.ts'
import type { Service } from '../../../services/service.ts'
import type { IssueRecord } from '../store/records.ts'
import type { SubscriberStore } from '../store/store.ts'

/** Issues that are sent are public; drafts are not (ISSUE-17). */
export interface IssueArchive {
  issue(service: Service, id: string): Promise<IssueContent | undefined>
  latest(service: Service): Promise<IssueContent[]>
  draft(service: Service, id: string): Promise<IssueContent | undefined>
}

const LISTED = 60

export function createIssueArchive(
  store: Pick<SubscriberStore, 'issue' | 'issues'>,
  isThere: () => boolean,
): IssueArchive {
  const draft = async ({ name }: Service, id: string, publicOnly = false): Promise<IssueContent | undefined> => {
    const record = isThere() ? await store.issue(id) : undefined
    if (!record || serviceNameOf(record.service) !== name || (publicOnly && record.state === 'draft')) return undefined
    return shown(record)
  }
  return {
    issue: (service, id) => draft(service, id, true),
    draft,
    async latest(service) {
      if (!isThere()) return []
      const lists = await Promise.all(newslettersOf(service).map(({ key }) => store.issues(key, LISTED)))
      const records = lists.flat().sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      const sent = records.flatMap((record) => (record.state === 'draft' ? [] : (shown(record) ?? [])))
      return sent.slice(0, LISTED)
    },
  }
}

function shown(record: IssueRecord): IssueContent | undefined {
  const issue = parseIssue(record.content)
  return issue && { ...issue, subject: subjectOf(issue, record) }
}

/** The one that most readers got (ISSUE-21). */
export function subjectOf(issue: IssueContent, { winner }: Pick<IssueRecord, 'winner'>): string {
  return winner === 'b' ? (issue.subjectB ?? issue.subject) : issue.subject
}
