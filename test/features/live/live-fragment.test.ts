import { JSDOM } from 'jsdom'
import { ampProblems } from '../../support/amp-validator.ts'
import { articleText } from '../../support/article-text.ts'
import { createLiveNewsroom, type LiveNewsroom, updatesOfDay, type WrittenUpdate } from '../../support/live-newsroom.ts'
import { startTestPortal, type TestPortal, type TestResponse } from '../../support/portal.ts'
import { until } from '../../support/until.ts'
import { parseXml } from '../../support/xml.ts'

const DAY = '2026-11-24'
const UPDATES = updatesOfDay(45, DAY)
const PINNED = { time: `${DAY}T07:00`, heading: 'Co wiemy', text: 'Streszczenie.', classes: 'live-pinned' }
const TOKEN = 'a-token-of-the-metrics'
const READERS = 25
const idOf = (clock: string) => `live-20261124-${clock}`

let newsroom: LiveNewsroom
let portal: TestPortal
/** What readers of the page have seen: before the two newest updates, and then. */
let earlier: string
let latest: string
beforeAll(async () => {
  newsroom = await createLiveNewsroom([...UPDATES.slice(2), PINNED])
  portal = await startTestPortal({ NEWSROOM_DIR: newsroom.folder, METRICS_TOKEN: TOKEN })
  earlier = seenIn(await portal.get(newsroom.path))
  latest = await after([...UPDATES, PINNED], earlier)
  // The first page after a purge is still the old one.
  await until(
    () => portal.get(newsroom.path),
    (response) => seenIn(response) === latest,
  )
})
afterAll(async () => {
  await portal.close()
  await newsroom.remove()
})

const fragmentOf = (seen?: string) =>
  portal.get(`/fragment/live${newsroom.path}${seen === undefined ? '' : `?since=${encodeURIComponent(seen)}`}`)
const seenIn = (response: TestResponse) =>
  documentOf(response).querySelector('[data-seen]')?.getAttribute('data-seen') ?? ''
/** Writes updates, and waits until there is more than what was seen. @returns what is seen then */
async function after(updates: readonly WrittenUpdate[], seen: string): Promise<string> {
  await newsroom.write(updates)
  const response = await until(
    () => fragmentOf(seen),
    ({ status }) => status !== 204,
  )
  return seenIn(response.status === 302 ? await fragmentOf() : response)
}
const documentOf = ({ text }: TestResponse) => new JSDOM(text).window.document
const idsIn = (response: TestResponse) =>
  [...documentOf(response).querySelectorAll('[data-update]')].map(({ id }) => id)

