import { JSDOM } from 'jsdom'
import { createLiveUpdates } from '../../src/client/features/live-updates.ts'

/** Above what is on the screen, or below it: nothing of these lists is seen. */
const OFF_SCREEN = { top: -200, bottom: -100 }

const { window } = new JSDOM('<div></div>')
beforeAll(() => {
  Object.assign(globalThis, { document: window.document, innerHeight: 800, CSS: { supports: () => true } })
  Object.assign(globalThis, { HTMLElement: window.HTMLElement })
  window.Element.prototype.getBoundingClientRect = () => ({ ...new window.DOMRect(), ...OFF_SCREEN })
})
afterAll(() => {
  for (const name of ['document', 'innerHeight', 'CSS', 'HTMLElement']) Reflect.deleteProperty(globalThis, name)
})

interface Written {
  version?: string
  inside?: string
}

const clockOf = (minute: number) => `2026-11-24T08:${String(minute).padStart(2, '0')}:00+01:00`
/** @param id `p` and a minute for a pinned update, otherwise its minute */
function update(id: string | number, { version = 'a', inside = '' }: Written = {}): HTMLElement {
  const isPinned = String(id).startsWith('p')
  const template = window.document.createElement('template')
  const time = clockOf(Number(String(id).replace('p', '')))
  template.innerHTML =
    `<div class="live-update${isPinned ? ' live-pinned' : ''}" data-update="${String(id).replace('p', '')}" ` +
    `data-version="${version}${isPinned ? '.pinned' : ''}"><p class="live-time"><time datetime="${time}"></time></p>${inside}</div>`
  const made = template.content.firstElementChild
  if (!(made instanceof window.HTMLElement)) throw new Error('no element')
  return made
}
/** The minutes from one down to another. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)
const many = (...ids: ReadonlyArray<string | number>) => ids.map((id) => update(id))

function page(...ids: ReadonlyArray<string | number>) {
  const list = window.document.createElement('div')
  list.append(...many(...ids))
  window.document.body.replaceChildren(list)
  const updates = createLiveUpdates(list)
  const shown = () =>
    [...list.querySelectorAll<HTMLElement>('[data-update]')].map(
      ({ dataset, className }) => `${className.includes('pinned') ? 'p' : ''}${dataset.update}`,
    )
  return { list, updates, shown }
}
const firstPage = (updates: readonly HTMLElement[], { isAll = false, isSure = true } = {}) => ({
  updates,
  isAll,
  isSure,
})
const names = (...ids: ReadonlyArray<string | number>) => ids.map(String)

test('new updates wait, and are inserted below the pinned ones, the newest first', () => {
  const { updates, shown } = page('p1', 10, 9)
  updates.takeNew(many(11))
  updates.takeNew(many(13, 12))
  updates.takeNew(many(13))
  expect([updates.waiting, shown()]).toEqual([3, names('p1', 10, 9)])
  expect(updates.insert()?.dataset.update).toBe('13')
  expect([updates.waiting, shown()]).toEqual([0, names('p1', 13, 12, 11, 10, 9)])
})

test('who was away for more than a page gets that page in place of what is shown, pinned ones or not', () => {
  for (const pinned of [[], ['p1']]) {
    const { updates, shown } = page(...pinned, ...down(30, 11))
    updates.takePage(firstPage(many(...pinned, ...down(55, 36)), { isSure: false }))
    expect(updates.waiting).toBe(20)
    expect(updates.insert()?.dataset.update).toBe('55')
    expect(shown()).toEqual(names(...pinned, ...down(55, 36)))
  }
})

test('updates that wait longer than a page is long give way to that page', () => {
  const { updates, shown } = page('p1', ...down(30, 11))
  for (const minute of down(55, 31).toReversed()) updates.takeNew(many(minute))
  expect(updates.waiting).toBe(25)
  updates.takePage(firstPage(many('p1', ...down(55, 36))))
  updates.insert()
  expect(shown()).toEqual(names('p1', ...down(55, 36)))
})

test('an old page withdraws nothing until it is sure', () => {
  const { updates, shown } = page(...down(30, 11))
  updates.takePage(firstPage(many(...down(28, 9)), { isSure: false }))
  updates.settle(true)
  expect([updates.waiting, updates.changed, shown()]).toEqual([0, 0, names(...down(30, 11))])
  updates.takePage(firstPage(many(...down(28, 9))))
  updates.settle(false)
  expect(shown()).toEqual(names(...down(28, 9)))
})

test.each([
  ['the newest', 30],
  ['one between', 20],
  ['the oldest of the page', 11],
])('a withdrawn update goes: %s; what comes up is no news', (_which, gone) => {
  const { updates, shown } = page('p1', ...down(30, 11))
  const left = down(30, 10).filter((minute) => minute !== gone)
  updates.takePage(firstPage(many('p1', ...left)))
  expect(updates.waiting).toBe(0)
  updates.settle(false)
  expect(shown()).toEqual(names('p1', ...left))
})

test('updates that a newer one has moved to the next page stay', () => {
  const { updates, shown } = page(...down(30, 11))
  updates.takeNew(many(31))
  updates.insert()
  updates.takePage(firstPage([update(31, { version: 'b' }), ...many(...down(30, 12))]))
  updates.settle(false)
  expect(shown()).toEqual(names(...down(31, 11)))
  // A late one at the very end moves the last one off.
  updates.takePage(firstPage([update(31, { version: 'b' }), ...many(...down(30, 14), 12)]))
  updates.settle(false)
  expect(shown()).toContain('11')
})

test('of a coverage of one page all is known: the oldest goes, and an older one comes', () => {
  const { updates, shown } = page(5, 4, 3)
  updates.takePage(firstPage(many(5, 4), { isAll: true }))
  updates.settle(false)
  expect(shown()).toEqual(names(5, 4))
  updates.takePage(firstPage(many(5, 4, 1), { isAll: true }))
  updates.settle(false)
  expect(shown()).toEqual(names(5, 4, 1))
})

test('a late update comes to its place, and the newest of all is what the reader is led to', () => {
  const { updates, shown } = page('p1', 30, 28, 27)
  updates.takeNew(many(31))
  updates.takePage(firstPage(many('p1', 31, 30, 29, 28, 27)))
  expect(updates.waiting).toBe(2)
  expect(updates.insert()?.dataset.update).toBe('31')
  expect(shown()).toEqual(names('p1', 31, 30, 29, 28, 27))
})

test('what was revised is put in place, once; what is revised back is not', () => {
  const { updates, list, shown } = page(3, 2, 1)
  updates.takePage(firstPage([update(3), update(2, { version: 'b', inside: '<p>nowe</p>' }), update(1)]))
  expect(updates.changed).toBe(1)
  updates.settle(false)
  expect([list.children[1]?.textContent, updates.changed, shown()]).toEqual(['nowe', 0, names(3, 2, 1)])
  updates.takePage(firstPage([update(3, { version: 'c' }), update(2, { version: 'b' }), update(1)]))
  updates.takePage(firstPage([update(3), update(2, { version: 'b' }), update(1)]))
  expect(updates.changed).toBe(0)
})

test('an update that is pinned or no more pinned moves', () => {
  const { updates, shown } = page('p1', 5, 4, 3)
  updates.takePage(firstPage(many('p4', 'p1', 5, 3)))
  updates.settle(false)
  expect(shown()).toEqual(names('p4', 'p1', 5, 3))
  updates.takePage(firstPage(many('p1', 5, 4, 3)))
  updates.settle(false)
  expect(shown()).toEqual(names('p1', 5, 4, 3))
})

test('an update with an embed or a recording that plays is left alone, and so is what is no update', () => {
  const { updates, list, shown } = page(4)
  const foreign = window.document.createElement('ins')
  list.append(update(3, { inside: '<iframe></iframe>' }), foreign, update(2, { inside: '<audio></audio>' }), update(1))
  const audio = list.querySelector('audio')
  Object.defineProperty(audio, 'paused', { value: false })
  updates.takePage(firstPage(many(4), { isAll: true }))
  expect(updates.changed).toBe(1)
  updates.settle(true)
  expect([shown(), foreign.parentElement === list]).toEqual([names(4, 3, 2), true])
})

test('of updates of one day in a row the first alone says the day, whatever comes between (LIVE-15)', () => {
  const { updates, list } = page('p9', 5, 4)
  const onDay = (element: HTMLElement, day: string): HTMLElement => {
    element.querySelector('time')?.setAttribute('datetime', `2026-11-${day}T08:00:00+01:00`)
    return element
  }
  const silent = () =>
    [...list.querySelectorAll<HTMLElement>('.is-same-day')].map(({ dataset }) => Number(dataset.update))
  updates.takeNew([update(7), update(6)])
  updates.insert()
  expect(silent()).toEqual([6, 5, 4])
  updates.takeNew([onDay(update(8), '25')])
  updates.insert()
  expect(silent()).toEqual([6, 5, 4])
})
