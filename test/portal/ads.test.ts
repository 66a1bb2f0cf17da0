import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { JSDOM } from 'jsdom'
import { paragraph } from '../support/fixtures/every-block.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, type ProcessResponse, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
const TABLE = '/wp-json/ad-menager/v2/ads/all'
const [PLAIN, OWN, PLACED] = ['/2026/03/zwykly', '/2026/03/wlasne', '/2026/03/lokowanie']
/** Longer than pages are fresh. */
const A_MINUTE = 61_000

const slot = (adUnit: string, more: object = {}) => ({
  adUnit,
  active: true,
  adSizes: { desktop: [[970, 250]], tablet: [[728, 90]], mobile: [[300, 250]] },
  adHigh: { desktop: 250, tablet: 90, mobile: 250 },
  ...more,
})
const block = (blockType: string, attrs: object, fields: object = {}) => ({
  blockType,
  blockName: `acf/${blockType}`,
  attrs,
  innerHTML: '',
  innerBlocks: [],
  blockContent: { fields },
})
const AD_BLOCKS = [
  block('ad-slot', { active: true, adUnit: '/9/tabela_0' }, { class: 'reklama-gora <b>' }),
  block('ad-slot', { active: true, adUnit: '/9/tabela_1' }),
  block('ad-slot', { active: true, adUnit: '/9/tabela_3' }),
  block('ad-slot', { active: false, adUnit: '/9/tabela_0' }),
]

let title: string
let hub: HubServer
let other: HubServer
let portal: PortalProcess | undefined

const article = (path: string, fields: object = {}) => ({
  ID: 7,
  title,
  relative_link: path,
  publication_date: '2026-03-03T10:00:00+01:00',
  // Text enough for all places: no two advertisements stand together.
  blocks: Array.from({ length: 8 }, (_none, index) => paragraph(`Akapit ${index + 1}.`)),
  ...fields,
})
const responses = ({ path }: { path: string }): { body: string } | undefined => {
  const slots = [
    article(PLAIN),
    article(OWN, { ad_slots: { 0: slot('/9/wlasny_0', { active: false }), 3: slot('/9/wlasny_3') } }),
    article(PLACED, { nrm_product_placement: true, nrm_product_placement_ads: { 2: true } }),
  ].find(({ relative_link }) => path.endsWith(`/post${relative_link}`))
  if (slots) return { body: JSON.stringify(slots) }
  const home = { page_slug: 'a', nrm_ad_code: 'kod_A-1', blocks: AD_BLOCKS, ad_slots: [] }
  if (path === '/wp-json/hub/v2/page/1001') return { body: JSON.stringify({ ...home, ID: 1001, screaningOn: '1' }) }
  if (path === '/wp-json/hub/v2/page/1003') return { body: JSON.stringify({ ...home, ID: 1003 }) }
  if (path === '/wp-json/hub/v2/page/5257367') return { body: JSON.stringify({ ...home, ID: 5257367 }) }
  if (!path.endsWith('/taxonomy/tag/reklama/0')) return undefined
  const list = { type: 'tag', name: 'Reklama', posts: [], sumOfPosts: 0, postPerPage: 10, blocks: AD_BLOCKS }
  return { body: JSON.stringify(list) }
}

beforeEach(async () => {
  title = 'Stary tytuł'
  hub = await startHub(FIXTURES, responses)
  other = await startHub(FIXTURES, responses)
})
afterEach(async () => {
  await portal?.stop()
  portal = undefined
  await hub.close()
  await other.close()
})

async function start(variables: Record<string, string> = {}): Promise<PortalProcess> {
  const own = { CONTENT: 'hub', CMS_URL: hub.url, GAM_NETWORK_CODE: '123', LOG_LEVEL: 'info' }
  portal = await startProcess({ ...own, ...variables }, { clock: true })
  await portal.ready()
  return portal
}
const get = (path: string, service = 'post'): Promise<ProcessResponse> => {
  if (!portal) throw new Error('not started')
  return portal.ask(path, { headers: { host: `${service}.localhost` } })
}

