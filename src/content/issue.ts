import * as z from 'zod'
import { ISSUE_ID } from './issue-id.ts'

/** Texts are bounded when an issue is made; these bounds only keep nonsense out of a stored one. */
const line = z.string().max(4000)
const url = z.url({ protocol: /^https?$/ }).max(4000)
const side = z.int().positive().max(4000)

const issueCard = z.strictObject({
  title: line,
  url,
  lead: line.optional(),
  /** The kicker above the title, else the category. */
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
  subject: line,
  preheader: line,
  /** ISO 8601, in the site's time zone. */
  created: z.iso.datetime({ offset: true }),
  day: line,
  lead: issueCard,
  cards: z.array(issueCard).max(40),
  sections: z.array(z.strictObject({ title: line, cards: z.array(issueCard).min(1).max(40) })).max(20),
})

/** An article as it was when the issue was made. All texts are plain. */
export type IssueCard = z.output<typeof issueCard>

/** The input of an issue's mail and page (ISSUE-2). */
export type IssueContent = z.output<typeof issueContent>

/** Returns undefined for anything but an issue. */
export function parseIssue(json: string): IssueContent | undefined {
  try {
    return issueContent.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

export function cardsOfIssue({ lead, cards, sections }: IssueContent): IssueCard[] {
  return [lead, ...cards, ...sections.flatMap((section) => section.cards)]
}
