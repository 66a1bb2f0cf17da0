import type { IssueCard, IssueContent } from './issue.ts'
import { issuePath } from './issue-id.ts'

/** Absent: one subject. */
export type SubjectVersion = 'a' | 'b'

/** Counts as a link: the image that says that an issue was opened. */
export const OPENING = 0

/** `/newsletter/{issue}/{link}`, with a letter for one of two subjects, says nothing of the reader (ISSUE-20). */
export function issueLinkPath(issueId: string, link: number, version: SubjectVersion | undefined): string {
  return `${issuePath(issueId)}/${link}${version ?? ''}`
}

/** Of `:link` in the path. */
export const ISSUE_LINK = /^(\d{1,2})([ab]?)$/

/** The first article's URL is link 1. */
export function linksOf({ lead, cards, sections }: IssueContent): string[] {
  return [lead, ...cards, ...sections.flatMap((section) => section.cards)].map(({ url }) => url)
}

/** @param urlOf of a link, from 1 */
export function withLinks(issue: IssueContent, urlOf: (link: number) => string): IssueContent {
  let link = 0
  const counted = (card: IssueCard): IssueCard => {
    link += 1
    return { ...card, url: urlOf(link) }
  }
  return {
    ...issue,
    lead: counted(issue.lead),
    cards: issue.cards.map(counted),
    sections: issue.sections.map((section) => ({ ...section, cards: section.cards.map(counted) })),
  }
}
