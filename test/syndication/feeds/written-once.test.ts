import type { FeedEntry } from '../../../src/syndication/feeds/feed.ts'
import { writeWithinLimits } from '../../../src/syndication/feeds/xml.ts'
import { atOnce } from '../../../src/system/steps.ts'

const MEGABYTE = 1024 * 1024

function entry(number: number, fields: Partial<FeedEntry> = {}): FeedEntry {
  const day = '2026-03-05T07:00:00Z'
  return {
    ...{
      id: `tag:${number}`,
      title: `Tekst ${number}`,
      url: `https://x.example/${number}`,
      published: day,
      updated: day,
    },
    ...{ authors: [], categories: [], media: [], content: `<p>Treść ${number}</p>`, ...fields },
  }
}

/** Writes a feed, and says of which entries it wrote the text. */
function written(format: string, entries: readonly FeedEntry[]): { texts: string[]; rewritten: string[] } {
  const rewritten: string[] = []
  const write = ({ title, content }: FeedEntry): string => {
    if (content !== undefined) rewritten.push(title)
    return `${format} ${title} ${content ?? ''}`
  }
  return { texts: atOnce(writeWithinLimits(entries, format, write)), rewritten }
}

test('an entry is written once for each revision and format, whichever feeds have it (SRC-61)', () => {
  const titles = (numbers: number[]): string[] => numbers.map((number) => `Tekst ${number}`)
  const first = written('atom', [entry(1), entry(2), entry(3)])
  expect(first.rewritten).toEqual(titles([1, 2, 3]))
  const other = written('atom', [entry(3), entry(4), entry(1)])
  expect([other.rewritten, other.texts[0], other.texts[2]]).toEqual([titles([4]), first.texts[2], first.texts[0]])
  expect(written('rss', [entry(1)]).rewritten).toEqual(titles([1]))
})

test.each<[string, Partial<FeedEntry>]>([
  ['text', { content: '<p>Nowa</p>' }],
  ['title', { title: 'Nowy' }],
  ['number of comments', { comments: { url: 'u', feeds: { atom: 'a', rss: 'r' }, count: 3 } }],
  ['bytes of a recording', { media: [{ url: 'u', medium: 'audio', bytes: 7 }] }],
])('another %s is another entry', (_name, fields) => {
  written('atom', [entry(10)])
  const { rewritten, texts } = written('atom', [entry(10, fields)])
  expect([rewritten.length, texts[0]]).toEqual([
    1,
    expect.stringContaining(fields.content ?? fields.title ?? 'Treść 10'),
  ])
})

test('written entries are bounded by bytes: those that were used last stay', () => {
  const large = (number: number): FeedEntry => entry(number, { content: `${number} ${'x'.repeat(0.9 * MEGABYTE)}` })
  for (let number = 100; number < 110; number += 1) {
    written('atom', [large(number)])
    // It is used again and again.
    written('atom', [entry(99)])
  }
  const again = (one: FeedEntry): number => written('atom', [one]).rewritten.length
  expect([again(entry(99)), again(large(109)), again(large(100))]).toEqual([0, 0, 1])
})
