import type { Page } from 'playwright-core'

/** One layout shift, as the browser reports it. */
export interface Shift {
  value: number
  /** It happened within half a second of a key or a click; browsers do not count it. */
  hadRecentInput: boolean
  /** The shifted elements: selectors, with positions before and after. */
  what: string[]
}

declare global {
  interface Window {
    layoutShifts?: Shift[]
  }
}

/** Records layout shifts from the page's first moment; for `prepare` of `open`. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Entry extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: Array<{ node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }>
    }
    const shifts: Shift[] = []
    window.layoutShifts = shifts
    const nameOf = (node: Node | null): string =>
      node instanceof Element ? `${node.localName}.${node.className}` : String(node?.nodeName)
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const what = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${nameOf(node)}: ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`,
        )
        shifts.push({ value, hadRecentInput, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

export const shiftsOf = (page: Page): Promise<Shift[]> => page.evaluate(() => window.layoutShifts ?? [])

/**
 * Scrolls by wheel to the end of a page, and waits there for late content.
 * @param most steps, for endless pages
 * @returns steps
 */
export async function scrollToEnd(page: Page, { most = 60, rest = 1200 } = {}): Promise<number> {
  const place = () => page.evaluate(() => `${scrollY} ${document.documentElement.scrollHeight}`)
  let [before, restedFor, steps] = ['', 0, 0]
  while (steps < most && restedFor < rest) {
    const now = await place()
    restedFor = now === before ? restedFor + STEP_MS : 0
    before = now
    await page.mouse.wheel(0, STEP)
    await page.waitForTimeout(STEP_MS)
    steps += 1
  }
  return steps
}

/** Pixels of one turn of the wheel, and milliseconds between two. */
const STEP = 600
const STEP_MS = 150
