import type { ListMonth } from '../../../src/services/list-kind.ts'
import type { RestCall, RestResponse } from '../../support/wordpress-server.ts'
import { akademia, startSite, type TestSite } from './site.ts'

/** Months of a list of more posts than one call has: each is counted by a call of its own. */

const POSTS = 150
const MONTHS = ['2026-03', '2026-02', '2026-01']
const POSTS_ROUTE = '/wp-json/wp/v2/posts'

let site: TestSite
afterEach(() => site.server.close())

/** Every third post is of the same month. */
const dates = Array.from({ length: POSTS }, (_, index) => `${MONTHS[index % MONTHS.length]}-10T10:00:00`)

function stored({ query }: RestCall): RestResponse {
  const [from, to] = [query.get('after') ?? '', query.get('before') ?? '9']
  const posts = dates.filter((date) => date > from && date < to).sort()
  if (query.get('order') !== 'asc') posts.reverse()
  const items = posts.slice(0, Number(query.get('per_page'))).map((date) => ({ date, modified_gmt: date }))
  return { json: items, headers: { 'x-wp-total': String(posts.length), 'x-wp-totalpages': '2' } }
}

/** @param odd what the call of that number gets */
async function start(odd: (number: number) => RestResponse | undefined = () => undefined): Promise<() => number> {
  let calls = 0
  site = await startSite('none')
  site.server.on(POSTS_ROUTE, (call) => odd(calls++) ?? stored(call))
  return () => calls
}

const months = async (): Promise<Array<[string, number]>> =>
  ((await site.source.months?.all(akademia, 'category', 'najnowsze')) ?? []).map(
    ({ month, count }: ListMonth): [string, number] => [month, count],
  )
const WHOLE = MONTHS.map((month) => [month, POSTS / MONTHS.length])

test('a list of more posts than a call has is counted month by month', async () => {
  const calls = await start()
  expect(await months()).toEqual(WHOLE)
  expect(calls()).toBe(1 + 2 + MONTHS.length)
})

const MISSING: Array<[string, RestResponse]> = [
  ['missing', { status: 404, json: { code: 'rest_no_route', message: '', data: { status: 404 } } }],
  ['a page that is not there', { status: 400, json: { code: 'rest_post_invalid_page_number', message: '' } }],
]
/** The URL rests after them (RES-4). */
const FAILURES: Array<[string, RestResponse]> = [
  ['refused', { status: 403, json: { code: 'rest_forbidden', message: '' } }],
  ['no JSON', { body: '<!doctype html><p>Briefly unavailable' }],
  ['cut off', { body: '[{"date":"2026-03-' }],
  ['an error of the site', { status: 500, json: { code: 'internal_server_error' } }],
]
const CALLS = Array.from({ length: 5 }, (_, index) => index + 1)

const cases = (kinds: Array<[string, RestResponse]>) =>
  kinds.flatMap(([what, response]) => CALLS.map((number) => [number, what, response] as const))
const orFailed = (): Promise<unknown> => months().catch(() => 'failed')

test.each(cases(MISSING))(
  'call %i of the counting is once %s: it fails, and is whole at the next look',
  async (...of) => {
    await start((call) => (call === of[0] ? of[2] : undefined))
    expect(await orFailed()).toBe('failed')
    expect(await months()).toEqual(WHOLE)
  },
)

test.each(cases(FAILURES))('call %i of the counting is once %s: no part is taken for the whole', async (...of) => {
  await start((call) => (call === of[0] ? of[2] : undefined))
  expect([await orFailed(), await orFailed()]).toEqual(['failed', 'failed'])
})

test('after a whole count, a list that is once missing is counted again with one call', async () => {
  let isAway = false
  const calls = await start(() => (isAway ? MISSING[0]?.[1] : undefined))
  expect(await months()).toEqual(WHOLE)
  isAway = true
  await months().catch(() => undefined)
  isAway = false
  const before = calls()
  expect(await months()).toEqual(WHOLE)
  expect(calls() - before).toBe(1)
})
