import { parseIssue } from '../../../../src/content/issue.ts'
import { ISSUE_ID } from '../../../../src/content/issue-id.ts'
import { mailImageUrl } from '../../../../src/content/mail-image.ts'
import type { ContentRepository } from '../../../../src/content/repository.ts'
import { articlesAt, composeIssue, publishedSince } from '../../../../src/features/newsletter/issues/compose.ts'
import { newIssueId, scheduledIssueId } from '../../../../src/features/newsletter/issues/issue-ids.ts'
import { periodOf } from '../../../../src/services/schedule.ts'
import { cardNamed, cardsOfIssue, images, issueOf, services } from '../../../support/issues.ts'

const { akademia } = services
const at = (day: number) => {
  const time = {
    epoch: Date.UTC(2026, 10, day),
    iso: `2026-11-${day}T00:00:00+00:00`,
    year: 2026,
    month: 11,
    day,
    hour: 0,
    minute: 0,
  }
  return { time, day: `${day} listopada 2026`, clock: '00:00' }
}

/** A repository whose newest articles are these pages. */
function repository(pages: ReturnType<typeof cardNamed>[][]): { reader: ContentRepository; read: () => number } {
  let read = 0
  const reader = {
    async *pages() {
      for (const cards of pages) {
        read += 1
        yield { cards, blocks: [] }
      }
    },
    article: async (path: string) =>
      path === '/2026/11/jest'
        ? { path, title: 'Jest', lead: 'x', authors: [], tags: [], body: [] }
        : { missing: true },
  } as unknown as ContentRepository
  return { reader, read: () => read }
}

test('the first article leads, three follow, the rest stands by category; one alone has no section (ISSUE-1)', () => {
  const category = (name: string) => ({ category: { name } })
  const issue = issueOf([
    ...[1, 2, 3, 4].map((number) => cardNamed(number, category('Rynek'))),
    cardNamed(5, category('Edukacja')),
    cardNamed(6, category('Sama')),
    cardNamed(7, category('Edukacja')),
  ])
  expect(issue.lead.title).toContain('numer 1')
  expect(issue.cards.map(({ url }) => url.at(-1))).toEqual(['2', '3', '4', '6'])
  expect(issue.sections.map(({ title, cards }) => [title, cards.map(({ url }) => url.at(-1))])).toEqual([
    ['Edukacja', ['5', '7']],
  ])
  expect(issue.sections[0]?.cards[0]?.kicker).toBeUndefined()
})

test('promoted links and repeated articles are left out, and there are at most 24 (ISSUE-1)', () => {
  const cards = Array.from({ length: 40 }, (_, index) => cardNamed(index))
  const issue = issueOf([cardNamed(100, { isPromo: true }), ...cards, ...cards])
  const urls = cardsOfIssue(issue).map(({ url }) => url)
  expect(urls).toHaveLength(24)
  expect(new Set(urls).size).toBe(24)
  expect(urls[0]).toBe('https://akademia.szpalta.test/2026/11/artykul-0')
})

test('without articles there is no issue (ISSUE-1)', () => {
  const now = new Date()
  expect(composeIssue({ id: newIssueId(akademia, now), service: akademia, images, cards: [], now })).toBeUndefined()
})

test('a period takes what was published in it, and reads no further than it must (ISSUE-1)', async () => {
  const { reader, read } = repository([
    [
      cardNamed(1, { published: at(30) }),
      cardNamed(2, { published: at(23) }),
      cardNamed(3, { published: at(22), isNoindex: true }),
    ],
    [
      cardNamed(4, { published: at(1) }),
      cardNamed(5, { published: at(20) }),
      cardNamed(6, { published: at(20), isPromo: true }),
    ],
    [cardNamed(7, { published: at(2) })],
    [cardNamed(8, { published: at(21) })],
  ])
  const cards = await publishedSince(reader, 7 * 24 * 3_600_000, new Date(Date.UTC(2026, 10, 24)))
  // Article 1 is of the future, 8 stands behind a page of old ones.
  expect(cards.map(({ id }) => id)).toEqual(['2', '5'])
  expect(read()).toBe(3)
})

test('named articles come in their order, by path or URL, and a missing one is named (ISSUE-1)', async () => {
  const { reader } = repository([])
  const { cards, missing } = await articlesAt(
    reader,
    ['https://akademia.szpalta.test/2026/11/jest', '/nie/ma', '/2026/11/jest.html'],
    akademia,
  )
  expect(cards.map(({ title }) => title)).toEqual(['Jest', 'Jest'])
  expect(missing).toEqual(['/nie/ma'])
})

test('what is stored is read again as it was; anything else is no issue (ISSUE-2)', () => {
  const issue = issueOf([cardNamed(1), cardNamed(2, { isProductPlacement: true })])
  expect(parseIssue(JSON.stringify(issue))).toEqual(issue)
  expect(issue.cards[0]?.isSponsored).toBe(true)
  const broken = [
    '',
    'null',
    '{}',
    '[]',
    JSON.stringify({ ...issue, version: 2 }),
    JSON.stringify({ ...issue, lead: { ...issue.lead, url: 'javascript:alert(1)' } }),
  ]
  expect(broken.map(parseIssue)).toEqual(broken.map(() => undefined))
})

test('ids of editors and of the schedule never meet, and the schedule’s are the same everywhere (ISSUE-15)', () => {
  const now = new Date('2026-11-29T23:30:00Z')
  expect(scheduledIssueId(akademia, now)).toBe('akademia-2026-11-30-0030')
  const ids = Array.from({ length: 200 }, () => newIssueId(akademia, now))
  expect(ids.filter((id) => !ISSUE_ID.test(id) || /-\d{4}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBeGreaterThan(190)
})

test('a CDN of another host has images for mails by its template alone (ISSUE-6)', () => {
  const rules = { ...images, cdn: 'https://cdn.example' }
  const src = 'https://cdn.example/2026/11/a.webp'
  expect(mailImageUrl(src, 'card', rules)).toBeUndefined()
  const mailTemplate = '{url}?w={width}&h={height}&format=jpeg'
  expect(mailImageUrl(src, 'card', { ...rules, mailTemplate })?.url).toBe(`${src}?w=400&h=225&format=jpeg`)
  expect(mailImageUrl('https://elsewhere.example/a.webp', 'card', { ...rules, mailTemplate })).toBeUndefined()
})

test('periods are hours, days and weeks, up to a year (ISSUE-10)', () => {
  expect(['12h', '7d', '2w'].map(periodOf)).toEqual([12, 7 * 24, 14 * 24].map((hours) => hours * 3_600_000))
  expect(['', '7', '0d', '-1d', '7 d', '7m', '53w', '1e3d', '999d'].map(periodOf)).toEqual(Array(9).fill(undefined))
})
