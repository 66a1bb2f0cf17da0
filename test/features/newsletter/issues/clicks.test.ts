import { type Click, createClickCounter } from '../../../../src/features/newsletter/issues/clicks.ts'
import type { LinkClicks } from '../../../../src/features/newsletter/store/operations/figures.ts'

const ISSUE = 'akademia-2026-11-30-0700'

/** Deterministic (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

function counterFrom(own: { fails?: () => boolean } = {}) {
  const sums = new Map<number, number>()
  const rows: LinkClicks[] = []
  const clock = { now: 0 }
  const errors: unknown[] = []
  const counter = createClickCounter({
    store: {
      async addClicks(more) {
        if (own.fails?.()) throw new Error('away')
        rows.push(...more.map((row) => ({ ...row })))
        for (const { link, clicks } of more) sums.set(link, (sums.get(link) ?? 0) + clicks)
      },
    },
    onError: (error) => void errors.push(error),
    now: () => clock.now,
    interval: 3_600_000,
  })
  const click = (link: number, client: string, own: Partial<Click> = {}): void =>
    counter.count({ issueId: ISSUE, link, version: '', client, ...own })
  return { counter, click, sums, rows, clock, errors }
}

test('ISSUE-20: 20,000 clicks of readers, a third of them in a few networks, are added up within 1 % among 3,000 scanners', async () => {
  const { counter, click, sums, rows, clock } = counterFrom()
  const random = randomFrom(7)
  const expected = new Map<number, number>()
  interface Event {
    at: number
    link: number
    client: string
  }
  const events: Event[] = []
  const HOURS = 3_600_000 * 6
  for (let reader = 0; reader < 14_000; reader += 1) {
    // Many phones of one mobile network look alike.
    const client = random() < 0.33 ? `network-${Math.floor(random() * 200)}` : `reader-${reader}`
    let at = HOURS * random() ** 3
    const links = new Set(
      Array.from({ length: 1 + Math.floor(random() * 2) }, () => 1 + Math.floor(24 * random() ** 2)),
    )
    for (const link of links) {
      events.push({ at, link, client })
      expected.set(link, (expected.get(link) ?? 0) + 1)
      // A second click out of impatience.
      if (random() < 0.1) events.push({ at: at + 400, link, client })
      at += 8000 + random() * 120_000
    }
  }
  for (let scanner = 0; scanner < 3000; scanner += 1) {
    const at = HOURS * random() ** 3
    for (let link = 1; link <= 24; link += 1) events.push({ at: at + link * 60, link, client: `scanner-${scanner}` })
  }
  for (const { at, link, client } of events.sort((a, b) => a.at - b.at)) {
    if (at - clock.now > 2000) await counter.flush()
    clock.now = at
    click(link, client)
  }
  await counter.close()
  const total = (counts: ReadonlyMap<number, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0)
  expect(total(expected)).toBeGreaterThan(18_000)
  expect(Math.abs(total(sums) / total(expected) - 1)).toBeLessThan(0.01)
  for (const [link, count] of expected) {
    if (count > 500) expect(Math.abs((sums.get(link) ?? 0) / count - 1)).toBeLessThan(0.03)
  }
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['clicks', 'issueId', 'link', 'version'])
})

test('ISSUE-20: what opens more links at once than a reader would counts nothing, a minute later it may be a reader', async () => {
  const { counter, click, sums, clock } = counterFrom()
  for (let link = 1; link <= 5; link += 1) click(link, 'scanner')
  clock.now = 30_000
  click(6, 'scanner')
  clock.now = 70_000
  click(7, 'scanner')
  clock.now = 80_000
  await counter.flush()
  expect([...sums]).toEqual([[7, 1]])
  await counter.close()
})

test('ISSUE-20: a store that is away loses no click, and versions are apart', async () => {
  let isAway = true
  const { counter, click, rows, errors, clock } = counterFrom({ fails: () => isAway })
  click(1, 'ola', { version: 'a' })
  click(1, 'jan', { version: 'b' })
  clock.now = 10_000
  await counter.flush()
  isAway = false
  await counter.flush()
  expect(errors).toHaveLength(1)
  expect(rows.map(({ version, clicks }) => `${version}${clicks}`).sort()).toEqual(['a1', 'b1'])
  await counter.close()
})