interface Shown {
  /** Units of the places, in page order. */
  places: string[]
  outOfPage: string[]
}
function shown({ status, text }: Pick<ProcessResponse, 'status' | 'text'>): Shown {
  expect(status).toBe(200)
  const { document } = new JSDOM(text).window
  const page = document.querySelector<HTMLElement>('[data-ad-page]')?.dataset.adPage
  return {
    places: [...document.querySelectorAll<HTMLElement>('[data-ad]')].map(
      (place) => JSON.parse(place.dataset.ad ?? '').adUnit,
    ),
    outOfPage: page ? JSON.parse(page).outOfPage.map(({ adUnit }: { adUnit: string }) => adUnit) : [],
  }
}
/** The page once the condition holds, within some seconds. */
async function until(path: string, isGood: (response: ProcessResponse) => boolean): Promise<ProcessResponse> {
  for (let tries = 0; ; tries++) {
    const response = await get(path)
    if (isGood(response) || tries === 60) return response
    await wait(100)
  }
}

test('ADS-2: the table alone takes precedence over the service’s settings, a page’s own slots over the table', async () => {
  await start()
  expect(shown(await get(`${PLAIN}.html`))).toEqual({
    places: ['/9/tabela_0', 'post/single_2', '/9/tabela_3'],
    outOfPage: ['post/single_adex', '/9/tabela_full'],
  })
  expect(shown(await get(`${OWN}.html`)).places).toEqual(['post/single_2', '/9/wlasny_3'])
})

test.each([
  ['post', 'post', ['/9/tabela_full']],
  // Its settings are bizblog's (ADS-14).
  ['akademia', 'bizblog', ['/9/tabela_full']],
  ['rozrywka', 'rozrywka', []],
])(
  'ADS-5, ADS-1, ADS-9: the home of %s has the table’s slots, and out of page those of %s',
  async (service, slots, full) => {
    await start()
    const response = await get('/', service)
    expect(shown(response)).toEqual({
      places: ['/9/tabela_0', '/9/tabela_3'],
      outOfPage: [`${slots}/home_adex`, ...full],
    })
    const { document } = new JSDOM(response.text).window
    expect([...document.querySelectorAll('[data-ad]')].map(({ className }) => className)).toEqual([
      'ad needs-consent needs-script reklama-gora',
      'ad needs-consent needs-script not-on-desktop not-on-tablet',
    ])
    expect(JSON.parse(document.querySelector<HTMLElement>('[data-ad-page]')?.dataset.adPage ?? '')).toMatchObject({
      code: 'kod_A-1',
      keyValues: ['a'],
    })
  },
)

test('ADS-9: a list has the places of its blocks, with their classes, and no full screen', async () => {
  await start()
  const response = await get('/tag/reklama')
  expect(shown(response)).toEqual({ places: ['/9/tabela_0', '/9/tabela_3'], outOfPage: ['post/home_adex'] })
  expect(response.text.includes('class="ad needs-consent needs-script reklama-gora"')).toBe(true)
})

test('ADS-3: each hub gets requests for its own service, with credentials, and one per period while the table is fresh', async () => {
  other.misbehave(TABLE, { body: JSON.stringify({ 0: slot('/9/akademia_0') }) })
  await start({
    CMS_URL_AKADEMIA: other.url,
    CMS_USER: 'portal',
    CMS_KEY: 'klucz',
    CMS_USER_AKADEMIA: 'akademia',
    CMS_KEY_AKADEMIA: 'zamek',
  })
  for (const path of [`${PLAIN}.html`, `${OWN}.html`, '/', '/tag/reklama']) shown(await get(path))
  expect(shown(await get(PLAIN, 'akademia')).places[0]).toBe('/9/akademia_0')
  expect([hub.countOf(TABLE), other.countOf(TABLE)]).toEqual([1, 1])
  const basicOf = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
  for (const [one, basic] of [
    [hub, basicOf('portal:klucz')],
    [other, basicOf('akademia:zamek')],
  ] as const) {
    expect(one.calls.filter(({ path }) => path === TABLE).map(({ headers }) => headers.authorization)).toEqual([basic])
  }
})

