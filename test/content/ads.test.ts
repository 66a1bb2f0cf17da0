import fc from 'fast-check'
import { type AdSlot, adKeyValues, adSlots, isFullScreenPage, reservedHeights } from '../../src/content/ads.ts'
import { decodeArchive, decodeArticle, decodePage } from '../../src/content/decode.ts'
import { isMissing, type Missing } from '../../src/content/missing.ts'
import { listening, wireCard } from './world.ts'

const WIRE = {
  adUnit: '/123/pierwszy',
  active: '1',
  transparent: false,
  bgColor: '#EEE',
  addStick: '',
  slotHigh: { mobile: 300 },
  adSizes: { desktop: [[970, 250]], tablet: [['728', '90']], mobile: [[300, 250], 'x', [0, 5], [336, 280]] },
  adHigh: { desktop: '250', tablet: 90 },
}

function slotOf(fields: object = {}): AdSlot {
  const [slot] = adSlots({ 0: { ...WIRE, ...fields } })
  if (!slot) throw new Error('no slot')
  return slot
}

test('a slot has its unit, ground, sizes and heights, numbers from texts, slotHigh where adHigh is absent', () => {
  expect(slotOf()).toEqual({
    key: '0',
    adUnit: '/123/pierwszy',
    isSticky: false,
    isTransparent: false,
    bgColor: '#eee',
    sizes: {
      desktop: [[970, 250]],
      tablet: [[728, 90]],
      mobile: [
        [300, 250],
        [336, 280],
      ],
    },
    heights: { desktop: 250, tablet: 90, mobile: 300 },
  })
})

test('where the CMS sends none the service has its own; one that the CMS switched off stays off', () => {
  const configured = {
    2: { adUnit: 'wlasny', active: true as const, adSizes: { mobile: [[300, 250] as [number, number]] } },
  }
  expect(adSlots([], configured).map(({ key, adUnit }) => [key, adUnit])).toEqual([['2', 'wlasny']])
  expect(adSlots(undefined, configured)).toHaveLength(1)
  expect(adSlots({ 0: WIRE }, configured).map(({ key }) => key)).toEqual(['0'])
  expect(adSlots({ 0: { ...WIRE, active: false } }, configured)).toEqual([])
  expect(adSlots([])).toEqual([])
})

test.each([{ active: false }, { active: 0 }, { active: '' }, { adUnit: '' }, { adUnit: '"><script>' }])(
  'a slot with %j is no slot',
  (fields) => {
    expect(adSlots({ 0: { ...WIRE, ...fields } })).toEqual([])
  },
)

test('a ground that is no colour is left out; flags come as WordPress writes them', () => {
  expect(slotOf({ bgColor: 'red;position:fixed' })).not.toHaveProperty('bgColor')
  expect(slotOf({ transparent: 'true', addStick: 1 })).toMatchObject({ isTransparent: true, isSticky: true })
})

test.each([undefined, null, false, '', [], 'x', { 0: null }, { 0: [] }])('slots from %j are none', (wire) => {
  expect(adSlots(wire)).toEqual([])
})

test('whatever the CMS sends, decoding ends and heights are finite', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.object()), (fields) => {
      for (const slot of adSlots({ 0: { ...WIRE, ...fields } })) {
        for (const height of Object.values(reservedHeights(slot))) expect(height).toBeLessThanOrEqual(2070)
      }
    }),
  )
})

test('what is reserved is adHigh and 70; the largest size always fits; without a size it is nothing', () => {
  expect(reservedHeights(slotOf())).toEqual({ desktop: 320, tablet: 160, mobile: 370 })
  expect(reservedHeights(slotOf({ adHigh: { desktop: 200 }, slotHigh: [] }))).toMatchObject({
    desktop: 285,
    mobile: 350,
  })
  expect(reservedHeights(slotOf({ adHigh: { desktop: 90 } })).desktop).toBe(285)
  expect(reservedHeights(slotOf({ adSizes: { mobile: [[320, 50]] } }))).toMatchObject({ desktop: 0, tablet: 0 })
})

test('a sticky slot lies over the page: as high as it is, and the word above it', () => {
  expect(reservedHeights(slotOf({ addStick: '1' }))).toEqual({ desktop: 270, tablet: 110, mobile: 320 })
})

test.each([
  ['5257367', false, true],
  ['7', true, true],
  ['7', false, false],
  [undefined, false, false],
])('a page of id %p with the flag %p is full-screen: %p', (id, flag, expected) => {
  expect(isFullScreenPage(id, flag)).toBe(expected)
})

test('key-values are the tags of the slug, each once; what an ad server does not take is left out', () => {
  expect(adKeyValues('krypto-Bitcoin-2026-krypto--żółć-a=b')).toEqual(['krypto', 'bitcoin', '2026', 'żółć'])
  expect(adKeyValues(undefined)).toEqual([])
})

const ALL = Object.fromEntries([0, 1, 2, 3, 4, 10, 'screaning', 'welcome', 'adex'].map((key) => [key, WIRE]))
const keys = (slots: readonly AdSlot[]): string[] => slots.map(({ key }) => key)
function there<T extends object>(answer: T | Missing): T {
  if (isMissing(answer)) throw new Error('the answer is missing')
  return answer
}
const { context } = listening()
const article = (fields: object = {}) =>
  there(decodeArticle({ ...wireCard(), blocks: [], ad_slots: ALL, ...fields }, context))
const page = (fields: object) =>
  there(decodePage({ ID: '7', page_slug: '', blocks: [], ad_slots: ALL, ...fields }, context))

test('an article has slots 0 to 3, and those out of page', () => {
  expect(keys(article().adSlots)).toEqual(['0', '1', '2', '3'])
  expect(keys(article().outOfPageSlots)).toEqual(['adex', 'screaning', 'welcome'])
})

test('product placement keeps other advertisers away, slot by slot as its key inverts it', () => {
  expect(keys(article({ nrm_product_placement: true }).adSlots)).toEqual([])
  const inverted = { nrm_product_placement_ads: { 1: true, 2: false, 3: '1' } }
  expect(keys(article({ nrm_product_placement: '1', ...inverted }).adSlots)).toEqual(['1', '3'])
  expect(keys(article(inverted).adSlots)).toEqual(['0', '2'])
})

test.each([
  [{}, ['adex', 'welcome']],
  [{ ID: 5257367 }, ['adex', 'screaning', 'welcome']],
  [{ ID: '5257367' }, ['adex', 'screaning', 'welcome']],
  [{ screaningOn: '1' }, ['adex', 'screaning', 'welcome']],
  [{ screaningOn: 'true' }, ['adex', 'screaning', 'welcome']],
  [{ screaningOn: '0' }, ['adex', 'welcome']],
])('a page with %j has the slots out of page %j', (fields, expected) => {
  expect(keys(page(fields).outOfPageSlots)).toEqual(expected)
})

test('a page has its slots and key-values; so has a list, without the full screen', () => {
  expect(page({ page_slug: 'home-krypto' })).toMatchObject({ adKeyValues: ['home', 'krypto'] })
  expect(keys(page({}).adSlots)).toEqual(['0', '1', '2', '3', '4', '10', 'adex', 'screaning', 'welcome'])
  const list = { type: 'tag', name: 'x', blocks: [], posts: [], sumOfPosts: 0, postPerPage: 10, ad_slots: ALL }
  const archive = there(decodeArchive(list, context))
  expect(keys(archive.outOfPageSlots)).toEqual(['adex', 'welcome'])
  expect(archive.adSlots).toHaveLength(9)
})
