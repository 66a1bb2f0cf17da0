import type { AdSlotTable } from '../services/service.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import { isRecord } from '../system/record.ts'
import { type AdSlot, decodeAdSlot } from './ad-slot.ts'

/** `off`: switched off or unusable. */
export type AdTable = ReadonlyMap<string, AdSlot | 'off'>

export const NO_TABLE: AdTable = new Map()

/** The CMS defines them (ADS-1). */
const KEYS = [...Array.from({ length: 11 }, (_, index) => String(index)), 'adex', 'screaning', 'welcome']

export function adTable(wire: unknown): AdTable {
  // WordPress sends consecutive keys from 0 as a list.
  return new Map(
    describedSlots(wire).flatMap(([key, slot]) =>
      isRecord(slot) ? [[key, decodeAdSlot(key, slot) ?? 'off'] as const] : [],
    ),
  )
}

export function describedSlots(wire: unknown): Array<[string, unknown]> {
  if (typeof wire !== 'object' || wire === null) return []
  return KEYS.flatMap(
    (key): Array<[string, unknown]> => (Object.hasOwn(wire, key) ? [[key, Reflect.get(wire, key)]] : []),
  )
}

/** @returns undefined for no table; an empty one is a table */
export function serviceTable(wire: unknown): AdTable | undefined {
  const table = adTable(wire)
  const isEmpty = typeof wire === 'object' && wire !== null && Object.keys(wire).length === 0
  return isEmpty || table.size > 0 ? table : undefined
}

const configured = memoizeByIdentity<AdSlotTable, AdTable>()

export function configuredTable(setting: AdSlotTable | undefined): AdTable {
  return setting ? configured(setting, [], () => adTable(setting)) : NO_TABLE
}

/** Later tables win, key by key (ADS-2). */
export function slotsOf(...layers: AdTable[]): AdSlot[] {
  const slots = new Map(layers.flatMap((layer) => [...layer]))
  return KEYS.map((key) => slots.get(key)).filter((slot) => slot !== undefined && slot !== 'off')
}
