import { cardsIn } from '../../../content/archive.ts'
import { cardOf } from '../../../content/article.ts'
import type { BreakingLine } from '../../../content/breaking.ts'
import type { Card } from '../../../content/card.ts'
import { formatDay, localTime } from '../../../content/dates.ts'
import type { ImageRules } from '../../../content/image-rules.ts'
import type { IssueCard, IssueContent } from '../../../content/issue.ts'
import { absoluteUrl } from '../../../content/links.ts'
import { type MailShape, mailImageUrl } from '../../../content/mail-image.ts'
import { cmsPath } from '../../../content/public-paths.ts'
import { type ContentRepository, isMissing } from '../../../content/repository.ts'
import { LENGTHS, lineOf } from '../../../content/text.ts'
import { NEWEST_CATEGORY } from '../../../services/list-kind.ts'
import type { NewsletterSubject, Service } from '../../../services/service.ts'

/** Mail programs would cut off more. */
export const MAX_ARTICLES = 24
const LEADING_CARDS = 3
/** The first card leads. */
const MIN_SECTION = 2

interface Draft {
  id: string
  service: Service
  images: ImageRules
  cards: readonly Card[]
  subject?: string
  subjectB?: string | undefined
  now: Date
  newsletter?: string | undefined
}

/**
 * The first article is large, three follow without a heading, others by category (ISSUE-1).
 * @returns undefined without articles
 */
export function composeIssue({
  id,
  service,
  images,
  cards,
  subject,
  subjectB,
  now,
  newsletter,
}: Draft): IssueContent | undefined {
  const usable = unique(cards.filter(({ isPromo }) => !isPromo)).slice(0, MAX_ARTICLES)
  const [first, ...others] = usable
  if (!first) return undefined
  const time = localTime(now.getTime(), service.timeZone)
  const lead = issueCard(first, 'lead', service, images)
  const sections = new Map<string, Card[]>()
  for (const card of others.slice(LEADING_CARDS)) {
    const name = card.category?.name ?? card.topCategory ?? ''
    sections.set(name, [...(sections.get(name) ?? []), card])
  }
  const isSection = ([name, inIt]: [string, Card[]]): boolean => name !== '' && inIt.length >= MIN_SECTION
  const loose = [...sections].filter((entry) => !isSection(entry)).flatMap(([, inIt]) => inIt)
  const plain = [...others.slice(0, LEADING_CARDS), ...loose]
  return {
    version: 1,
    id,
    service: service.name,
    newsletter,
    subject: lineOf(subject ?? '', LENGTHS.subject) || lineOf(lead.title, LENGTHS.subject),
    subjectB: subjectB === undefined ? undefined : lineOf(subjectB, LENGTHS.subject),
    preheader: preheaderOf(lead, plain, service),
    created: time.iso,
    day: formatDay(time, service.language),
    lead,
    cards: plain.map((card) => issueCard(card, 'card', service, images)),
    sections: [...sections].filter(isSection).map(([name, inIt]) => ({
      title: lineOf(name, LENGTHS.name),
      cards: inIt.map((card) => issueCard(card, 'card', service, images, false)),
    })),
  }
}

function unique(cards: readonly Card[]): Card[] {
  return [...new Map(cards.map((card) => [card.link.href, card])).values()]
}

/** The subject is mostly the first title. */
function preheaderOf({ lead, title }: IssueCard, others: readonly Card[], service: Service): string {
  const also = others.map((card) => lineOf(card.title, LENGTHS.title)).join(' · ')
  return lineOf(lead ?? (also === '' ? `${title} – ${service.title}` : also), LENGTHS.preheader)
}

