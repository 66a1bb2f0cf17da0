import type { Card } from '../../src/content/card.ts'
import { parseDate } from '../../src/content/dates.ts'
import { imageRules } from '../../src/content/image-rules.ts'
import type { IssueCard, IssueContent } from '../../src/content/issue.ts'
import { composeIssue } from '../../src/features/newsletter/issues/compose.ts'
import type { Service } from '../../src/services/service.ts'
import { createServices } from './customer-site.ts'

export const services = createServices()
export const images = imageRules({ services, cdn: '/media', template: '{url}?w={width}' })

export function cardsOfIssue({ lead, cards, sections }: IssueContent): IssueCard[] {
  return [lead, ...cards, ...sections.flatMap((section) => section.cards)]
}

/** A card as lists have it. */
export function cardNamed(number: number, own: Partial<Card> = {}): Card {
  const time = parseDate('2026-11-20T08:00:00+01:00', 'Europe/Warsaw')
  return {
    id: String(number),
    link: { href: `/2026/11/artykul-${number}` },
    title: `Tytuł artykułu numer ${number} i jego ciąg dalszy`,
    lead: `Pierwsze zdanie artykułu numer ${number}, które mówi, o czym on jest.`,
    thumbnail: { src: `/media/2026/11/obraz-${number}.webp`, alt: `Obraz ${number}` },
    ...(time && { published: { time, day: '20 listopada 2026', clock: '08:00' } }),
    authors: [{ name: 'Ida Korczyk' }],
    tags: [],
    isPromo: false,
    isProductPlacement: false,
    ...own,
  }
}

export const RECIPIENT = {
  unsubscribeUrl: 'https://akademia.szpalta.test/newsletter/wypisz/Zz0Szpalta0Stand0In0zZ',
  preferencesUrl: 'https://akademia.szpalta.test/newsletter/ustawienia/Zz0Szpalta0Stand0In0zZ',
  webUrl: 'https://akademia.szpalta.test/newsletter/akademia-2026-11-24-abcd',
}

/** An issue of these cards. */
export function issueOf(cards: readonly Card[], service: Service = services.akademia): IssueContent {
  const id = `${service.name}-2026-11-24-abcd`
  const issue = composeIssue({ id, service, images, cards, now: new Date('2026-11-24T06:00:00Z') })
  if (!issue) throw new Error('no issue')
  return issue
}
