import type { CSSProperties, ReactNode } from 'react'
import { type AdSlot, DEVICES, reservedHeights } from '../../src/content/ad-slot.ts'
import { isAdvertising } from '../../src/integrations/for-service.ts'
import type { Service } from '../../src/services/service.ts'
import { useMessages, usePortal } from '../context.ts'

export type AdPlace = Pick<AdSlot, 'key' | 'adUnit' | 'sizes'>
export interface AdPage {
  keyValues: string[]
  code?: string
  outOfPage: Array<Pick<AdSlot, 'key' | 'adUnit'>>
}

/** The place takes no room without a size (ADS-1) or after a refusal (ADS-19). */
export function placeClasses(slot: AdSlot): string {
  const heights = reservedHeights(slot)
  const absent = DEVICES.filter((device) => heights[device] === 0)
  return ['needs-consent', 'needs-script', ...absent.map((device) => `not-on-${device}`)].join(' ')
}

/**
 * Reserves the height (ADS-6).
 * @param className the editor's choice
 */
export function AdBox({ slot, className }: { slot: AdSlot; className?: string | undefined }) {
  const messages = useMessages()
  const { key, adUnit, sizes, isSticky, isTransparent, bgColor } = slot
  const heights = reservedHeights(slot)
  const place: AdPlace = { key, adUnit, sizes }
  const style = {
    ...Object.fromEntries(DEVICES.map((device) => [`--ad-${device}`, `${heights[device]}px`])),
    ...(isTransparent ? { background: 'none' } : bgColor && { background: bgColor }),
  } as CSSProperties
  return (
    // biome-ignore lint/a11y/useSemanticElements: not part of a form; nor a landmark, as a page has many of one name
    <div
      role="group"
      className={['ad', isSticky && 'is-sticky', placeClasses(slot), className].filter(Boolean).join(' ')}
      aria-label={messages.ads.label}
      style={style}
      data-ad={JSON.stringify(place)}
      data-close={isSticky ? messages.ads.close : undefined}
      hidden={isSticky}
    />
  )
}

interface PageAdsProps {
  service: Service
  slots: readonly AdSlot[]
  keyValues?: string[]
  code?: string
}

export function PageAds({ service, slots, keyValues = [], code }: PageAdsProps) {
  const { integrations } = usePortal()
  const isSilent = slots.length === 0 && keyValues.length === 0 && code === undefined
  if (isSilent || !isAdvertising(integrations, service)) return null
  const page: AdPage = {
    keyValues,
    code,
    outOfPage: slots.map(({ key, adUnit }) => ({ key, adUnit })),
  }
  return <div hidden data-ad-page={JSON.stringify(page)} />
}

export function ListWithAd({ slot, children }: { slot: AdSlot | undefined; children: ReactNode }) {
  if (!slot) return children
  return (
    <div className="list-with-ad">
      {children}
      <div className="list-aside">
        <AdBox slot={slot} />
      </div>
    </div>
  )
}