/** Renderings of updates so far. */
async function renderings(): Promise<number> {
  const { text } = await portal.get('/metrics', { authorization: `Bearer ${TOKEN}` })
  const lines = text
    .split('\n')
    .filter((line) => /^szpalta_answer_seconds_count\{.*fragment\/live.*status="200"/.test(line))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

describe('the page (LIVE-4, LIVE-5)', () => {
  test('has the pinned and the twenty newest updates, key events, and links to the others', async () => {
    const response = await portal.get(newsroom.path)
    const document = documentOf(response)
    expect(idsIn(response).slice(0, 3)).toEqual([idOf('0700'), idOf('0845'), idOf('0844')])
    expect(idsIn(response)).toHaveLength(21)
    expect(document.querySelector('article')?.getAttribute('data-live')).toBe(`/fragment/live${newsroom.path}`)
    expect(document.querySelector('.live-key-events a')?.getAttribute('href')).toBe(`#${idOf('0700')}`)
    expect(document.querySelector('.live-state a')?.getAttribute('href')).toBe(newsroom.path)
    expect(document.querySelector('.live .pagination a[rel=next]')?.getAttribute('href')).toBe(
      `${newsroom.path}/live-page-2`,
    )
    expect(response.headers['cache-control']).toMatch(/^public, max-age=10, /)
  })

  test('has later pages at paths of their own, which do not ask for updates; there are no others', async () => {
    const response = await portal.get(`${newsroom.path}/live-page-3`)
    const document = documentOf(response)
    expect(idsIn(response)).toEqual(['0805', '0804', '0803', '0802', '0801'].map(idOf))
    expect(document.querySelector('[data-live]')).toBeNull()
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/live-page-3$/)
    expect(document.title).toContain('strona 3')
    expect(document.body.textContent).not.toContain('Wstęp do relacji.')
    for (const path of [`${newsroom.path}/live-page-4`, '/2026/11/sto-jeden-slow/live-page-2'])
      expect([path, (await portal.get(path)).status]).toEqual([path, 404])
    const first = await portal.get(`${newsroom.path}/live-page-1`)
    expect([first.status, first.headers.location]).toEqual([301, newsroom.path])
  })
})

describe('the fragment (LIVE-7)', () => {
  test('has the updates that are newer than one, and nothing where there are none', async () => {
    expect([earlier, latest].map((seen) => seen.slice(0, seen.lastIndexOf('.')))).toEqual([idOf('0843'), idOf('0845')])
    expect(seenIn(await portal.get(newsroom.path))).toBe(latest)
    for (const seen of [earlier, idOf('0843')]) {
      expect(idsIn(await fragmentOf(seen))).toEqual([idOf('0845'), idOf('0844')])
    }
    expect((await fragmentOf(idOf('0845'))).status).toBe(204)
    for (const cache of ['miss', 'hit', 'hit']) {
      const none = await fragmentOf(latest)
      expect([none.status, none.text, none.headers['x-cache']]).toEqual([204, '', cache])
      expect(none.headers).not.toHaveProperty('content-length')
    }
  })

  test('of nothing that was seen is the first page, and is where old, unknown and hostile values lead', async () => {
    const isWhole = (response: TestResponse) => documentOf(response).querySelector('[data-whole]') !== null
    const all = await fragmentOf()
    expect([idsIn(all).length, isWhole(all), isWhole(await fragmentOf(earlier))]).toEqual([21, true, false])
    for (const seen of [idOf('0801'), `${idOf('0845')}.AAAAAAAA`, 'inny', 'x'.repeat(90)]) {
      const moved = await fragmentOf(seen)
      expect([moved.status, moved.headers.location]).toEqual([302, `/fragment/live${newsroom.path}`])
    }
    // Nothing that a page could have said: the same key as without it.
    for (const seen of ['"><script>', 'x'.repeat(200), '', 'a b']) {
      const same = await fragmentOf(seen)
      expect([seen, same.status, same.headers['x-cache']]).toEqual([seen, 200, 'hit'])
    }
  })

  test('is no page for search engines, and none of an article without updates', async () => {
    expect((await fragmentOf()).headers['x-robots-tag']).toBe('noindex')
    expect((await portal.get('/fragment/live/2026/11/nie-ma')).status).toBe(404)
  })
})

test('the AMP document has the same text, and asks for updates by AMP’s own list (LIVE-13)', async () => {
  const [amp, page] = [await portal.get(newsroom.ampPath), await portal.get(newsroom.path)]
  expect(await ampProblems(amp.text)).toEqual([])
  expect(articleText(amp.text)).toBe(articleText(page.text))
  const document = documentOf(amp)
  const items = [...document.querySelectorAll('amp-live-list > [items] > *')]
  expect(items).toHaveLength(21)
  expect(items.every((item) => item.id !== '' && Number(item.getAttribute('data-sort-time')) > 1)).toBe(true)
  expect(Number(document.querySelector('amp-live-list')?.getAttribute('data-poll-interval'))).toBeGreaterThanOrEqual(
    15_000,
  )
  expect(amp.headers['cache-control']).toMatch(/^public, max-age=10, /)
})

test('in the feed the article is updated with its newest update, and whole (LIVE-12)', async () => {
  const { text } = await portal.get('/api/feed/feed-gn')
  const entry = parseXml(text).children.find((child) => JSON.stringify(child).includes('multisig-dwa-z-trzech'))
  const shown = JSON.stringify(entry)
  const updated = entry?.children.find(({ name }) => name === 'updated')
  expect(updated?.text).toBe(`${DAY}T08:45:00+01:00`)
  for (const word of ['Wstęp do relacji.', 'Wpis 45.', 'Wpis 1.', 'Streszczenie.', 'Po relacji.'])
    expect(shown).toContain(word)
})

test('who has seen an update that was revised, withdrawn or followed by a late one is led to the first page (LIVE-14)', async () => {
  const revisionsIn = (response: TestResponse) =>
    [...documentOf(response).querySelectorAll('[data-update]')].map((one) => [one.id, one.getAttribute('data-version')])
  const before = new Map(revisionsIn(await fragmentOf()).map(([id, revision]) => [id, revision]))
  const changed = async (updates: readonly WrittenUpdate[], seen: string) => {
    const mark = await after([...updates, PINNED], seen)
    expect((await fragmentOf(seen)).status).toBe(302)
    expect((await fragmentOf(mark)).status).toBe(204)
    const others = revisionsIn(await fragmentOf()).filter(([id, revision]) => before.get(id) !== revision)
    return { mark, others: others.map(([id]) => id) }
  }
  const [newest, second, ...older] = UPDATES
  if (!newest || !second) throw new Error('there are updates')

  const revised = await changed([newest, { ...second, text: 'Poprawiony.' }, ...older], latest)
  expect(revised.others).toEqual([idOf('0844')])
  // An update of the first page's end comes up.
  const withdrawn = await changed([newest, ...older], revised.mark)
  expect(withdrawn.others).toEqual([idOf('0825')])
  const late = await changed(
    [newest, { time: `${DAY}T08:44`, heading: 'Później', text: 'Spóźniony.' }, ...older],
    withdrawn.mark,
  )
  expect(late.others).toEqual([idOf('0844')])
  // As it was, word for word: the same mark.
  expect(await after([...UPDATES, PINNED], late.mark)).toBe(latest)
})

test('a reader sees an update with the first question after it was found, and its end with the next (LIVE-6, LIVE-7)', async () => {
  expect((await fragmentOf(latest)).status).toBe(204)
  // Questions are what has the folder looked at every second.
  const added = [{ time: `${DAY}T09:00`, text: 'Nowy wpis.' }, ...UPDATES, PINNED]
  await newsroom.write(added)
  const before = await renderings()
  const came = await until(
    () => Promise.all(Array.from({ length: READERS }, () => fragmentOf(latest))),
    (responses) => responses.every(({ status }) => status === 200),
  )
  expect(new Set(came.map(({ text }) => text)).size).toBe(1)
  expect(came.map(idsIn)).toEqual(Array.from({ length: READERS }, () => [idOf('0900')]))
  // LIVE-7
  expect((await renderings()) - before).toBe(1)
  const [{ text: newest } = { text: '' }] = came
  const seen = new JSDOM(newest).window.document.querySelector('[data-seen]')?.getAttribute('data-seen') ?? ''
  expect((await fragmentOf(seen)).status).toBe(204)
  const last = { time: `${DAY}T09:10`, text: 'Koniec.', classes: 'live-ended' }
  const ended = await fragmentOf(await after([last, ...added], seen))
  const fragment = documentOf(ended).querySelector('[data-live-fragment]')
  expect(fragment?.hasAttribute('data-over')).toBe(true)
  expect(fragment?.querySelectorAll('[data-update]')).toHaveLength(0)
  const page = documentOf(
    await until(
      () => portal.get(newsroom.path),
      ({ text }) => text.includes('Koniec.'),
    ),
  )
  expect(page.querySelector('[data-live]')).toBeNull()
  expect(page.querySelector('.live-over')?.textContent).toBe('Relacja zakończona')
  const graph = page.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
  expect(JSON.parse(graph)['@graph']).toContainEqual(
    expect.objectContaining({ '@type': 'LiveBlogPosting', coverageEndTime: `${DAY}T09:10:00+01:00` }),
  )
  const amp = await until(
    () => portal.get(newsroom.ampPath),
    ({ text }) => text.includes('Koniec.'),
  )
  expect(amp.text).not.toContain('amp-live-list')
  expect(await ampProblems(amp.text)).toEqual([])
})
