import { loadScript } from '../script.ts'

/** The part of Google Publisher Tag in use. */
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

/**
 * Runs once the library has loaded; never, if it fails to load or is a different script. Swallows its errors: boxes
 * stay as they are.
 */
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
