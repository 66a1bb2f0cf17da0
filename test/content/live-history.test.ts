import { type Live, liveIn } from '../../src/content/live.ts'
import { createLiveHistories, recorded } from '../../src/content/live-history.ts'
import { articleOf, problemsOf, renderAmp } from '../support/render.ts'
import { services, wireBlock } from './world.ts'

const NOW = Date.UTC(2026, 10, 20, 20) / 1000

interface Written {
  minute: number
  words?: string
  className?: string
}

const clock = (minute: number): string =>
  `2026-11-20T${String(12 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const idOf = (minute: number): string => `live-${clock(minute).replaceAll(/[-:]/g, '').replace('T', '-')}`
const updateOf = ({ minute, words = `Wpis ${minute}.`, className = 'live-update' }: Written) =>
  wireBlock({
    blockName: 'core/group',
    attrs: { className, time: clock(minute) },
    innerHTML: '<div></div>',
    innerBlocks: [wireBlock({ blockName: 'core/paragraph', innerHTML: `<p>${words}</p>` })],
  })
const articleAt = (written: readonly Written[]) => articleOf(...written.map(updateOf))
const minutes = (count: number): Written[] => Array.from({ length: count }, (_, minute) => ({ minute }))
const without = (written: readonly Written[], minute: number): Written[] =>
  written.filter((one) => one.minute !== minute)
const changed = (written: readonly Written[], minute: number, change: Omit<Written, 'minute'>): Written[] =>
  written.map((one) => (one.minute === minute ? { minute, ...change } : one))

/** The documents of a coverage, one for each state of its article, as one process renders them. */
function documentsOf(states: ReadonlyArray<readonly Written[]>) {
  let now = NOW
  const historyOf = createLiveHistories(() => now * 1000)
  return states.map((written) => {
    const article = articleAt(written)
    const live = liveIn(article.body) as Live
    const rendered = renderAmp(article, services.akademia, { consent: 'preset' }, historyOf('a', live))
    const at = now
    now += 60
    const items = [...rendered.document.querySelectorAll('amp-live-list > [items] > *')]
    const named = (attribute: string) => items.filter((one) => one.hasAttribute(attribute)).map(({ id }) => id)
    return {
      ...{ rendered, at, items },
      text: rendered.document.querySelector('.article-body')?.textContent ?? '',
      ids: items.filter((one) => !one.hasAttribute('data-tombstone')).map(({ id }) => id),
      revised: named('data-update-time'),
      withdrawn: named('data-tombstone'),
    }
  })
}

test('a revised update says when, a withdrawn one stays as a tombstone, and nothing old enters the list (LIVE-13)', async () => {
  const before = minutes(22)
  const after = changed(without(before, 18), 20, { words: 'Wpis 20 po poprawce.' })
  const [first, second] = documentsOf([before, after])
  expect([first?.revised, first?.withdrawn, first?.ids.length]).toEqual([[], [], 20])
  expect([second?.revised, second?.withdrawn]).toEqual([[idOf(20)], [idOf(18)]])
  const revised = second?.items.find(({ id }) => id === idOf(20))
  const time = Number(revised?.getAttribute('data-update-time'))
  expect(time).toBe(second?.at)
  expect(time).toBeGreaterThan(Number(revised?.getAttribute('data-sort-time')))
  // AMP takes any id for new that it has not seen.
  expect(second?.ids.filter((id) => !first?.ids.includes(id))).toEqual([])
  // A new reader has all of the first page.
  expect(second?.text).toContain('Wpis 1.')
  for (const shown of [first, second]) expect(shown && (await problemsOf(shown.rendered))).toEqual([])
})

test('a tombstone is empty, and stays while other updates come and go (LIVE-13)', () => {
  const shown = documentsOf([minutes(5), without(minutes(5), 2), without(minutes(6), 2), without(minutes(7), 2)]).at(-1)
  const [tombstone] = shown?.items.filter((one) => one.hasAttribute('data-tombstone')) ?? []
  expect([shown?.withdrawn, tombstone?.textContent, tombstone?.childElementCount]).toEqual([[idOf(2)], '', 0])
  expect(Number(tombstone?.getAttribute('data-sort-time'))).toBeGreaterThan(1)
  expect(shown?.ids).toEqual([6, 5, 4, 3, 1, 0].map(idOf))
})

test('a withdrawn update that has fallen off the first page is a tombstone too (LIVE-13)', () => {
  const [, , last] = documentsOf([minutes(20), minutes(23), without(minutes(23), 1)])
  expect(last?.withdrawn).toEqual([idOf(1)])
})

test('an update of an older page that comes up never enters, however much is withdrawn (LIVE-13)', () => {
  const all = minutes(60)
  const states = [all, all.slice(0, 50), all.slice(0, 30), all.slice(0, 10)]
  const shown = documentsOf(states)
  const first = new Set(shown[0]?.ids)
  expect(shown.map(({ ids }) => ids.every((id) => first.has(id)))).toEqual([true, true, true, true])
  expect(shown.map(({ ids }) => ids.length)).toEqual([20, 10, 0, 0])
  for (const [index, { text }] of shown.entries())
    expect(text).toContain(`Wpis ${(states[index]?.length ?? 0) - 20 > 0 ? (states[index]?.length ?? 0) - 20 : 0}.`)
})

test('what is new enters: at the top, and one that was saved late (LIVE-13)', () => {
  const [, second] = documentsOf([without(minutes(10), 4), minutes(11)])
  expect(second?.ids).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(idOf))
  // It said the day before the one above it came.
  expect(second?.revised).toEqual([idOf(9)])
})

test('a pin is a revision; an old update that is pinned stands above the list (LIVE-13)', async () => {
  const pinned = { className: 'live-update live-pinned' }
  const before = minutes(25)
  const [first, second, third] = documentsOf([before, changed(before, 20, pinned), changed(before, 1, pinned)])
  expect(second?.revised).toEqual([idOf(20)])
  expect(third?.ids.filter((id) => !first?.ids.includes(id))).toEqual([])
  expect(third?.text.indexOf('Wpis 1.')).toBeLessThan(third?.text.indexOf('Wpis 24.') ?? 0)
  expect(third && (await problemsOf(third.rendered))).toEqual([])
})

test('the day is said once in an open document: what comes in takes it from the update below (LIVE-13, LIVE-15)', async () => {
  const [first, second, third] = documentsOf([minutes(3), minutes(4), minutes(4)])
  expect(first?.revised).toEqual([])
  expect(second?.revised).toEqual([idOf(2)])
  const saysDay = (document: typeof first): string[] =>
    (document?.items ?? []).filter((one) => !one.classList.contains('is-same-day')).map(({ id }) => id)
  // An open document has the items of the first one, but those that are new or revised.
  const open = [...(second?.items ?? [])].filter(
    ({ id }) => id === idOf(3) || second?.revised.includes(id) || !saysDay(first).includes(id),
  )
  expect(open.map(({ id }) => id)).toEqual([3, 2, 1, 0].map(idOf))
  expect(saysDay(second)).toEqual([idOf(3)])
  expect(third?.revised).toEqual([idOf(2)])
  await expect(second?.rendered.html).toBeValidAmp()
})

test('each revision is later than the one before, and one that is undone is one too (LIVE-13)', () => {
  const states = [{}, { words: 'Inaczej.' }, {}, { words: 'Jeszcze inaczej.' }, { words: 'Jeszcze inaczej.' }]
  const times = documentsOf(states.map((change) => changed(minutes(3), 1, change))).map(({ items }) =>
    items.find(({ id }) => id === idOf(1))?.getAttribute('data-update-time'),
  )
  const [none, one, two, three, same] = times.map(Number)
  expect([none, same]).toEqual([0, three])
  expect([one, two, three]).toEqual([NOW + 60, NOW + 120, NOW + 180])
})

test('a revision of an update that is dated later than now is later than the update (LIVE-13)', () => {
  const [live, revised] = [minutes(3), changed(minutes(3), 2, { words: 'Inaczej.' })].map(
    (written) => liveIn(articleAt(written).body) as Live,
  )
  if (!live || !revised) throw new Error('there is no coverage')
  const history = recorded(recorded(undefined, live, 1), revised, 2)
  const known = history.known.get(idOf(2))
  expect(known?.revisedAt).toBe((known?.sortTime ?? 0) + 1)
})

test('nothing changes without a change, and coverages have histories of their own (LIVE-13)', () => {
  const historyOf = createLiveHistories()
  const live = (count: number) => liveIn(articleAt(minutes(count)).body) as Live
  const first = historyOf('a', live(4))
  expect(historyOf('a', live(4))).toBe(first)
  expect(historyOf('b', live(2)).withdrawn).toEqual([])
  expect(historyOf('a', live(2)).withdrawn.map(({ id }) => id)).toEqual([idOf(3), idOf(2)])
})
