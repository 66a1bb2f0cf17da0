import { z } from 'zod'
import { isRecord } from './record.ts'
import { number, text } from './wire.ts'

/** Slots that articles show (decision 65). */
export const ARTICLE_SLOTS = ['0', '1', '2', '3'] as const

/** Width and height in CSS pixels. */
export type AdSize = [width: number, height: number]
export const DEVICES = ['desktop', 'tablet', 'mobile'] as const
export type Device = (typeof DEVICES)[number]

/** An advertising slot of the CMS (spec 3, "Ad slot attributes"), when it is switched on and names its unit. */
export interface AdSlot {
  key: string
  adUnit: string
  /** Sticks to the edge of the screen. */
  isSticky: boolean
  sizes: Partial<Record<Device, AdSize[]>>
}

const MAX_SIDE = 2000
const side = z.coerce.number().int().min(1).max(MAX_SIDE)
const size = z.tuple([side, side])

/** Reads the slots of a page, in the order of their keys; one that cannot be used is no slot. */
export function adSlots(wire: unknown): AdSlot[] {
  const entries = isRecord(wire) ? Object.entries(wire) : []
  return entries
    .flatMap(([key, value]) => adSlot(key, value) ?? [])
    .sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
}

function adSlot(key: string, wire: unknown): AdSlot | undefined {
  if (!isRecord(wire) || !isOn(wire.active)) return undefined
  const adUnit = text.parse(wire.adUnit)
  if (!adUnit || !/^[\w./-]{1,200}$/.test(adUnit)) return undefined
  const perDevice = isRecord(wire.adSizes) ? wire.adSizes : {}
  const sizes = Object.fromEntries(DEVICES.map((device) => [device, adSizes(perDevice[device])]))
  return { key, adUnit, isSticky: isOn(wire.addStick), sizes }
}

function adSizes(wire: unknown): AdSize[] {
  return (Array.isArray(wire) ? wire : []).flatMap((item) => {
    const parsed = size.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}

function isOn(value: unknown): boolean {
  return value === true || number.parse(value) === 1 || value === 'true'
}
