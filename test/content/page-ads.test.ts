import type { AdSlot } from '../../src/content/ad-slot.ts'
import { adTable } from '../../src/content/ad-table.ts'
import type { Block } from '../../src/content/block.ts'
import { decodeArchive, decodeArticle, decodePage } from '../../src/content/decode.ts'
import { adKeyValues, adPlaces, isFullScreenPage, underlaid } from '../../src/content/page-ads.ts'
import { isMissing, type Missing } from '../../src/content/repository.ts'
import type { Service } from '../../src/services/service.ts'
import { escapeHtml } from '../../src/system/escape.ts'
import { atOnce } from '../../src/system/steps.ts'
import { linkRules, listening, services, wireCard } from './world.ts'

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

test.each([
  ['5257367', false, true],
  ['7', true, true],
  ['7', false, false],
  [undefined, false, false],
])('a page of id %p with the flag %p is full-screen: %p (ADS-5)', (id, flag, expected) => {
  expect(isFullScreenPage(id, flag)).toBe(expected)
})

test('ADS-10: key-values are the unique tags of the slug, without those that an ad server rejects', () => {
  expect(adKeyValues('krypto-Bitcoin-2026-krypto--żółć-a=b')).toEqual(['krypto', 'bitcoin', '2026', 'żółć'])
  expect(adKeyValues(undefined)).toEqual([])
})

const ALL = Object.fromEntries([0, 1, 2, 3, 4, 10, 'screaning', 'welcome', 'adex'].map((key) => [key, WIRE]))
const keys = (slots: readonly AdSlot[]): string[] => slots.map(({ key }) => key)
function there<T extends object>(response: T | Missing): T {
  if (isMissing(response)) throw new Error('the response is missing')
  return response
}
const { adSlots: _, ...bare } = services.akademia
const contextOf = (service: Service) => ({ ...listening().context, rules: { ...linkRules(), service } })
const context = contextOf(bare)
const wireArticle = (fields: object = {}) => ({ ...wireCard(), blocks: [], ad_slots: ALL, ...fields })
const wirePage = (fields: object = {}) => ({ ID: '7', page_slug: '', blocks: [], ad_slots: ALL, ...fields })
const wireList = { type: 'tag', name: 'x', blocks: [], posts: [], sumOfPosts: 0, postPerPage: 10, ad_slots: ALL }
const article = (fields: object = {}) => there(atOnce(decodeArticle(wireArticle(fields), context)))
const page = (fields: object) => there(atOnce(decodePage(wirePage(fields), context)))

test('ADS-4: an article has slots 0 to 3 and the out-of-page slots', () => {
  expect(keys(article().adSlots)).toEqual(['0', '1', '2', '3'])
  expect(keys(article().outOfPageSlots)).toEqual(['adex', 'screaning', 'welcome'])
})

describe('ADS-8: product placement', () => {
  const inverted = { nrm_product_placement_ads: { 1: true, 2: false, 3: '1' } }

  test('blocks other advertisers, except in slots whose key inverts the flag', () => {
    expect(keys(article({ nrm_product_placement: true }).adSlots)).toEqual([])
    expect(keys(article({ nrm_product_placement: '1', ...inverted }).adSlots)).toEqual(['1', '3'])
    expect(keys(article(inverted).adSlots)).toEqual(['0', '2'])
  })

  test('reports which slots it removed, of those that would have been shown, and by which field', () => {
    expect(article({ nrm_product_placement: '1', ...inverted }).removedSlots.map(({ slot }) => slot)).toEqual([
      '0',
      '2',
      'adex',
      'screaning',
      'welcome',
    ])
    expect(article({ ...inverted, ad_slots: { 1: WIRE, 2: WIRE, 4: WIRE } }).removedSlots).toEqual([
      { slot: '1', because: 'nrm_product_placement_ads' },
    ])
    expect(article({ nrm_product_placement: true, ad_slots: { 2: WIRE } }).removedSlots).toEqual([
      { slot: '2', because: 'nrm_product_placement' },
    ])
    expect(article().removedSlots).toEqual([])
  })

  test('has a revision that changes with the article, but not with its comments', () => {
    const revision = (fields: object) => {
      const { adSources } = article({ nrm_product_placement: true, ...fields })
      return adSources.of === 'article' ? adSources.placement?.revision : undefined
    }
    expect(revision({ nrm_interactions: { comments: 3 } })).toBe(revision({}))
    const others = [{ title: 'Inny' }, { nrm_product_placement_ads: { 1: true } }, { blocks: [{ blockName: null }] }]
    expect(new Set([{}, ...others].map(revision)).size).toBe(4)
  })
})

test.each([
  [{}, ['adex', 'welcome']],
  [{ ID: 5257367 }, ['adex', 'screaning', 'welcome']],
  [{ ID: '5257367' }, ['adex', 'screaning', 'welcome']],
  [{ screaningOn: '1' }, ['adex', 'screaning', 'welcome']],
  [{ screaningOn: 'true' }, ['adex', 'screaning', 'welcome']],
  [{ screaningOn: '0' }, ['adex', 'welcome']],
])('ADS-5: a page with %j has the out-of-page slots %j, its own or the service’s', (fields, expected) => {
  expect(keys(page(fields).outOfPageSlots)).toEqual(expected)
  const underlay = underlaid<ReturnType<typeof page>>()
  expect(keys(underlay(page({ ...fields, ad_slots: [] }), adTable(ALL)).outOfPageSlots)).toEqual(expected)
})

