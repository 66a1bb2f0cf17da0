import type { AdPage, AdPlace } from '../../../../views/components/ad-box.tsx'
import type { Device } from '../../../content/ad-slot.ts'
import { loadScript } from '../script.ts'

export interface Gpt {
  pubads(): PubAds
  defineSlot(adUnitPath: string, sizes: Array<[number, number]>, elementId: string): GptSlot | null
  defineOutOfPageSlot?(adUnitPath: string, elementId: string): GptSlot | null
  enableServices(): void
  display(elementId: string): void
  destroySlots(slots: GptSlot[]): boolean
}

export interface GptSlot {
  addService(service: PubAds): GptSlot
}

export interface PubAds {
  enableSingleRequest(): boolean
  enableLazyLoad(config: { fetchMarginPercent: number; renderMarginPercent: number; mobileScaling: number }): void
  disableInitialLoad?(): void
  setTargeting(key: string, value: string | string[]): PubAds
  refresh(slots: GptSlot[]): void
  addEventListener?(type: 'slotRenderEnded', listener: (event: { slot: GptSlot; isEmpty: boolean }) => void): void
}

declare global {
  interface Window {
    googletag?: { cmd?: { push(command: () => void): unknown } }
  }
}

const SCRIPT_URL = 'https://securepubads.g.doubleclick.net/tag/js/gpt.js'
const NEEDED = ['pubads', 'defineSlot', 'enableServices', 'display', 'destroySlots'] as const

export function loadGpt(): void {
  void loadScript(SCRIPT_URL)
}

/** Errors of the library leave boxes as they are. */
export function command(run: (gpt: Gpt) => void): void {
  const guarded = (): void => {
    try {
      if (isGpt(window.googletag)) run(window.googletag)
    } catch {}
  }
  try {
    window.googletag ??= {}
    window.googletag.cmd ??= []
    window.googletag.cmd.push(guarded)
  } catch {}
}

function isGpt(candidate: unknown): candidate is Gpt {
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    NEEDED.every((name) => typeof Reflect.get(candidate, name) === 'function')
  )
}

export interface Advertiser {
  network: string
  /** CSS pixels of the window at first. */
  width: number
}

export interface DefinedSlot {
  slot: GptSlot
  elementId: string
  /** Absent: out of page. */
  box?: HTMLElement
}

let count = 0

/** @returns undefined: no size for this device, or closed by the reader */
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

/** Registers slots until the refresh. */
export function fill(gpt: Gpt, defined: readonly DefinedSlot[]): void {
  if (defined.length === 0) return
  for (const { elementId } of defined) gpt.display(elementId)
  gpt.pubads().refresh(defined.map(({ slot }) => slot))
}

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

/** A slash means that the unit names its network. */
function unitPath(adUnit: string, network: string): string {
  return adUnit.startsWith('/') ? adUnit : `/${network}/${adUnit}`
}

/** CSS pixels (ADS-18). */
const LARGE = 1200
const MEDIUM = 768

const ARTICLE_MOBILE = 1199

function deviceOf(width: number): Device {
  if (width >= LARGE) return 'desktop'
  return width >= MEDIUM ? 'tablet' : 'mobile'
}

function articleDeviceOf(width: number): Device {
  return width <= ARTICLE_MOBILE ? 'mobile' : 'desktop'
}

/** Milliseconds until the close button (ADS-17). */
const CLOSE_DELAY = 3000

const timers = new WeakMap<HTMLElement, number>()
const closed = new WeakSet<HTMLElement>()

export function isSticky(box: HTMLElement): boolean {
  return box.classList.contains('is-sticky')
}

function stick(box: HTMLElement): void {
  box.hidden = false
  timers.set(
    box,
    window.setTimeout(() => box.append(closeControl(box)), CLOSE_DELAY),
  )
}

export function unstick(box: HTMLElement): void {
  window.clearTimeout(timers.get(box))
  box.querySelector('.ad-close')?.remove()
  box.hidden = true
}

function isClosed(box: HTMLElement): boolean {
  return closed.has(box)
}

function closeControl(box: HTMLElement): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'ad-close'
  button.textContent = '×'
  button.setAttribute('aria-label', box.dataset.close ?? '')
  button.addEventListener('click', () => {
    closed.add(box)
    unstick(box)
  })
  return button
}