function issueCard(card: Card, shape: MailShape, service: Service, images: ImageRules, withCategory = true): IssueCard {
  const { thumbnail, largeImage, published, authors, headline, category } = card
  const title = lineOf(card.title, LENGTHS.title)
  const lead = lineOf(card.lead, LENGTHS.lead)
  const kicker = lineOf(headline?.text ?? (withCategory ? (category?.name ?? '') : ''), LENGTHS.name)
  const names = lineOf(authors.map(({ name }) => name).join(', '), LENGTHS.name)
  const source = (shape === 'lead' ? largeImage : undefined) ?? thumbnail?.src
  const image = source === undefined ? undefined : mailImage(source, shape, service, images)
  return {
    title: title === '' ? service.title : title,
    url: absoluteUrl(card.link.href, service),
    lead: lead || undefined,
    kicker: kicker || undefined,
    authors: names || undefined,
    day: published && lineOf(published.day, LENGTHS.name),
    image: image && { ...image, alt: lineOf(thumbnail?.alt ?? '', LENGTHS.title) },
    isSponsored: card.isProductPlacement ? true : undefined,
  }
}

function mailImage(source: string, shape: MailShape, service: Service, rules: ImageRules) {
  const image = mailImageUrl(source, shape, rules)
  return image && { src: absoluteUrl(image.url, service), width: image.width, height: image.height }
}

const MAX_PAGES = 30

type Subject = Exclude<NewsletterSubject, { kind: 'breaking' }>

/** Newest first, without promoted links or what search engines must not list. Rejects when the source fails. */
export async function publishedSince(
  reader: ContentRepository,
  period: number,
  now: Date,
  { kind, slug }: Subject = { kind: 'category', slug: NEWEST_CATEGORY },
): Promise<Card[]> {
  const [until, from] = [now.getTime(), now.getTime() - period]
  const chosen: Card[] = []
  let pages = 0
  for await (const archive of reader.pages(kind, slug)) {
    const dated = cardsIn(archive).flatMap((card) => (card.published ? [{ card, at: card.published.time.epoch }] : []))
    const inPeriod = dated.filter(({ at, card }) => at >= from && at <= until && !card.isPromo && !card.isNoindex)
    chosen.push(...inPeriod.map(({ card }) => card))
    pages += 1
    // One old article may be pinned.
    const isPast = dated.length > 0 && dated.every(({ at }) => at < from)
    if (kind === 'series') {
      if (pages >= MAX_PAGES) break
    } else if (isPast || pages >= MAX_PAGES || chosen.length >= MAX_ARTICLES) break
  }
  return kind === 'series' ? chosen.reverse() : chosen
}

/** A line that leads elsewhere stands without an article. */
export async function composeBreaking(
  reader: ContentRepository,
  { text, href }: BreakingLine,
  rules: Omit<Draft, 'cards' | 'subject'>,
): Promise<IssueContent | undefined> {
  const { service, now, id, newsletter } = rules
  const { cards } = await articlesAt(reader, href.startsWith('/') ? [href] : [], service)
  const issue = composeIssue({ ...rules, cards, subject: text })
  if (issue) return issue
  const time = localTime(now.getTime(), service.timeZone)
  const title = lineOf(text, LENGTHS.title)
  const lead: IssueCard = { title: title === '' ? service.title : title, url: absoluteUrl(href, service) }
  return {
    version: 1,
    ...{ id, service: service.name, newsletter },
    subject: lineOf(text, LENGTHS.subject) || service.title,
    preheader: preheaderOf(lead, [], service),
    ...{ created: time.iso, day: formatDay(time, service.language), lead, cards: [], sections: [] },
  }
}

export async function articlesAt(
  reader: ContentRepository,
  paths: readonly string[],
  { serviceUrl }: Service,
): Promise<{ cards: Card[]; missing: string[] }> {
  const read = await Promise.all(
    paths.map(async (written) => {
      const path =
        serviceUrl !== undefined && written.startsWith(`${serviceUrl}/`) ? written.slice(serviceUrl.length) : written
      const article = await reader.article(cmsPath(path))
      return isMissing(article) ? { written } : { written, card: cardOf(article) }
    }),
  )
  return {
    cards: read.flatMap(({ card }) => (card ? [card] : [])),
    missing: read.flatMap(({ written, card }) => (card ? [] : [written])),
  }
}
