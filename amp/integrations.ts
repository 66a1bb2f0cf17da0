import type { AdSize, AdSlot } from '../src/content/ad-slot.ts'
import type { SafeHtml } from '../src/content/html/escape.ts'
import { jsonScript, tag, text } from '../src/content/html/markup.ts'
import { slugOf } from '../src/content/slug.ts'
import type { Integrations } from '../src/integrations/settings.ts'
import type { Service } from '../src/services/service.ts'

/** Third parties of AMP documents, by configuration (AMP-7). */
export type AmpIntegrations = Pick<Integrations, 'adNetwork' | 'analyticsId' | 'consent'>

/** AMP's limits for a sticky ad. CSS pixels. */
const STICKY_SIZE: AdSize = [320, 50]
const STICKY_MAX_HEIGHT = 100

/** Slots with a size for phones; an AMP document has one layout, so the others have no place in it (ADS-7). */
export function ampSlots(slots: readonly AdSlot[], { adNetwork }: AmpIntegrations): AdSlot[] {
  return adNetwork === undefined ? [] : slots.filter(({ sizes }) => sizes.mobile?.length)
}

/** One slot between blocks, with every size that fits a phone. */
export function adBox(slot: AdSlot, { adNetwork, consent }: AmpIntegrations): SafeHtml {
  return tag('div', { class: 'ad' }, adElement(slot, adNetwork ?? '', slot.sizes.mobile ?? [], consent))
}

/** The slot that sticks to the edge of the screen. */
export function stickyAd(slot: AdSlot, { adNetwork, consent }: AmpIntegrations): SafeHtml {
  const low = (slot.sizes.mobile ?? []).filter(([, height]) => height <= STICKY_MAX_HEIGHT)
  return tag('amp-sticky-ad', { layout: 'nodisplay' }, adElement(slot, adNetwork ?? '', low, consent))
}

function adElement(
  { adUnit }: AdSlot,
  network: string,
  sizes: readonly AdSize[],
  consent: AmpIntegrations['consent'],
): SafeHtml {
  // AMP reserves the first size; the others must not be larger.
  const [first = STICKY_SIZE, ...rest] = [...sizes].sort((a, b) => b[0] * b[1] - a[0] * a[1])
  const others = rest.filter(([width, height]) => width <= first[0] && height <= first[1])
  return tag('amp-ad', {
    type: 'doubleclick',
    width: first[0],
    height: first[1],
    'data-slot': adUnit.startsWith('/') ? adUnit : `/${network}/${adUnit}`,
    ...(others.length > 0 && {
      'data-multi-size': others.map((size) => size.join('x')).join(','),
      'data-multi-size-validation': 'false',
    }),
    'data-block-on-consent': consent === 'cmp',
  })
}

export function analytics(id: string, consent: AmpIntegrations['consent']): SafeHtml {
  const config = { vars: { gtag_id: id, config: { [id]: { groups: 'default' } } } }
  return tag(
    'amp-analytics',
    { type: 'gtag', 'data-credentials': 'include', 'data-block-on-consent': consent === 'cmp' },
    jsonScript('application/json', config),
  )
}

/** Storage name of the reader's consent, one for all services of a publisher. */
export function consentInstance({ group, name }: Service): string {
  const id = slugOf(group.name)
  return /^[a-z0-9-]+$/.test(id) ? id : name
}

/** The consent prompt, shown once; ads and analytics wait for it. */
export function consentPrompt(service: Service): SafeHtml {
  const { consent } = service.messages
  const button = (action: string, label: string) =>
    tag('button', { class: 'button', on: `tap:consent.${action}` }, text(label))
  return tag(
    'amp-consent',
    { id: 'consent', layout: 'nodisplay' },
    jsonScript('application/json', {
      consentInstanceId: consentInstance(service),
      consentRequired: true,
      promptUI: 'consent-prompt',
    }),
    tag(
      'div',
      { id: 'consent-prompt', class: 'consent' },
      tag('p', {}, text(consent.question)),
      button('accept', consent.accept),
      button('reject', consent.reject),
    ),
  )
}
