/**
 * From a reader's tap on an article to its largest paint, on a slow network (150 ms and 1.6 Mbit/s), on this machine's
 * processor and on one that is four times slower: of pages that were rendered in advance (NAV-3), and without that, in
 * turn. Medians of several taps.
 * Usage: node bench/navigation.mjs [taps]
 * Chromium for desktops renders in advance what the pointer is over; on Android it does the same for a large link that
 * stays in view. So the pointer stands over the link before a finger taps.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { stopAll } from './process.mjs'
import { median } from './rounds.mjs'
import { startPortal } from './servers/portal.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const MOST_MS = 100
const taps = Number(process.argv[2] ?? 7)
const HOMES = [
  ['academy', 'localhost'],
  ['main portal', 'post.localhost'],
]
const LINK = 'main a[href^="/20"]'
/** How much slower the processor is; the limit is for the first (NAV-3). */
const PROCESSORS = [1, 4]

const stage = await importTypeScript(new URL('navigation-stage.ts', import.meta.url), HARNESS_OPTIONS)
const { anything, LARGEST_PAINT, REMEMBER_TAP, SLOW_4G, paintAfterTap, startChromium } = stage
const portal = await startPortal()
const { port } = new URL(portal.origin)
let isMissed = false

for (const slower of PROCESSORS) {
  process.stdout.write(`processor ${slower} times slower\n`)
  for (const [name, host] of HOMES) {
    const inAdvance = []
    const plain = []
    for (let tap = 0; tap < taps; tap++) {
      inAdvance.push(await measure(`http://${host}:${port}/`, true, slower))
      plain.push(await measure(`http://${host}:${port}/`, false, slower))
    }
    const [fast, slow] = [inAdvance, plain].map((paints) => median(paints))
    isMissed ||= slower === PROCESSORS[0] && fast > MOST_MS
    process.stdout.write(
      `article of the ${name}: tap to largest paint ${round(fast)} ms rendered in advance (${range(inAdvance)}), ` +
        `${round(slow)} ms without (${range(plain)}), ratio ${(fast / slow).toFixed(2)}\n`,
    )
  }
}
await stopAll()
if (isMissed) {
  process.stdout.write(`more than ${MOST_MS} ms\n`)
  process.exitCode = 1
}

/** @returns milliseconds, of a browser that has seen the home page alone */
async function measure(home, isInAdvance, slowProcessor) {
  const chromium = await startChromium()
  try {
    const tab = await chromium.openTab({ isPhone: true, slowProcessor, network: SLOW_4G })
    await tab.open(home)
    // The service worker is there, as for a reader who has looked at the page.
    await sleep(2000)
    if (isInAdvance) {
      await tab.hover(LINK)
      await until(() => tab.attempts.at(-1) === 'Ready')
      await sleep(1000)
    } else await tab.evaluate(`document.querySelector('script[type=speculationrules]').remove()`, anything)
    await tab.evaluate(REMEMBER_TAP, anything)
    await tab.tap(LINK)
    await tab.until(`location.pathname !== '/'`)
    const { isPrerendered, largestPaint } = await tab.evaluate(LARGEST_PAINT, paintAfterTap)
    if (isPrerendered !== isInAdvance) throw new Error(`rendered in advance: ${isPrerendered}, not ${isInAdvance}`)
    return largestPaint
  } finally {
    await chromium.close()
  }
}

async function until(isTrue) {
  for (let tries = 0; tries < 200 && !isTrue(); tries++) await sleep(50)
  if (!isTrue()) throw new Error('nothing was rendered in advance')
}

function round(value) {
  return Math.round(value)
}

function range(values) {
  return `${round(Math.min(...values))}–${round(Math.max(...values))}`
}