test('a page has slots and key-values; so has a list, except full screen', () => {
  expect(page({ page_slug: 'home-krypto' })).toMatchObject({ adKeyValues: ['home', 'krypto'] })
  expect(keys(page({}).adSlots)).toEqual(['0', '1', '2', '3', '4', '10'])
  const archive = there(atOnce(decodeArchive(wireList, context)))
  expect(keys(archive.outOfPageSlots)).toEqual(['adex', 'welcome'])
  expect(keys(archive.adSlots)).toEqual(['0', '1', '2', '3', '4', '10'])
})

test('ADS-1: a slot without a size for any device is dropped', () => {
  expect(keys(page({ ad_slots: { 0: { ...WIRE, adSizes: {} }, 1: WIRE } }).adSlots)).toEqual(['1'])
})

test('ADS-2: the table overrides the service’s settings, which are `home` for home pages and lists, `single` for articles', () => {
  const setting = (name: string) => ({
    4: { adUnit: `${name}_4`, active: true as const, adSizes: WIRE.adSizes as never },
    3: { adUnit: `${name}_3`, active: true as const, adSizes: WIRE.adSizes as never },
    screaning: { adUnit: `${name}_full`, active: true as const },
  })
  const own = contextOf({ ...bare, adSlots: { home: setting('home'), single: setting('single') } })
  const units = (slots: readonly AdSlot[]) => slots.map(({ adUnit }) => adUnit)
  const ad_slots = { 3: { ...WIRE, active: false } }
  const home = there(atOnce(decodePage(wirePage({ ad_slots, screaningOn: '1' }), own)))
  expect([units(home.adSlots), units(home.outOfPageSlots)]).toEqual([['home_4'], ['home_full']])
  expect(units(there(atOnce(decodeArchive({ ...wireList, ad_slots }, own))).adSlots)).toEqual(['home_4'])
  const single = there(atOnce(decodeArticle(wireArticle({ ad_slots: [] }), own)))
  expect([units(single.adSlots), units(single.outOfPageSlots)]).toEqual([['single_3'], ['single_full']])
  const underlay = underlaid<typeof single>()
  const over = underlay(single, adTable({ 3: { ...WIRE, adUnit: 'stol_3' } }))
  expect([units(over.adSlots), units(over.outOfPageSlots)]).toEqual([['stol_3'], ['single_full']])
})

test('ADS-3: a page with a table keeps its identity while both stay the same, and always keeps its body', () => {
  const underlay = underlaid<ReturnType<typeof article>>()
  const [page, table] = [article({ ad_slots: [] }), adTable(ALL)]
  const shown = underlay(page, table)
  expect(keys(shown.adSlots)).toEqual(['0', '1', '2', '3'])
  expect(underlay(page, table)).toBe(shown)
  const other = underlay(page, adTable({ 1: WIRE }))
  expect(keys(other.adSlots)).toEqual(['1'])
  expect(other.body).toBe(page.body)
  expect(underlay(page, adTable({}))).toBe(page)
})

test.each([
  ['kod-2026_A', 'kod-2026_A'],
  [2026, '2026'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), undefined],
  ['a b', undefined],
  ['"><script>', undefined],
  ['a=b&c', undefined],
  ['', undefined],
  [false, undefined],
  [['a'], undefined],
])('ADS-10: the advertising code %j is %j', (nrm_ad_code, expected) => {
  expect(page({ nrm_ad_code }).adCode).toBe(expected)
})

const text = (kinds: string): Block[] =>
  [...kinds].map((kind) => {
    const html = escapeHtml(kind)
    if (kind === 'l') return { type: 'list', ordered: false, items: [] }
    return kind === 'h' ? { type: 'heading', level: 2, html, id: kind } : { type: 'paragraph', html }
  })

test.each([
  ['pppppppppppppp', 3, [2, 6, 10]],
  ['hphpppppppphpp', 1, [4]],
  // Neither the second nor the third one parts a heading from its text.
  ['pphhpppphppppp', 3, [2, 6, 10]],
  ['pppphhpp', 2, [2, 4]],
  ['pppp', 3, [2, 3]],
  ['pphhp', 2, [2]],
  ['pp', 3, [2]],
  ['hp', 2, [2]],
  ['h', 2, []],
  ['', 1, []],
  // Few paragraphs: over the whole text.
  ['l'.repeat(31), 3, [8, 16, 23]],
  [`p${'hl'.repeat(15)}`, 3, [7, 15, 23]],
  ['lll', 3, [1, 2]],
])('ADS-4: in a text of %p, %p advertisements stand at %p', (kinds, count, expected) => {
  expect(adPlaces(text(kinds), count)).toEqual(expected)
})
