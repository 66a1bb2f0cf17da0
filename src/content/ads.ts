import * as z from 'zod'
import type { AdSlotTable } from '../services/service.ts'
import { cssColour } from './colour.ts'
import { isRecord } from './record.ts'
import { flag, number, text } from './wire.ts'

/** Slots that articles show (decision 65). */
export const ARTICLE_SLOTS = ['0', '1', '2', '3'] as const

/**
 * Slots without a place of their own on the page: the full-screen advertisement, the welcome screen, and what brings the
 * ad exchanger's script. The contract gives them an ad unit and no address, so each is a slot defined out of page, and
 * what the network delivers in it is the screen or the script.
 */
const FULL_SCREEN_SLOT = 'screaning'
const OUT_OF_PAGE_SLOTS: readonly string[] = [FULL_SCREEN_SLOT, 'welcome', 'adex']

/** The page whose full-screen advertisement is always on (spec 9, "Ads"; decision 12). */
const FULL_SCREEN_PAGE = '5257367'

/** Added to the height of an advertisement where its place is kept. Pixels (spec 9, "Extra ad height"). */
const EXTRA_HEIGHT = 70
/** The word above an advertisement, and what is free above the word in the text (views/styles/ads.css). Pixels. */
const LABEL_HEIGHT = 20
const SPACE_ABOVE = 15

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
  /** Its place has no ground of its own. */
  isTransparent: boolean
  /** Ground of its place, safe in a style. */
  bgColor?: string
  sizes: Partial<Record<Device, AdSize[]>>
  /** `adHigh`, else `slotHigh`: how high the CMS says the advertisement is, in CSS pixels. */
  heights: Partial<Record<Device, number>>
}

const MAX_SIDE = 2000
const side = z.coerce.number().int().min(1).max(MAX_SIDE)
const size = z.tuple([side, side])

/**
 * Reads the slots of a page, in the order of their keys; one that cannot be used is no slot.
 * @param configured the service's own, where the CMS sends none at all
 */
export function adSlots(wire: unknown, configured?: AdSlotTable): AdSlot[] {
  const sent = isRecord(wire) ? Object.entries(wire) : []
  const entries: Array<[string, unknown]> = sent.length > 0 ? sent : Object.entries(configured ?? {})
  return entries
    .flatMap(([key, value]) => adSlot(key, value) ?? [])
    .sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }))
}

/** The slots out of page among those of a page; the full-screen one only where the page asks for it. */
export function outOfPageSlots(slots: readonly AdSlot[], hasFullScreen: boolean): AdSlot[] {
  return slots.filter(({ key }) => OUT_OF_PAGE_SLOTS.includes(key) && (key !== FULL_SCREEN_SLOT || hasFullScreen))
}

/** Whether a page shows the full-screen advertisement: by its id or by its flag (spec 2, "Home page"; decision 12). */
export function isFullScreenPage(id: string | undefined, isScreaningOn: boolean): boolean {
  return id === FULL_SCREEN_PAGE || isScreaningOn
}

/** The tags of a page's slug, which advertisers may aim at (spec 3, "Page data"; decision 27). */
export function adKeyValues(pageSlug: string | undefined): string[] {
  const tags = (pageSlug ?? '').toLowerCase().split('-')
  return [...new Set(tags.filter((tag) => /^[\p{L}\p{N}_]{1,40}$/u.test(tag)))]
}

/**
 * What is kept free for a slot on each device, in CSS pixels, so that nothing moves when it is filled: its height and 70
 * (decision 36); more only where one of its sizes would not fit in that. A sticky one lies over the page and is as high as
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

function adSlot(key: string, wire: unknown): AdSlot | undefined {
  if (!isRecord(wire) || !flag.parse(wire.active)) return undefined
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
  return (Array.isArray(wire) ? wire : []).flatMap((item) => {
    const parsed = size.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}
