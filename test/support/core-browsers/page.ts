import { until } from '../until.ts'
import type { CoreBrowser } from './core-browser.ts'

/** Clicks the visible link or control with exactly this name, as a reader sees or hears it. */
export async function press(browser: CoreBrowser, name: string): Promise<void> {
  await until(() => browser.evaluate(mark, name), Boolean)
  await browser.click('[data-core-target]')
}

/** Moves the pointer over it. */
export async function pointAt(browser: CoreBrowser, name: string): Promise<void> {
  await until(() => browser.evaluate(mark, name), Boolean)
  await browser.hover('[data-core-target]')
}

/** Runs in the page. WebDriver has no selector for names. */
function mark(name: string): boolean {
  for (const old of document.querySelectorAll('[data-core-target]')) old.removeAttribute('data-core-target')
  const controls = document.querySelectorAll<HTMLElement>('a, button, summary, label, [role=switch]')
  const target = [...controls].find(
    (control) =>
      (control.ariaLabel ?? control.innerText).trim() === name && control.checkVisibility({ visibilityProperty: true }),
  )
  target?.setAttribute('data-core-target', '')
  return target !== undefined
}

/** Whether the first such element is there and can be seen. */
export function isShown(browser: CoreBrowser, selector: string): Promise<boolean> {
  return browser.evaluate(
    (selector) => document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) ?? false,
    selector,
  )
}

export const shown = (browser: CoreBrowser, selector: string): Promise<boolean> =>
  until(() => isShown(browser, selector), Boolean)

export const hidden = (browser: CoreBrowser, selector: string): Promise<boolean> =>
  until(
    () => isShown(browser, selector),
    (is) => !is,
  )

/** Whether a visible element has these words, and no other. */
export function says(browser: CoreBrowser, words: string): Promise<boolean> {
  return browser.evaluate((words) => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')]
    return all.some(
      (element) => element.textContent.trim() === words && element.checkVisibility({ visibilityProperty: true }),
    )
  }, words)
}

export const pathOf = (browser: CoreBrowser): Promise<string> => browser.evaluate(() => location.pathname)
export const focused = (browser: CoreBrowser): Promise<string> =>
  browser.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

/** Scrolls step by step, as a reader does, until it is so. */
export async function scrollUntil(browser: CoreBrowser, isSo: () => Promise<boolean>): Promise<void> {
  await until(
    async () => {
      await browser.evaluate(() => scrollBy({ top: innerHeight * 0.8, behavior: 'instant' }))
      return isSo()
    },
    Boolean,
    20_000,
  )
}
