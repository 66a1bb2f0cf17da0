import type { AdSize, AdSlot } from '../src/content/ad-slot.ts'
import { join, jsonScript, tag } from '../src/content/html/markup.ts'
import type { AmpProviders, Integrations } from '../src/integrations/settings.ts'
import type { SafeHtml } from '../src/system/escape.ts'
import { blockOnConsent } from './consent.ts'
import { ampCounters } from './counters.ts'
import type { Extension } from './extensions.ts'
import { once } from './next-page.ts'

export type AmpIntegrations = Pick<
  Integrations,
  'adNetwork' | 'analyticsId' | 'marfeelAccount' | 'consent' | 'counters'
> &
  AmpProviders

/** AMP's limits. CSS pixels. */
const STICKY_SIZE: AdSize = [320, 50]
const STICKY_MAX_HEIGHT = 100

/** The only layout is for phones (ADS-1). */
export function ampSlots(slots: readonly AdSlot[], { adNetwork }: AmpIntegrations): AdSlot[] {
  return adNetwork === undefined ? [] : slots.filter(({ sizes }) => sizes.mobile?.length)
}

export function adBox(slot: AdSlot, integrations: AmpIntegrations): SafeHtml {
  return tag('div', { class: 'ad' }, adElement(slot, integrations, slot.sizes.mobile ?? []))
}

export function stickyAd(slot: AdSlot, integrations: AmpIntegrations, leadsOn: boolean): SafeHtml {
  const low = (slot.sizes.mobile ?? []).filter(([, height]) => height <= STICKY_MAX_HEIGHT)
  return tag('amp-sticky-ad', { layout: 'nodisplay', ...once(leadsOn) }, adElement(slot, integrations, low))
}

function adElement({ adUnit }: AdSlot, integrations: AmpIntegrations, sizes: readonly AdSize[]): SafeHtml {
  const { adNetwork: network = '' } = integrations
  // AMP reserves the first, so it is the largest.
  const [first = STICKY_SIZE, ...rest] = [...sizes].sort((a, b) => b[0] * b[1] - a[0] * a[1])
  const others = rest.filter(([width, height]) => width <= first[0] && height <= first[1])
  return tag('amp-ad', {
    type: 'doubleclick',
    width: first[0],
    height: first[1],
    'data-slot': adUnit.startsWith('/') ? adUnit : `/${network}/${adUnit}`,
    'data-multi-size': others.map((size) => size.join('x')).join(',') || undefined,
    'data-multi-size-validation': others.length > 0 ? 'false' : undefined,
    ...blockOnConsent(integrations, 'advertising'),
  })
}

/** The element waits for consent as a whole. */
const MARFEEL_CONFIG = 'https://sdk.newsroom.bi/amp.v1.json'

/** Has the settings of the page (AMP-7). */
export function measurement(integrations: AmpIntegrations): SafeHtml | undefined {
  if (!isMeasured(integrations)) return undefined
  const { analyticsId: id, marfeelAccount, audiencePixel } = integrations
  const waits = blockOnConsent(integrations, 'measurement')
  const element = (attributes: Record<string, string>, vars: object): SafeHtml =>
    tag(
      'amp-analytics',
      { ...attributes, 'data-credentials': 'include', ...waits },
      jsonScript('application/json', { vars }),
    )
  return join([
    id === undefined ? undefined : element({ type: 'gtag' }, { gtag_id: id, config: { [id]: { groups: 'default' } } }),
    marfeelAccount === undefined ? undefined : element({ config: MARFEEL_CONFIG }, { accountId: marfeelAccount }),
    audiencePixel === undefined ? undefined : tag('amp-pixel', { src: audiencePixel, layout: 'nodisplay', ...waits }),
  ])
}

export function isMeasured({ analyticsId, marfeelAccount, audiencePixel }: AmpIntegrations): boolean {
  return [analyticsId, marfeelAccount, audiencePixel].some((setting) => setting !== undefined)
}

export function measurementExtensions({ analyticsId, marfeelAccount, counters }: AmpIntegrations): Extension[] {
  const isThere = analyticsId !== undefined || marfeelAccount !== undefined || ampCounters(counters).length > 0
  return isThere ? ['amp-analytics'] : []
}
