import * as z from 'zod'
import { ISSUE_ID } from './issue-id.ts'

/** These bounds only keep nonsense out of a stored issue. */
const line = z.string().max(4000)
const url = z.url({ protocol: /^https?$/ }).max(4000)
const side = z.int().positive().max(4000)

const issueCard = z.strictObject({
  title: line,
  url,
  lead: line.optional(),
  /** Absent: the category stands in. */
  kicker: line.optional(),
  authors: line.optional(),
  day: line.optional(),
  image: z.strictObject({ src: url, alt: line, width: side, height: side }).optional(),
  isSponsored: z.literal(true).optional(),
})

const issueContent = z.strictObject({
  version: z.literal(1),
  id: z.string().regex(ISSUE_ID),
  service: line,
  /** Of a further newsletter. */
  newsletter: line.optional(),
  subject: line,
  /** In the other version. */
  subjectB: line.optional(),
  preheader: line,
  /** ISO 8601, in the site's zone. */
  created: z.iso.datetime({ offset: true }),
  day: line,
  lead: issueCard,
  cards: z.array(issueCard).max(40),
  sections: z.array(z.strictObject({ title: line, cards: z.array(issueCard).min(1).max(40) })).max(20),
})

/** Texts are plain, as they were when the issue was made. */
export type IssueCard = z.output<typeof issueCard>

export type IssueContent = z.output<typeof issueContent>

export function parseIssue(json: string): IssueContent | undefined {
  try {
    return issueContent.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