test('ADS-12: without a network, and on plus, no table is requested and nothing is shown', async () => {
  await start({ GAM_NETWORK_CODE: '' })
  const response = await get(`${PLAIN}.html`)
  expect([response.status, /data-ad|class="ad/.test(response.text), hub.countOf(TABLE)]).toEqual([200, false, 0])
  await portal?.stop()
  await start()
  const before = hub.countOf(TABLE)
  const { text } = await get(PLAIN, 'plus')
  expect([hub.countOf(TABLE) - before, /data-ad|class="ad/.test(text)]).toEqual([0, false])
})

test('ADS-3: a changed table reaches a page whose article has not changed', async () => {
  const { moveClock } = await start()
  expect(shown(await get(`${PLAIN}.html`)).places[0]).toBe('/9/tabela_0')
  hub.misbehave(TABLE, { body: JSON.stringify({ 0: slot('/9/nowa_0'), 2: slot('x', { active: false }) }) })
  await moveClock({ pass: A_MINUTE })
  const response = await until(`${PLAIN}.html`, ({ text }) => text.includes('/9/nowa_0'))
  expect(shown(response).places).toEqual(['/9/nowa_0', 'post/single_1', 'post/single_3'])
})

test.each([
  ['fails', { status: 500, body: '{}' }],
  ['is missing', { status: 404, body: '{"code":"rest_no_route"}' }],
  ['is no table', { body: '{"code":"x","message":"y","data":{"status":404}}' }],
  ['is no JSON', { body: '<html>' }],
  ['hangs', { manner: 'hang' as const }],
])('ADS-3: where the table %s, new pages keep the last good one', async (_case, behaviour) => {
  const { moveClock } = await start()
  const before = shown(await get(`${PLAIN}.html`))
  title = 'Nowy tytuł'
  hub.misbehave(TABLE, behaviour)
  await moveClock({ pass: A_MINUTE })
  const stale = await get(`${PLAIN}.html`)
  expect(stale.ms).toBeLessThan(1000)
  const fresh = await until(`${PLAIN}.html`, ({ text }) => text.includes(title))
  expect(fresh.text.includes(title)).toBe(true)
  expect(shown(fresh)).toEqual(before)
  // An unread page does not wait for the table.
  const next = await get(`${OWN}.html`)
  expect(shown(next).places).toContain('/9/wlasny_3')
  expect(next.ms).toBeLessThan(1000)
  hub.recover()
  hub.misbehave(TABLE, { body: JSON.stringify({ 0: slot('/9/nowa_0') }) })
  await moveClock({ pass: A_MINUTE })
  const changed = await until(`${PLAIN}.html`, ({ text }) => text.includes('/9/nowa_0'))
  expect(shown(changed).places[0]).toBe('/9/nowa_0')
})

test('ADS-3: a table that has always hung delays the first page by 2 s, and the next one not at all', async () => {
  hub.misbehave(TABLE, { manner: 'hang' })
  other.misbehave(TABLE, { manner: 'hang' })
  await start({ CMS_URL_AKADEMIA: other.url })
  const first = await get(PLAIN, 'akademia')
  expect(shown(first).places).toEqual([0, 1, 2, 3].map((key) => `bizblog/single_${key}`))
  expect(first.ms).toBeLessThan(3000)
  const second = await get(OWN, 'akademia')
  expect(second.status).toBe(200)
  expect(second.ms).toBeLessThan(1000)
})

test('ADS-8: one log line per revision lists the slots that product placement removed, with the reason', async () => {
  const running = await start()
  const removals = () => running.lines().filter(({ msg }) => msg === 'ad slots removed')
  expect(shown(await get(`${PLACED}.html`))).toEqual({ places: ['post/single_2'], outOfPage: [] })
  await get(`/wp-json/amp/v2/post${PLACED}`)
  await get(`${PLACED}.html?a=1`)
  const calls = hub.countOf(`/wp-json/bb/v2/post${PLACED}`)
  await running.moveClock({ pass: A_MINUTE })
  await get(`${PLACED}.html`)
  await wait(500)
  expect(hub.countOf(`/wp-json/bb/v2/post${PLACED}`)).toBe(calls + 1)
  const because = 'nrm_product_placement'
  const line = {
    service: 'post',
    article: `${PLACED}.html`,
    slots: ['0', '3', 'adex', 'screaning'].map((name) => ({ slot: name, because })),
  }
  expect(removals()).toEqual([expect.objectContaining(line)])
  title = 'Nowy tytuł'
  await running.moveClock({ pass: A_MINUTE })
  await until(`${PLACED}.html`, ({ text }) => text.includes(title))
  expect(removals()).toEqual([expect.objectContaining(line), expect.objectContaining(line)])
})
