import type { AdSlotTable } from '../services/service.ts'
import { type AdSlot, decodeAdSlot } from './ad-slot.ts'
import { onceWhile } from './once-while.ts'
import { isRecord } from './record.ts'

/** What one source says of slots, by key; `off`: the key is switched off, or what is said of it cannot be used. */
export type AdTable = ReadonlyMap<string, AdSlot | 'off'>

export const NO_TABLE: AdTable = new Map()

/** Keys that the CMS knows (ADS-1). */
const KEYS = [...Array.from({ length: 11 }, (_, index) => String(index)), 'screaning', 'welcome', 'adex']

/** Reads what a page says of its slots. What is no table says nothing, as does a key of no slot or without a description. */
export function adTable(wire: unknown): AdTable {
  // WordPress sends keys that count from 0 without a gap as a list.
  return new Map(
    describedSlots(wire).flatMap(([key, slot]) =>
      isRecord(slot) ? [[key, decodeAdSlot(key, slot) ?? 'off'] as const] : [],
    ),
  )
}

/** What stands under the keys of slots, whatever else there is. */
export function describedSlots(wire: unknown): Array<[string, unknown]> {
  if (typeof wire !== 'object' || wire === null) return []
  return KEYS.flatMap(
    (key): Array<[string, unknown]> => (Object.hasOwn(wire, key) ? [[key, Reflect.get(wire, key)]] : []),
  )
}

/** Reads the table of a whole service. @returns undefined for an answer that is none, which an empty one is not */
export function serviceTable(wire: unknown): AdTable | undefined {
  const table = adTable(wire)
  const isEmpty = typeof wire === 'object' && wire !== null && Object.keys(wire).length === 0
  return isEmpty || table.size > 0 ? table : undefined
}

const configured = onceWhile<AdSlotTable, AdTable>()

/** The slots that a service has by its settings. */
export function configuredTable(setting: AdSlotTable | undefined): AdTable {
  return setting ? configured(setting, [], () => adTable(setting)) : NO_TABLE
}

/** The slots that are on when each table goes over the ones before it, key by key, in the order of the keys (ADS-2). */
export function slotsOf(...layers: AdTable[]): AdSlot[] {
  return [...new Map(layers.flatMap((layer) => [...layer])).values()]
    .filter((slot) => slot !== 'off')
    .sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
}
