import type { Block } from '../../src/content/block.ts'
import { revisedAt } from '../../src/content/corrections.ts'
import {
  isFilterable,
  isLive,
  liveFragmentPath,
  liveIn,
  livePageIn,
  livePath,
  seenIn,
  titleOfUpdate,
  UPDATES_PER_PAGE,
  updateHref,
  updatesSince,
} from '../../src/content/live.ts'
import { normalise, paragraph, wireBlock } from './world.ts'

const update = (time: string, text: string, classes = '') =>
  wireBlock({
    blockName: 'core/group',
    attrs: { className: `live-update ${classes}`, time },
    innerBlocks: [paragraph(text)],
  })
const time = (minute: number) =>
  `2026-03-04T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => update(time(count - index), `wpis ${count - index}`))
const bodyOf = (...blocks: unknown[]): Block[] => normalise(blocks).blocks
const coverageOf = (body: Block[]) => {
  const live = liveIn(body)
  if (!live) throw new Error('no coverage')
  return live
}

test('a coverage has pages of twenty, the pinned updates on the first in addition (LIVE-5)', () => {
  const live = coverageOf(bodyOf(...many(45), update('2026-03-04T00:00', 'przypięty', 'live-pinned')))
  expect(live.pages.map((page) => page.length)).toEqual([UPDATES_PER_PAGE + 1, UPDATES_PER_PAGE, 5])
  expect(live.pages[0]?.[0]).toMatchObject({ isPinned: true })
  expect(live.newest.published?.clock).toBe('00:45')
  const oldest = live.pages[2]?.at(-1)
  expect(oldest && updateHref(live, oldest, '/a', 1)).toBe('/a/live-page-3#live-20260304-0001')
  expect(oldest && updateHref(live, oldest, '/a', 3)).toBe('#live-20260304-0001')
})

test('what is newer than an update is what a reader of it has not seen; old and unknown marks say nothing (LIVE-7)', () => {
  const live = coverageOf(bodyOf(...many(45)))
  /** What a reader has seen when there were so many updates. */
  const seen = (count: number) => seenIn(coverageOf(bodyOf(...many(count))))
  expect(updatesSince(live, seen(45))).toEqual([])
  expect(updatesSince(live, seen(43))?.map(({ id }) => id)).toEqual(['live-20260304-0045', 'live-20260304-0044'])
  expect(updatesSince(live, seen(26))).toHaveLength(19)
  for (const mark of [seen(25), 'inny', '', '__proto__']) expect(updatesSince(live, mark)).toBeUndefined()
})

test('the id alone of a recent update says that all below it was seen (LIVE-7)', () => {
  const live = coverageOf(bodyOf(...many(45)))
  const idsSince = (id: string) => updatesSince(live, id)?.map((update) => update.id)
  expect(idsSince('live-20260304-0045')).toEqual([])
  expect(idsSince('live-20260304-0043')).toEqual(['live-20260304-0045', 'live-20260304-0044'])
  expect(idsSince('live-20260304-0026')).toHaveLength(19)
  for (const id of ['live-20260304-0025', 'live-20260304-0046', 'live-20260304-0045.'])
    expect(idsSince(id)).toBeUndefined()
})

describe('a mark of what was seen (LIVE-14)', () => {
  const [newest, second, ...older] = many(45)
  const before = seenIn(coverageOf(bodyOf(newest, second, ...older)))

  test.each([
    ['words', update(time(44), 'inaczej')],
    ['time', update(time(43), 'wpis 44')],
    ['pin', update(time(44), 'wpis 44', 'live-pinned')],
    ['end', update(time(44), 'wpis 44', 'live-ended')],
  ])('is another one where an older update has another %s, and where it is not there', (_what, other) => {
    for (const updates of [
      [newest, other, ...older],
      [newest, ...older],
    ])
      expect(updatesSince(coverageOf(bodyOf(...updates)), before)).toBeUndefined()
  })

  test('is the same where nothing is changed', () => {
    expect(seenIn(coverageOf(bodyOf(newest, second, ...older)))).toBe(before)
  })

  const group = (minute: number, blocks: unknown[]) =>
    wireBlock({
      blockName: 'core/group',
      attrs: { className: 'live-update', time: time(minute) },
      innerBlocks: blocks,
    })
  const correction = wireBlock({
    blockName: 'core/group',
    attrs: { className: 'correction' },
    innerBlocks: [paragraph('Sprostowanie.')],
  })
  const anchored = wireBlock({ blockName: 'core/paragraph', innerHTML: '<p id="stan">stan</p>' })
  const html = wireBlock({ blockName: 'core/html', innerHTML: '<p><span id="tu">tu</span></p>' })
  test.each([
    ['headings', [wireBlock({ blockName: 'core/heading', innerHTML: '<h2>Komentarz</h2>' }), paragraph('tekst')]],
    ['corrections', [paragraph('tekst'), correction]],
    ['anchors', [anchored, html]],
  ])('is the same whatever is added above, with the same %s too', (_what, blocks) => {
    const mark = seenIn(coverageOf(bodyOf(group(50, blocks), ...older)))
    const more = coverageOf(bodyOf(group(51, blocks), group(50, blocks), ...older))
    expect(updatesSince(more, mark)).toHaveLength(1)
  })

  test('sees what an update has of blocks of other kinds, and nothing of what WordPress numbers', () => {
    const marks = ['1:0', '2:0'].map((score) =>
      seenIn(
        coverageOf(bodyOf(group(50, [paragraph('wynik'), wireBlock({ blockName: 'acme/score', attrs: { score } })]))),
      ),
    )
    expect(marks[0]).not.toBe(marks[1])
    const columns = (number: number) =>
      wireBlock({
        blockName: 'core/html',
        innerHTML: `<div class="wp-container-${number}" id="g-${number}"><p>a</p></div>`,
      })
    const [one, other] = [3, 4].map((number) => seenIn(coverageOf(bodyOf(group(50, [columns(number)])))))
    expect(one).toBe(other)
    const rendered = (number: number, words: string) =>
      wireBlock({
        blockName: null,
        innerHTML: `<div class="live-update"><p>2026-03-04 10:00</p><p class="has-${number}">${words}</p></div>`,
      })
    const embedded = (secret: string) =>
      `<iframe src="https://example.org/a/embed/#?secret=${secret}" data-secret="${secret}"></iframe>a`
    const [once, again] = ['x1', 'x2'].map((secret) => seenIn(coverageOf(bodyOf(rendered(1, embedded(secret))))))
    expect(once).toBe(again)
    const [first, same, changed] = [rendered(1, 'a'), rendered(2, 'a'), rendered(1, 'b')].map((block) =>
      seenIn(coverageOf(bodyOf(block))),
    )
    expect([same === first, changed === first]).toEqual([true, false])
  })
})

test('an article with an update is a coverage, which goes on until an update ends it (LIVE-1, LIVE-6)', () => {
  const going = bodyOf(update('2026-03-04T10:00', 'a'), update('2026-03-04T09:00', 'b'))
  const over = bodyOf(update('2026-03-04T10:00', 'a', 'live-ended'), update('2026-03-04T09:00', 'b'))
  const first = bodyOf(paragraph('a'), update('2026-03-04T09:00', 'b'))
  expect([going, over, first, bodyOf(paragraph('a'))].map(isLive)).toEqual([true, false, true, false])
  expect(coverageOf(over)).toMatchObject({
    ended: { clock: '10:00' },
    started: { clock: '09:00' },
    updated: { clock: '10:00' },
  })
  expect(coverageOf(going).ended).toBeUndefined()
})

test('the newest update revises the article (LIVE-12)', () => {
  const body = bodyOf(update('2026-03-04T10:00', 'a'))
  const published = coverageOf(bodyOf(update('2026-03-04T08:00', 'b'))).updated
  const later = coverageOf(bodyOf(update('2026-03-04T12:00', 'b'))).updated
  expect(revisedAt(body, { published, modified: undefined })?.clock).toBe('10:00')
  expect(revisedAt(body, { published, modified: later })).toBe(later)
})

test('a title is the heading, else the beginning of the text', () => {
  const [first] = coverageOf(bodyOf(update('2026-03-04T10:00', `${'słowo '.repeat(40)}koniec`))).updates
  const title = first ? titleOfUpdate(first) : ''
  expect(title).toMatch(/^(?:słowo )+słowo…$/)
  expect(title.length).toBeLessThanOrEqual(101)
})

test('paths of pages lead back to the article and the page, and no other path does (LIVE-5)', () => {
  expect(livePageIn(livePath('/2026/03/a', 12))).toEqual({ path: '/2026/03/a', page: 12 })
  expect(livePath('/2026/03/a', 1)).toBe('/2026/03/a')
  for (const path of [
    '/2026/03/a/live-page-0',
    '/2026/03/a/live-page-01',
    '/2026/03/a/live-page-12345',
    '/live-page-2',
  ])
    expect(livePageIn(path)).toEqual({ path, page: 1 })
  expect(liveFragmentPath('/2026/03/ż.html')).toBe('/fragment/live/2026/03/%C5%BC')
})

test('a page says each day once, and its first one again (LIVE-15)', () => {
  const yesterday = update('2026-03-03T23:50', 'wczoraj')
  const live = coverageOf(bodyOf(...many(25), yesterday, update('2026-03-04T00:00', 'przypięty', 'live-pinned')))
  const said = live.pages.map((page) =>
    page.flatMap(({ isOfSameDay, published }) => (isOfSameDay ? [] : [published?.time.iso.slice(0, 10)])),
  )
  expect(said).toEqual([
    ['2026-03-04', '2026-03-04'],
    ['2026-03-04', '2026-03-03'],
  ])
})

test('a page can be filtered only where it has key events and others (LIVE-16)', () => {
  expect(isFilterable(coverageOf(bodyOf(...many(3))), 1)).toBe(false)
  const pinned = update('2026-03-04T00:00', 'przypięty', 'live-pinned')
  expect(isFilterable(coverageOf(bodyOf(pinned)), 1)).toBe(false)
  const both = coverageOf(bodyOf(...many(25), pinned))
  expect([isFilterable(both, 1), isFilterable(both, 2), isFilterable(both, 9)]).toEqual([true, false, false])
})
