import type { IssueCard, IssueContent } from '../src/content/issue.ts'
import { siteNameOf } from '../src/seo/brand.ts'
import { originOf } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import { publisherLine } from './frame.ts'
import type { Recipient } from './recipient.ts'

/** Has every link of the HTML form (ISSUE-3). */
export function plainIssue(service: Service, issue: IssueContent, recipient: Recipient): string {
  const { mail } = service.messages
  const site = siteNameOf(service)
  const blocks = [
    `${site}: ${originOf(service)}/`,
    `${mail.issue({ day: issue.day })}\n${mail.browser}: ${recipient.webUrl}`,
    articleText(issue.lead, service),
    ...issue.cards.map((card) => articleText(card, service)),
    ...issue.sections.flatMap(({ title, cards }) => [
      `== ${title} ==`,
      ...cards.map((card) => articleText(card, service)),
    ]),
    // Programs fold the signature in at this mark (RFC 3676).
    `-- \n${mail.reason({ site })}`,
    `${mail.unsubscribe}: ${recipient.unsubscribeUrl}`,
    `${mail.preferences}: ${recipient.preferencesUrl}`,
    publisherLine(service),
  ]
  return `${blocks.join('\n\n')}\n`
}

function articleText(card: IssueCard, service: Service): string {
  const above = [card.isSponsored ? service.messages.article.sponsored : undefined, card.kicker]
  const byline = [card.authors, card.day].filter((part) => part !== undefined).join(' · ')
  const lines = [above.filter((part) => part !== undefined).join(' · '), card.title, card.lead, byline, card.url]
  return lines.filter((part) => part !== undefined && part !== '').join('\n')
}
