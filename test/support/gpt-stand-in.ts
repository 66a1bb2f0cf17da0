import type { Page, Route } from 'playwright-core'

/** One call of the library: its name, arguments and time. */
export interface GptCall {
  name: string
  args: unknown[]
  /** Milliseconds since the page's start. */
  at: number
}

declare global {
  interface Window {
    gptCalls?: GptCall[]
  }
}

export const GPT_HOST = 'https://securepubads.g.doubleclick.net/**'

/** Answers every call for the ad library; by default with the stand-in. */
export async function playGpt(
  page: Page,
  response: (route: Route) => Promise<unknown> = (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${standIn})()` }),
): Promise<void> {
  await page.route(GPT_HOST, response)
}

export async function gptCalls(page: Page, name?: string): Promise<GptCall[]> {
  const calls = await page.evaluate(() => window.gptCalls ?? [])
  return name === undefined ? calls : calls.filter((call) => call.name === name)
}

/**
 * Simulates Google Publisher Tag in the page: records calls and slots by their units, and fills a slot with a box of
 * its largest size a moment after its refresh.
 */
function standIn(): void {
  interface Slot {
    unit: string
    sizes: number[][]
    id: string
    addService(): Slot
  }
  const calls: GptCall[] = []
  window.gptCalls = calls
  const record = (name: string, ...args: unknown[]): void => {
    calls.push({ name, args, at: performance.now() })
  }
  const units = (slots: Slot[]): string[] => slots.map(({ unit }) => unit)
  const makeSlot = (unit: string, sizes: number[][], id: string): Slot => {
    const slot: Slot = {
      unit,
      sizes,
      id,
      addService() {
        record('addService', unit)
        return slot
      },
    }
    return slot
  }
  const fill = ({ id, sizes }: Slot): void => {
    const [width, height] = sizes.toSorted((a, b) => Number(b[1]) - Number(a[1]))[0] ?? [1, 1]
    const box = document.createElement('div')
    box.dataset.filled = ''
    box.style.cssText = `display: inline-block; width: ${width}px; height: ${height}px; background: teal`
    document.getElementById(id)?.replaceChildren(box)
  }
  const service = {
    enableSingleRequest: () => record('enableSingleRequest'),
    enableLazyLoad: (config: unknown) => record('enableLazyLoad', config),
    disableInitialLoad: () => record('disableInitialLoad'),
    collapseEmptyDivs: (...args: unknown[]) => record('collapseEmptyDivs', ...args),
    setTargeting: (...args: unknown[]) => record('setTargeting', ...args),
    addEventListener() {},
    refresh(slots: Slot[]) {
      record('refresh', units(slots))
      setTimeout(() => slots.forEach(fill), 150)
    },
  }
  const repositories = {
    pubads: () => service,
    defineSlot(unit: string, sizes: number[][], id: string) {
      record('defineSlot', unit, sizes)
      return makeSlot(unit, sizes, id)
    },
    defineOutOfPageSlot(unit: string, id: string) {
      record('defineOutOfPageSlot', unit)
      return makeSlot(unit, [[1, 1]], id)
    },
    enableServices: () => record('enableServices'),
    display: (id: string) => record('display', document.getElementById(id) !== null),
    destroySlots(slots: Slot[]) {
      record('destroySlots', units(slots))
      for (const { id } of slots) document.getElementById(id)?.replaceChildren()
      return true
    },
  }
  const page = window as unknown as { googletag?: { cmd?: Array<() => void> } }
  const queued = page.googletag?.cmd ?? []
  page.googletag = Object.assign(page.googletag ?? {}, repositories, {
    cmd: { push: (run: () => void) => run() },
  }) as unknown as typeof page.googletag
  for (const run of queued) run()
}
