/**
 * What a touch of the page costs on a processor that is four times slower: the longest task and the total blocking time
 * (what tasks take beyond 50 ms) of each interaction, from the touch to its end. Medians of several runs, with the worst.
 * Usage: node bench/interactions.mjs [runs]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { requireTestPackages } from '../test/packages.mjs'
import { stopAll } from './process.mjs'
import { median } from './rounds.mjs'
import { startPortal } from './servers/portal.mjs'

const SLOWER = 4
/** A task as long as this blocks (https://www.w3.org/TR/longtasks/). Milliseconds. */
const BLOCKING = 50
/** How long a page is watched after each touch, for what it causes later. Milliseconds. */
const AFTERWARDS = 1500
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 900 }
const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'

/** Name, host, path, size of the window, and what the reader does. */
const INTERACTIONS = [
  ['page load, home', 'post.localhost', '/', PHONE, () => {}],
  ['page load, article', 'localhost', ARTICLE, PHONE, () => {}],
  ['menu', 'localhost', '/', PHONE, (page) => page.click('.menu-toggle')],
  ['sub-items of the wide menu', 'localhost', '/', DESK, (page) => page.locator('.submenu-toggle').first().click()],
  ['theme', 'post.localhost', '/', PHONE, (page) => page.click('[data-theme-switch]')],
  ['search panel and suggestions', 'localhost', '/', PHONE, searchInPanel],
  ['further results of a search', 'localhost', '/search?s=klucz', PHONE, (page) => wheel(page, 40)],
  ['further articles', 'localhost', ARTICLE, PHONE, (page) => wheel(page, 60)],
  ['newsletter', 'localhost', '/', PHONE, subscribe],
]

const runs = Number(process.argv[2] ?? 5)
const { port } = new URL((await startPortal()).origin)
requireTestPackages()
const { chromium } = await import('playwright-core')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
process.stdout.write(`processor ${SLOWER} times slower, ${runs} runs\n`)
for (const [name, host, path, viewport, act] of INTERACTIONS) {
  const results = []
  for (let run = 0; run < runs; run++) results.push(await measure(`http://${host}:${port}${path}`, viewport, act))
  const longest = results.map((tasks) => Math.max(0, ...tasks))
  const blocked = results.map((tasks) => tasks.reduce((sum, task) => sum + Math.max(0, task - BLOCKING), 0))
  process.stdout.write(`${name}: longest task ${shown(longest)}, total blocking time ${shown(blocked)}\n`)
}
await browser.close()
await stopAll()

/** @returns lengths of all tasks of 50 ms and more that began after the touch, and of the longest shorter one */
async function measure(url, viewport, act) {
  const page = await browser.newPage({ viewport })
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(url, { waitUntil: 'load' })
    const isOfLoad = act.length === 0
    if (!isOfLoad) await sleep(AFTERWARDS)
    await session.send('Performance.enable')
    await page.evaluate((buffered) => {
      window.longTasks = []
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longTasks.push(duration)
      }).observe({ type: 'longtask', buffered })
    }, isOfLoad)
    await act(page)
    await sleep(AFTERWARDS)
    return await page.evaluate(() => window.longTasks)
  } finally {
    await page.close()
  }
}

async function searchInPanel(page) {
  await page.click('[popovertarget=panel-szukaj]')
  await page.keyboard.type('klucz', { delay: 80 })
  await page.locator('[role=option]').first().waitFor()
}

async function subscribe(page) {
  const form = page.locator('form.newsletter-form').first()
  await form.locator('[name=email]').fill('ola@poczta.example')
  await form.locator('[name=consent]').check()
  await form.locator('[type=submit]').click()
  await form.locator('[role=status]:not(:empty)').waitFor()
}

async function wheel(page, turns) {
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, 400)
    await sleep(60)
  }
}

function shown(values) {
  return `${Math.round(median(values))} ms (worst ${Math.round(Math.max(...values))})`
}
