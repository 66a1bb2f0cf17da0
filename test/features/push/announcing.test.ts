import type { Archive } from '../../../src/content/archive.ts'
import type { Article } from '../../../src/content/article.ts'
import type { Block } from '../../../src/content/block.ts'
import { type BreakingLine, breakingLine } from '../../../src/content/breaking.ts'
import type { Card } from '../../../src/content/card.ts'
import { localTime } from '../../../src/content/dates.ts'
import type { Missing } from '../../../src/content/repository.ts'
import { createAnnouncer, type Notification } from '../../../src/features/push/announcing.ts'
import { nextLoudMoment, quietHoursOf } from '../../../src/features/push/quiet-hours.ts'
import type { Message } from '../../../src/features/push/store/records.ts'
import { parseTopic, storedTopic, topicName } from '../../../src/features/push/topics.ts'
import { createServices } from '../../support/customer-site.ts'

const WARSAW = 'Europe/Warsaw'
const services = createServices()
const NOON = new Date('2026-11-29T11:00:00Z')

interface World {
  newest: Card[]
  series: Archive | Missing
  article: Article | Missing
  line: BreakingLine | undefined
}

const missing: Missing = { missing: true, status: 404 } as unknown as Missing

function card(id: string, published: string, more: Partial<Card> = {}): Card {
  const time = localTime(Date.parse(published), WARSAW)
  return {
    id,
    title: `Tytuł ${id}`,
    link: { href: `/2026/11/${id}` },
    published: { time },
    isPromo: false,
    ...more,
  } as unknown as Card
}

/** What is announced at a moment, with marks kept as the store keeps them. */
function announcing(topics: string[], world: Partial<World>) {
  const marks = new Map<string, Set<string>>()
  const messages: Message[] = []
  const errors: unknown[] = []
  const state: World = { newest: [], series: missing, article: missing, line: undefined, ...world }
  let now = NOON
  const announcer = createAnnouncer({
    services,
    reader: () => ({
      article: async () => state.article,
      archive: async () => state.series,
      newest: async () => state.newest,
    }),
    breaking: () => state.line,
    onError: (error) => errors.push(error),
    now: () => now,
    quietHours: { from: 22, to: 7 },
    dailyHour: 18,
    store: {
      topics: async () => topics,
      async announce(topic, all, message) {
        const known = marks.get(topic) ?? new Set()
        const isNew = all[0] !== undefined && !known.has(all[0])
        const isFirst = known.size === 0
        marks.set(topic, new Set([...known, ...all]))
        if (isNew && !isFirst && message) messages.push(message)
        return isFirst ? 'first' : isNew ? 'announced' : 'known'
      },
    },
  })
  return {
    state,
    messages,
    errors,
    async look(at: Date = now) {
      now = at
      await announcer.look()
      expect(errors).toEqual([])
    },
    shown: (): Notification[] => messages.map(({ payload }) => JSON.parse(payload)),
  }
}

test('PUSH-10: breaking news are announced once, corrected words are the same news, and they end with their line', async () => {
  const { state, look, messages, shown } = announcing(['post breaking'], {})
  const until = NOON.getTime() + 3_600_000
  await look()
  state.line = breakingLine({ text: 'Sąd zdecydowal', href: '/2026/11/sad', until })
  await look()
  state.line = breakingLine({ text: 'Sąd zdecydował', href: '/2026/11/sad', until })
  await look()
  expect(shown()).toMatchObject([{ title: 'Pilne', body: 'Sąd zdecydowal', url: '/2026/11/sad' }])
  expect(messages).toMatchObject([{ urgency: 'high', expiresAt: new Date(until).toISOString(), endsTopic: false }])
})

test('PUSH-2: the newest of the day goes out once a day, at its hour, and not on a day without articles', async () => {
  const articles = [
    card('c', '2026-11-29T15:00:00Z'),
    card('b', '2026-11-29T08:00:00Z'),
    card('a', '2026-11-28T08:00:00Z'),
  ]
  const promo = card('p', '2026-11-29T16:00:00Z', { isPromo: true })
  const { look, messages, shown } = announcing(['post newest'], { newest: [promo, ...articles] })
  await look(new Date('2026-11-29T16:59:00Z'))
  expect(messages).toEqual([])
  await look(new Date('2026-11-29T17:01:00Z'))
  await look(new Date('2026-11-29T18:01:00Z'))
  expect(shown()).toMatchObject([{ body: 'Tytuł c • Tytuł b', url: '/2026/11/c' }])
  await look(new Date('2026-11-30T17:01:00Z'))
  expect(messages).toHaveLength(1)
})

