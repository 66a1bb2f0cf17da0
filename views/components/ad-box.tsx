import type { CSSProperties } from 'react'
import { type AdSlot, DEVICES, reservedHeights } from '../../src/content/ad-slot.ts'
import { copy } from '../../src/copy.ts'
import { isAdvertising } from '../../src/integrations/advertising.ts'
import type { Service } from '../../src/services/service.ts'
import { usePortal } from '../context.ts'

/** What a place says to the browser of its slot. */
export type AdPlace = Pick<AdSlot, 'key' | 'adUnit' | 'sizes'>
/** What a page says of its advertising, apart from the places on it. */
export interface AdPage {
  /** Tags of the page's slug. */
  keyValues: string[]
  /** The page's advertising code. */
  code?: string
  outOfPage: Array<Pick<AdSlot, 'key' | 'adUnit'>>
}

/**
 * Classes of a place, or of what stands around it alone: on a device for which the slot has no size, neither takes any
 * room (ADS-7).
 */
export function placeClasses(slot: AdSlot): string {
  const heights = reservedHeights(slot)
  const absent = DEVICES.filter((device) => heights[device] === 0)
  return ['needs-script', ...absent.map((device) => `not-on-${device}`)].join(' ')
}

/**
 * The place of one slot: all that the server says of an advertisement. It keeps the slot's height free on each device,
 * so that nothing moves when it is filled, and nobody sees it without a script (ADS-6).
 * @param className of the editor's choice
 */
export function AdBox({ slot, className }: { slot: AdSlot; className?: string | undefined }) {
  const { key, adUnit, sizes, isSticky, isTransparent, bgColor } = slot
  const heights = reservedHeights(slot)
  const place: AdPlace = { key, adUnit, sizes }
  const style = {
    ...Object.fromEntries(DEVICES.map((device) => [`--ad-${device}`, `${heights[device]}px`])),
    ...(isTransparent ? { background: 'none' } : bgColor && { background: bgColor }),
  } as CSSProperties
  return (
    // biome-ignore lint/a11y/useSemanticElements: not of a form; and no landmark, as a page has many of one name
    <div
      role="group"
      className={['ad', isSticky && 'is-sticky', placeClasses(slot), className].filter(Boolean).join(' ')}
      aria-label={copy.ads.label}
      style={style}
      data-ad={JSON.stringify(place)}
      data-close={isSticky ? copy.ads.close : undefined}
      hidden={isSticky}
    />
  )
}

interface PageAdsProps {
  /** Whose page it is. */
  service: Service
  slots: readonly AdSlot[]
  keyValues?: string[]
  code?: string | undefined
}

/** Slots out of page and key-values, for the browser; nothing to see. */
export function PageAds({ service, slots, keyValues = [], code }: PageAdsProps) {
  const { integrations } = usePortal()
  const isSilent = slots.length === 0 && keyValues.length === 0 && code === undefined
  if (isSilent || !isAdvertising(integrations, service)) return null
  const page: AdPage = {
    keyValues,
    ...(code !== undefined && { code }),
    outOfPage: slots.map(({ key, adUnit }) => ({ key, adUnit })),
  }
  return <div hidden data-ad-page={JSON.stringify(page)} />
}
