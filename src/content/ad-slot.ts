import * as z from 'zod'
import { isRecord } from '../system/record.ts'
import { cssColour } from './colour.ts'
import { flag, number, text } from './wire.ts'

/** Pixels beyond an advertisement (ADS-6). */
const EXTRA_HEIGHT = 70
/** Pixels of the label and the space above it (views/styles/ads.css). */
const LABEL_HEIGHT = 20
const SPACE_ABOVE = 15

export type AdSize = [width: number, height: number]
export const DEVICES = ['desktop', 'tablet', 'mobile'] as const
export type Device = (typeof DEVICES)[number]

export interface AdSlot {
  key: string
  adUnit: string
  isSticky: boolean
  isTransparent: boolean
  /** Safe in a style. */
  bgColor?: string
  sizes: Partial<Record<Device, AdSize[]>>
  /** `adHigh`, else `slotHigh`, in CSS pixels. */
  heights: Partial<Record<Device, number>>
}

const MAX_SIDE = 2000
const MAX_SIZES = 20
const side = z.coerce.number().int().min(1).max(MAX_SIDE)
const size = z.tuple([side, side])

/** In CSS pixels (ADS-6), 0 without sizes. A sticky slot overlays the page. */
export function reservedHeights({ sizes, heights, isSticky }: AdSlot): Record<Device, number> {
  const [extra, needed] = isSticky ? [LABEL_HEIGHT, LABEL_HEIGHT] : [EXTRA_HEIGHT, SPACE_ABOVE + LABEL_HEIGHT]
  const reserved = (device: Device): number => {
    const largest = Math.max(0, ...(sizes[device] ?? []).map(([, height]) => height))
    return largest === 0 ? 0 : Math.max((heights[device] ?? largest) + extra, largest + needed)
  }
  return { desktop: reserved('desktop'), tablet: reserved('tablet'), mobile: reserved('mobile') }
}

/** Without sizes a slot shows nothing (ADS-1). */
export function hasPlace({ sizes }: AdSlot): boolean {
  return DEVICES.some((device) => sizes[device]?.length)
}

/** @returns undefined for a slot that is off or unusable (ADS-1) */
export function decodeAdSlot(key: string, wire: Readonly<Record<string, unknown>>): AdSlot | undefined {
  if (!flag.parse(wire.active)) return undefined
  const adUnit = text.parse(wire.adUnit)
  if (!adUnit || !/^[\w./-]{1,200}$/.test(adUnit)) return undefined
  const [adSizes, adHigh, slotHigh] = [wire.adSizes, wire.adHigh, wire.slotHigh].map((map) =>
    isRecord(map) ? map : {},
  )
  const bgColor = cssColour(text.parse(wire.bgColor))
  const heights = DEVICES.flatMap((device) => {
    const height = heightOf(adHigh?.[device]) ?? heightOf(slotHigh?.[device])
    return height === undefined ? [] : [[device, height] as const]
  })
  return {
    key,
    adUnit,
    isSticky: flag.parse(wire.addStick),
    isTransparent: flag.parse(wire.transparent),
    bgColor: bgColor || undefined,
    sizes: Object.fromEntries(DEVICES.map((device) => [device, sizesOf(adSizes?.[device])])),
    heights: Object.fromEntries(heights),
  }
}

function heightOf(wire: unknown): number | undefined {
  const height = side.safeParse(number.parse(wire))
  return height.success ? height.data : undefined
}

function sizesOf(wire: unknown): AdSize[] {
  return (Array.isArray(wire) ? wire.slice(0, MAX_SIZES) : []).flatMap((item) => {
    const parsed = size.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}
