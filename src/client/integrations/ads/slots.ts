import type { AdPage, AdPlace } from '../../../../views/components/ad-box.tsx'
import { articleDeviceOf, deviceOf } from './device.ts'
import type { Gpt, GptSlot } from './gpt.ts'
import { isClosed, isSticky, stick, unstick } from './sticky.ts'

/** The buyer of slots, and the device they are for. */
export interface Advertiser {
  /** Network code of Google Ad Manager. */
  network: string
  /** Width of the window when the page opened, in CSS pixels. */
  width: number
}

/** A slot that is defined in the library, and the element it fills. */
export interface DefinedSlot {
  slot: GptSlot
  elementId: string
  /** Its box on the page; absent for an out-of-page slot. */
  box?: HTMLElement
}

let count = 0

/** Defines the slot of a box. @returns undefined if it has no size for this device, or the reader has closed it */
export function defineSlot(gpt: Gpt, box: HTMLElement, { network, width }: Advertiser): DefinedSlot | undefined {
  const { adUnit, sizes } = JSON.parse(box.dataset.ad ?? '') as AdPlace
  const device = box.closest('[data-article]') ? articleDeviceOf(width) : deviceOf(width)
  const wanted = sizes[device] ?? []
  if (wanted.length === 0 || isClosed(box)) return undefined
  box.querySelector('[data-ad-content]')?.remove()
  const element = contentElement()
  box.append(element)
  const slot = gpt.defineSlot(unitPath(adUnit, network), wanted, element.id)?.addService(gpt.pubads())
  if (!slot) return undefined
  if (isSticky(box)) stick(box)
  return { slot, elementId: element.id, box }
}

/** Defines an out-of-page slot: the full-screen advertisement, the welcome screen, the ad exchanger (ADS-5). */
export function defineOutOfPage(
  gpt: Gpt,
  { adUnit }: AdPage['outOfPage'][number],
  { network }: Advertiser,
): DefinedSlot | undefined {
  const element = contentElement()
  element.className = 'ad-out-of-page'
  document.body.append(element)
  const slot = gpt.defineOutOfPageSlot?.(unitPath(adUnit, network), element.id)?.addService(gpt.pubads())
  return slot && { slot, elementId: element.id }
}

/** Fills slots with one request; without the refresh the library only registers them. */
export function fill(gpt: Gpt, defined: readonly DefinedSlot[]): void {
  if (defined.length === 0) return
  for (const { elementId } of defined) gpt.display(elementId)
  gpt.pubads().refresh(defined.map(({ slot }) => slot))
}

/** Empties slots; their boxes keep their height. */
export function destroy(gpt: Gpt, defined: readonly DefinedSlot[]): void {
  for (const { box } of defined) if (box && isSticky(box)) unstick(box)
  if (defined.length > 0) gpt.destroySlots(defined.map(({ slot }) => slot))
}

function contentElement(): HTMLElement {
  const element = document.createElement('div')
  element.id = `ad-${++count}`
  element.dataset.adContent = ''
  return element
}

/** A unit that names its own network starts with a slash. */
function unitPath(adUnit: string, network: string): string {
  return adUnit.startsWith('/') ? adUnit : `/${network}/${adUnit}`
}
