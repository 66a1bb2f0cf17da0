import type { AdPage, AdPlace } from '../../components/ad-box.tsx'
import { articleDeviceOf, deviceOf } from './device.ts'
import type { Gpt, GptSlot } from './gpt.ts'
import { isClosed, isSticky, stick, unstick } from './sticky.ts'

/** Of whom slots are bought, and for what. */
export interface Advertiser {
  /** Network code of Google Ad Manager. */
  network: string
  /** Width of the window when the page was opened, in CSS pixels. */
  width: number
}

/** A slot that the library knows, and the element it fills. */
export interface DefinedSlot {
  slot: GptSlot
  elementId: string
  /** Its place on the page; one out of page has none. */
  box?: HTMLElement
}

let count = 0

/** The slot of a place. @returns undefined for one that has no size for this device, or that the reader has closed */
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

/** A slot out of page: the full-screen advertisement, the welcome screen, the ad exchanger (decision 65). */
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

/** Fills slots, all by one request; without the refresh the library only takes note of them. */
export function fill(gpt: Gpt, defined: readonly DefinedSlot[]): void {
  if (defined.length === 0) return
  for (const { elementId } of defined) gpt.display(elementId)
  gpt.pubads().refresh(defined.map(({ slot }) => slot))
}

/** Empties slots; their places stay as high as they were. */
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

/** A unit with a network of its own begins with a slash. */
function unitPath(adUnit: string, network: string): string {
  return adUnit.startsWith('/') ? adUnit : `/${network}/${adUnit}`
}
