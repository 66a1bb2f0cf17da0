import * as z from 'zod'
import { ISSUE_ID } from './issue-id.ts'

/** Texts of an issue are bounded when it is made; these bounds only keep nonsense out of a stored one. Characters. */
const line = z.string().max(4000)
const url = z.url({ protocol: /^https?$/ }).max(4000)
const side = z.int().positive().max(4000)

const issueCard = z.strictObject({
  title: line,
  /** Absolute. */
  url,
  lead: line.optional(),
  /** What stands above the title: the kicker, else the category. */
  kicker: line.optional(),
  authors: line.optional(),
  /** `3 marca 2026` */
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
  /** `3 marca 2026` */
  day: line,
  lead: issueCard,
  cards: z.array(issueCard).max(40),
  sections: z.array(z.strictObject({ title: line, cards: z.array(issueCard).min(1).max(40) })).max(20),
})

/** An article of an issue, as it was when the issue was made. All texts are plain. */
export type IssueCard = z.output<typeof issueCard>

/** An issue of a service's newsletter: the input of its mail and of its page (ISSUE-2). */
export type IssueContent = z.output<typeof issueContent>

/** A stored issue; undefined for what is none. */
export function parseIssue(json: string): IssueContent | undefined {
  try {
    return issueContent.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}

/** Every article of an issue, in its order. */
export function cardsOfIssue({ lead, cards, sections }: IssueContent): IssueCard[] {
  return [lead, ...cards, ...sections.flatMap((section) => section.cards)]
}
