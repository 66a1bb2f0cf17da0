import type { Page } from 'playwright-core'

declare global {
  interface Window {
    signals: { shift: number; views: Array<{ path: string; kind: string }> }
  }
}

/** Records layout shifts and reported views from the page's first moment; for `prepare` of `open`. */
export async function recordSignals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.signals = { shift: 0, views: [] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number; hadRecentInput: boolean }>) {
        if (!entry.hadRecentInput) window.signals.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    addEventListener('szpalta:view', (event) => {
      window.signals.views.push((event as CustomEvent<{ path: string; kind: string }>).detail)
    })
  })
}

/** Turns the wheel step by step, as a reader does, until `isDone` or the steps are used up. */
export async function scrollOn(page: Page, isDone: () => Promise<boolean>, step = 700, steps = 60): Promise<void> {
  for (let n = 0; n < steps && !(await isDone()); n++) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(60)
  }
}
