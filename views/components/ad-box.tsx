import type { CSSProperties } from 'react'
import { type AdSlot, DEVICES, reservedHeights } from '../../src/content/ads.ts'
import { copy } from '../../src/copy.ts'
import { type Portal, usePortal } from '../context.ts'

/** What a place says to the browser of its slot. */
export type AdPlace = Pick<AdSlot, 'key' | 'adUnit' | 'sizes'>
/** What a page says of its advertising beside the places on it. */
export interface AdPage {
  keyValues: string[]
  outOfPage: Array<Pick<AdSlot, 'key' | 'adUnit'>>
}

/** Whether pages of this request advertise: where a network is configured, and never on plus (spec 2; decision 58). */
export function isAdvertising({ integrations, service }: Pick<Portal, 'integrations' | 'service'>): boolean {
  return integrations.adNetwork !== undefined && service.articleLayout !== 'single'
}

/**
 * The place of one slot: all that the server says of an advertisement (spec 8). It keeps the slot's height free on each
 * device, so that nothing moves when it is filled, and nobody sees it without a script (decision 36).
 */
export function AdBox({ slot }: { slot: AdSlot }) {
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
      className={isSticky ? 'ad is-sticky needs-script' : 'ad needs-script'}
      aria-label={copy.ads.label}
      style={style}
      data-ad={JSON.stringify(place)}
      data-close={isSticky ? copy.ads.close : undefined}
      hidden={isSticky}
    />
  )
}

/** Slots out of page and key-values, for the browser; nothing to see. */
export function PageAds({ slots, keyValues = [] }: { slots: readonly AdSlot[]; keyValues?: string[] }) {
  const portal = usePortal()
  if (!isAdvertising(portal) || (slots.length === 0 && keyValues.length === 0)) return null
  const page: AdPage = { keyValues, outOfPage: slots.map(({ key, adUnit }) => ({ key, adUnit })) }
  return <div hidden data-ad-page={JSON.stringify(page)} />
}