test('PUSH-10: the new part of a series is announced, whatever the order of the list', async () => {
  const parts = [card('1', '2026-11-01T08:00:00Z'), card('2', '2026-11-08T08:00:00Z')]
  const series = { heading: 'Atlas', cards: parts, blocks: [] } as unknown as Archive
  const { state, look, shown } = announcing(['post series:atlas', 'gone series:atlas', 'post nonsense'], { series })
  await look()
  state.series = { ...series, cards: [...parts, card('3', '2026-11-29T10:00:00Z')] }
  await look()
  expect(shown()).toMatchObject([{ title: 'Nowa część serii: Atlas', body: 'Tytuł 3', url: '/2026/11/3' }])
  state.series = series
  await look()
  state.series = missing
  await look()
  expect(shown()).toHaveLength(1)
})

describe('PUSH-11: a coverage', () => {
  const update = (id: string, position: number, isLast = false): Block =>
    ({
      type: 'live-update',
      id,
      position,
      blocks: [{ type: 'paragraph', html: `Wpis ${id}` }],
      isPinned: false,
      isLast,
    }) as unknown as Block
  const coverage = (...body: Block[]): Article =>
    ({ title: 'Relacja', path: '/2026/11/relacja', body }) as unknown as Article

  test('has a message for its newest update, at night too, and ends with the last one', async () => {
    const night = new Date('2026-11-29T23:30:00Z')
    const { state, look, messages, shown } = announcing(['post live:/2026/11/relacja'], {
      article: coverage(update('a', 0)),
    })
    await look(night)
    state.article = coverage(update('c', 0), update('b', 1), update('a', 2))
    await look(night)
    expect(shown()).toMatchObject([{ title: 'Relacja', body: 'Wpis c', url: '/2026/11/relacja#c' }])
    expect(messages[0]).toMatchObject({ dueAt: night.toISOString(), replaces: true, endsTopic: false })
    state.article = missing
    await look(night)
    state.article = coverage(update('d', 0, true), update('c', 1))
    await look(night)
    expect(messages).toHaveLength(2)
    expect(messages[1]).toMatchObject({ endsTopic: true })
  })
})

test('PUSH-6: at night news wait for the morning, and stay news then', async () => {
  const night = new Date('2026-11-29T23:30:00Z')
  const { state, look, messages } = announcing(['post breaking'], {})
  await look(night)
  state.line = breakingLine({ text: 'W nocy', href: '/2026/11/noc', until: night.getTime() + 20 * 3_600_000 })
  await look(night)
  expect(messages).toMatchObject([{ dueAt: '2026-11-30T06:00:00.000Z', expiresAt: '2026-11-30T12:00:00.000Z' }])
})

test('PUSH-5: a message fits the record that every push service takes, whatever editors wrote', async () => {
  const { state, look, messages, shown } = announcing(['post breaking'], {})
  await look()
  const text = `${'źdźbło 👩‍👩‍👧 '.repeat(400)}`
  state.line = breakingLine({ text, href: '/2026/11/a', until: NOON.getTime() + 1000 })
  await look()
  expect(Buffer.byteLength(messages[0]?.payload ?? '')).toBeLessThan(3800)
  expect(shown()[0]?.body.endsWith('…')).toBe(true)
  expect(shown()[0]?.body.isWellFormed()).toBe(true)
})

test.each([
  ['2026-11-29T20:59:00Z', '2026-11-29T20:59:00.000Z'],
  ['2026-11-29T21:00:00Z', '2026-11-30T06:00:00.000Z'],
  ['2026-11-30T05:59:59Z', '2026-11-30T06:00:00.000Z'],
  ['2026-11-30T06:00:00Z', '2026-11-30T06:00:00.000Z'],
  // The clocks change in this night.
  ['2026-10-24T22:00:00Z', '2026-10-25T06:00:00.000Z'],
])('PUSH-6: in Warsaw, what comes at %s goes out at %s', (at, due) => {
  expect(nextLoudMoment(new Date(at), WARSAW, { from: 22, to: 7 }).toISOString()).toBe(due)
})

test('PUSH-6: quiet hours may lie within a day, or not be at all', () => {
  const noon = new Date('2026-11-29T11:30:00Z')
  expect(nextLoudMoment(noon, WARSAW, { from: 12, to: 13 }).toISOString()).toBe('2026-11-29T12:00:00.000Z')
  expect(nextLoudMoment(noon, WARSAW, undefined)).toBe(noon)
  expect([quietHoursOf('22-7'), quietHoursOf('off'), quietHoursOf('7-7')]).toEqual([
    { from: 22, to: 7 },
    undefined,
    undefined,
  ])
})

test('PUSH-2: names of topics are read as they are written, and others are none', () => {
  for (const name of ['breaking', 'newest', 'series:łódź-2', 'live:/2026/11/relacja']) {
    const topic = parseTopic(name)
    expect(topic && topicName(topic)).toBe(name)
  }
  for (const name of [
    '',
    'all',
    'series:',
    'series:a b',
    'live:',
    'live://other.example',
    'live:/a?b',
    `live:/${'a'.repeat(300)}`,
  ])
    expect(parseTopic(name)).toBeUndefined()
  expect(storedTopic('post series:a')).toEqual({ service: 'post', topic: { kind: 'series', slug: 'a' } })
  expect(storedTopic('breaking')).toBeUndefined()
})
