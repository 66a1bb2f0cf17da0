import { openTag, tag, text } from '../src/content/html/markup.ts'
import type { IssueCard, IssueContent } from '../src/content/issue.ts'
import { siteNameOf } from '../src/seo/brand.ts'
import { originOf } from '../src/seo/head.ts'
import type { Service } from '../src/services/service.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import { cardRow, leadRow, sectionRow } from './card.ts'
import { footerLine, mailDocument, publisherLine } from './frame.ts'
import type { RenderedMail } from './letter.ts'
import { coloursOf, FONTS, link, type MailColours } from './markup.ts'

/** Gmail cuts off the rest with its unsubscribe link. Bytes, encoded (ISSUE-3). */
export const MAX_PART_BYTES = 102_000
const HEADERS_BYTES = 1000

/** Drops the last articles of a long issue. */
export function renderIssue(service: Service, issue: IssueContent, recipient: Recipient): RenderedMail {
  const { content, html } = fitting(service, issue, recipient)
  return { subject: issue.subject, html, text: plainIssue(service, content, recipient) }
}

function fitting(service: Service, issue: IssueContent, recipient: Recipient): { content: IssueContent; html: string } {
  let content = issue
  for (;;) {
    const html = issueHtml(service, content, recipient)
    const shorter = withoutLast(content)
    if (encodedBytes(html) + HEADERS_BYTES <= MAX_PART_BYTES || !shorter) return { content, html }
    content = shorter
  }
}

/** @returns undefined: only the lead is left */
function withoutLast(issue: IssueContent): IssueContent | undefined {
  const { cards, sections } = issue
  const last = sections.at(-1)
  if (last) {
    const rest = last.cards.slice(0, -1)
    return { ...issue, sections: [...sections.slice(0, -1), ...(rest.length > 0 ? [{ ...last, cards: rest }] : [])] }
  }
  return cards.length > 0 ? { ...issue, cards: cards.slice(0, -1) } : undefined
}

export function encodedBytes(html: string): number {
  let bytes = 0
  for (const byte of Buffer.from(html)) bytes += byte === 0x3d || byte > 0x7e || byte < 0x20 ? 3 : 1
  return Math.ceil(bytes * (1 + 3 / 73))
}

function issueHtml(service: Service, issue: IssueContent, recipient: Recipient): string {
  const { messages } = service
  const colours = coloursOf(service).light
  const site = siteNameOf(service)
  return mailDocument(service, {
    subject: issue.subject,
    preheader: issue.preheader,
    rows: [
      dayRow(recipient.webUrl, messages.mail.browser, dayLine(issue, service), colours),
      leadRow(issue.lead, service, colours),
      ...issue.cards.map((card) => cardRow(card, service, colours)),
      ...issue.sections.flatMap(({ title, cards }) => [
        sectionRow(title, colours),
        ...cards.map((card) => cardRow(card, service, colours)),
      ]),
    ],
    footer: [
      footerLine(
        colours,
        link(`${originOf(service)}/`, 'accent', colours, 'font-weight:700', text(messages.mail.more({ site }))),
      ),
      footerLine(colours, text(messages.mail.reason({ site }))),
      footerLine(
        colours,
        link(recipient.unsubscribeUrl, 'accent', colours, '', text(messages.mail.unsubscribe)),
        text(' · '),
        link(recipient.preferencesUrl, 'accent', colours, '', text(messages.mail.preferences)),
      ),
      footerLine(colours, text(publisherLine(service))),
      ...(recipient.openingUrl === undefined ? [] : [footerLine(colours, opening(recipient.openingUrl))]),
    ],
  })
}

function opening(src: string): SafeHtml {
  return openTag('img', { src, width: 1, height: 1, alt: '', style: 'display:block;border:0' })
}

function dayLine({ newsletter, day }: IssueContent, { messages }: Service): string {
  const line = messages.mail.issue({ day })
  return newsletter === undefined ? line : `${newsletter} · ${line}`
}

function dayRow(webUrl: string, browser: string, title: string, colours: MailColours): SafeHtml {
  const style = `padding:0 0 16px;font:400 13px/1.5 ${FONTS.headings};color:${colours.inkSoft}`
  return tag(
    'tr',
    {},
    tag(
      'td',
      { class: 'inkSoft', style },
      text(title),
      text(' · '),
      link(webUrl, 'accent', colours, '', text(browser)),
    ),
  )
}

/** Has every link of the HTML (ISSUE-3). */
function plainIssue(service: Service, issue: IssueContent, recipient: Recipient): string {
  const { mail } = service.messages
  const site = siteNameOf(service)
  const blocks = [
    `${site}: ${originOf(service)}/`,
    `${dayLine(issue, service)}\n${mail.browser}: ${recipient.webUrl}`,
    articleText(issue.lead, service),
    ...issue.cards.map((card) => articleText(card, service)),
    ...issue.sections.flatMap(({ title, cards }) => [
      `== ${title} ==`,
      ...cards.map((card) => articleText(card, service)),
    ]),
    // Signatures begin with this mark (RFC 3676).
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

/** Absolute. */
export interface Recipient {
  unsubscribeUrl: string
  preferencesUrl: string
  webUrl: string
  /** Absent: openings are not counted. */
  openingUrl?: string | undefined
}
