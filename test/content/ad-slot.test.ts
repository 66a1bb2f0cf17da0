import fc from 'fast-check'
import { type AdSlot, hasPlace, reservedHeights } from '../../src/content/ad-slot.ts'
import { adTable, slotsOf } from '../../src/content/ad-table.ts'

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
const adSlots = (wire: unknown): AdSlot[] => slotsOf(adTable(wire))

function slotOf(fields: object = {}): AdSlot {
  const [slot] = adSlots({ 0: { ...WIRE, ...fields } })
  if (!slot) throw new Error('no slot')
  return slot
}

test('a slot has unit, ground, sizes and heights, numbers from strings, and slotHigh where adHigh is absent', () => {
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

test.each([{ active: false }, { active: 0 }, { active: '' }, { adUnit: '' }, { adUnit: '"><script>' }])(
  '%j makes a slot invalid',
  (fields) => {
    expect(adSlots({ 0: { ...WIRE, ...fields } })).toEqual([])
  },
)

test('an invalid ground is dropped; flags may have the forms of WordPress', () => {
  expect(slotOf({ bgColor: 'red;position:fixed' })).toHaveProperty('bgColor', undefined)
  expect(slotOf({ transparent: 'true', addStick: 1 })).toMatchObject({ isTransparent: true, isSticky: true })
})

test.each([undefined, null, false, '', [], 'x', { 0: null }, { 0: [] }])('slots from %j are none', (wire) => {
  expect(adSlots(wire)).toEqual([])
})

test('for any input, decoding ends and heights are finite', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.object()), (fields) => {
      for (const slot of adSlots({ 0: { ...WIRE, ...fields } })) {
        for (const height of Object.values(reservedHeights(slot))) expect(height).toBeLessThanOrEqual(2070)
      }
    }),
  )
})

test('the reserved height is adHigh plus 70; the largest size always fits; without a size nothing is reserved', () => {
  expect(reservedHeights(slotOf())).toEqual({ desktop: 320, tablet: 160, mobile: 370 })
  expect(reservedHeights(slotOf({ adHigh: { desktop: 200 }, slotHigh: [] }))).toMatchObject({
    desktop: 285,
    mobile: 350,
  })
  expect(reservedHeights(slotOf({ adHigh: { desktop: 90 } })).desktop).toBe(285)
  expect(reservedHeights(slotOf({ adSizes: { mobile: [[320, 50]] } }))).toMatchObject({ desktop: 0, tablet: 0 })
})

test('a sticky slot overlays the page: it reserves its own height and that of its label', () => {
  expect(reservedHeights(slotOf({ addStick: '1' }))).toEqual({ desktop: 270, tablet: 110, mobile: 320 })
})

test('a slot is placed when it has a size for some device', () => {
  expect(hasPlace(slotOf({ adSizes: { tablet: [[728, 90]] } }))).toBe(true)
  expect([{}, [], { mobile: [] }, { mobile: [[0, 0]] }].map((adSizes) => hasPlace(slotOf({ adSizes })))).toEqual([
    false,
    false,
    false,
    false,
  ])
})
