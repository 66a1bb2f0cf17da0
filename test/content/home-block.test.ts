import { adTable, slotsOf } from '../../src/content/ad-table.ts'
import { type HomeBlock, sidebarSlot } from '../../src/content/home-block.ts'
import { LIST_SLOTS } from '../support/fixtures/labels.ts'

const adSlots = (wire: object) => slotsOf(adTable(wire))
const slots = adSlots(LIST_SLOTS)
const taking = (adUnit: string): HomeBlock[] => [{ type: 'ad-slot', adUnit }]

test('the sidebar slot of a list is the first that is free and fits, with the sizes that fit (CARD-21)', () => {
  expect(sidebarSlot(slots, [])).toMatchObject({ adUnit: '/9/blok', sizes: { desktop: [[300, 250]] } })
  expect(sidebarSlot(slots, taking('/9/blok'))).toMatchObject({ adUnit: '/9/bok', sizes: { desktop: [[300, 600]] } })
  expect(sidebarSlot(slots, taking('/9/blok'))?.sizes).not.toHaveProperty('mobile')
})

test('there is none where the table has no slot that is active, free and narrow (CARD-21)', () => {
  const off = adSlots({ 0: { ...LIST_SLOTS[0], active: false }, 1: LIST_SLOTS[1], 2: LIST_SLOTS[2] })
  expect(sidebarSlot(off, [])).toBeUndefined()
  expect(sidebarSlot(adSlots({ welcome: LIST_SLOTS[0] }), [])).toBeUndefined()
})
