import * as z from 'zod'
import { cssColour } from './colour.ts'
import { isRecord } from './record.ts'
import { flag, number, text } from './wire.ts'

/** Added to the height of an advertisement where its place is kept. Pixels (ADS-6). */
const EXTRA_HEIGHT = 70
/** The word above an advertisement, and what is free above the word in the text (views/styles/ads.css). Pixels. */
const LABEL_HEIGHT = 20
const SPACE_ABOVE = 15

/** Width and height in CSS pixels. */
export type AdSize = [width: number, height: number]
export const DEVICES = ['desktop', 'tablet', 'mobile'] as const
export type Device = (typeof DEVICES)[number]

/** An advertising slot of the CMS (ADS-1), when it is switched on and names its unit. */
export interface AdSlot {
  key: string
  adUnit: string
  /** Sticks to the edge of the screen. */
  isSticky: boolean
  /** Its place has no ground of its own. */
  isTransparent: boolean
  /** Ground of its place, safe in a style. */
  bgColor?: string
  sizes: Partial<Record<Device, AdSize[]>>
  /** `adHigh`, else `slotHigh`: how high the CMS says the advertisement is, in CSS pixels. */
  heights: Partial<Record<Device, number>>
}

const MAX_SIDE = 2000
/** Of one slot on one device: more is an accident or an attack. */
const MAX_SIZES = 20
const side = z.coerce.number().int().min(1).max(MAX_SIDE)
const size = z.tuple([side, side])

/**
 * What is kept free for a slot on each device, in CSS pixels, so that nothing moves when it is filled: its height and 70
 * (ADS-6); more only where one of its sizes would not fit in that. A sticky one lies over the page and is as high as
 * it is. A device without sizes shows no advertisement: 0.
 */
export function reservedHeights({ sizes, heights, isSticky }: AdSlot): Record<Device, number> {
  const [extra, needed] = isSticky ? [LABEL_HEIGHT, LABEL_HEIGHT] : [EXTRA_HEIGHT, SPACE_ABOVE + LABEL_HEIGHT]
  const reserved = (device: Device): number => {
    const largest = Math.max(0, ...(sizes[device] ?? []).map(([, height]) => height))
    return largest === 0 ? 0 : Math.max((heights[device] ?? largest) + extra, largest + needed)
  }
  return { desktop: reserved('desktop'), tablet: reserved('tablet'), mobile: reserved('mobile') }
}

/** Whether a slot has a size for any device; one without reserves nothing and shows nothing (ADS-7). */
export function hasPlace({ sizes }: AdSlot): boolean {
  return DEVICES.some((device) => sizes[device]?.length)
}

/** One slot as the CMS or a setting describes it; one that is off, or cannot be used, is none (ADS-1). */
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
    ...(bgColor && { bgColor }),
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
