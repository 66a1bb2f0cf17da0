/**
 * The first view of the portal against that of the same pages in Next.js, in one run: largest paint and bytes in all, by
 * Lighthouse on its slow phone; see README.md. Usage: npm run bench:first-view -- [runs]. Exit code 1 when a limit is
 * missed.
 */
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAuditedBrowser } from './audited-browser.mjs'
import { readNewsroom } from './content/content.mjs'
import { installedLighthouse } from './lighthouse/installed.mjs'
import { stopAll } from './process.mjs'
import { sizes, table } from './report.mjs'
import { weighAll } from './rivals/comparable.mjs'
import { prepareNext, startNext } from './rivals/rivals.mjs'
import { median } from './rounds.mjs'
import { startFront } from './servers/front.mjs'
import { PORTAL, startPortal } from './servers/portal.mjs'

/** What is compared; limits are of the portal's figure to that of Next.js. */
const FIGURES = {
  lcp: { label: 'largest paint, ms', limit: 0.6 },
  bytes: { label: 'bytes in all', limit: 0.35 },
  bytesWithoutFonts: { label: 'bytes without fonts' },
  sent: { label: 'bytes with the service worker' },
}
/** A service worker still loads what it keeps when Lighthouse has finished. */
const SETTLE_MS = 2000
/** Pages: name, host of the portal, its path, and its path in the app. */
const PAGES = [
  ['home of the academy', 'localhost', '/', '/akademia'],
  [
    'article of the academy',
    'localhost',
    '/2026/02/blockchain-skrot-blok-lancuch',
    '/akademia/2026/02/blockchain-skrot-blok-lancuch',
  ],
  ['home of the main portal', 'post.localhost', '/', '/post'],
  [
    'article of the main portal',
    'post.localhost',
    '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html',
    '/post/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html',
  ],
]
const DEFAULT_RUNS = 5
const MAX_TRIES = 5
const OPTIONS = {
  logLevel: 'error',
  onlyCategories: ['performance'],
  // It would make the screen as high as the page, and load all images: not what the first view costs.
  disableFullPageScreenshot: true,
}
/** Of a kind of request in Lighthouse's own words, for the table of what the bytes are. */
const KINDS = ['Document', 'Script', 'Stylesheet', 'Image', 'Font']

let browser
try {
  const runs = Number(process.argv[2] ?? DEFAULT_RUNS)
  if (!Number.isInteger(runs) || runs < 1) throw new Error('the number of runs must be a whole number from 1')
  if (!existsSync(PORTAL)) throw new Error('dist/server.js is missing: run npm run build first')
  await readNewsroom()
  await prepareNext(say)
  process.exitCode = await main(runs)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await browser?.close()
  await stopAll()
}

/** @returns the exit code */
async function main(runs) {
  const portal = await startPortal()
  const next = await startNext(PAGES[0][3])
  const fronts = {
    portal: await startFront(portal.origin, { compresses: false }),
    next: await startFront(next.origin, { compresses: true }),
  }
  const audited = await startAuditedBrowser()
  browser = audited.browser
  say(`${runs} runs of each in turn; load average ${loadavg()[0].toFixed(2)} at the start.\n`)
  const [rows, kinds] = [[], []]
  for (const [name, host, path, appPath] of PAGES) {
    const weights = await weighAll({
      portal: { url: portal.origin + path, headers: { host } },
      'Next.js 16': { url: next.origin + appPath },
    })
    say(`${name}\n${sizes(weights)}\n`)
    const urls = {
      portal: `http://${host}:${fronts.portal.port}${path}`,
      next: `http://localhost:${fronts.next.port}${appPath}`,
    }
    const measured = await measureInTurn(urls, fronts, { runs, port: audited.port })
    for (const figure of Object.keys(FIGURES)) rows.push(rowOf(name, figure, measured))
    for (const [whose, rounds] of Object.entries(measured)) kinds.push(kindsOf(name, whose, rounds))
  }
  say(table([['bytes by kind', 'of', 'requests', ...KINDS, 'other'], ...kinds]))
  say(
    `\n${table([['medians', 'figure', 'portal', 'Next.js 16', 'ratio', 'asked', 'kept'], ...rows.map(({ cells }) => cells)])}`,
  )
  say(`\nload average ${loadavg()[0].toFixed(2)} at the end.`)
  return rows.every(({ isKept }) => isKept) ? 0 : 1
}

/** Both once before, so that images are resized and pages compressed. */
async function measureInTurn(urls, fronts, { runs, port }) {
  const rounds = { portal: [], next: [] }
  for (let run = 0; run <= runs; run++) {
    for (const [whose, url] of Object.entries(urls)) {
      const figures = await audit(url, fronts[whose], port)
      if (run > 0) rounds[whose].push(figures)
    }
  }
  return rounds
}

async function audit(url, front, port) {
  const { lhr, sent } = await report(url, front, port)
  const lcp = lhr.audits['largest-contentful-paint'].numericValue
  const requests = lhr.audits['network-requests'].details.items
  const broken = requests.filter(({ statusCode }) => statusCode >= 400)
  if (broken.length > 0) throw new Error(`${url} requests what is not there: ${broken[0].url}`)
  const bytes = bytesOf(requests)
  return { lcp, requests, bytes, bytesWithoutFonts: bytes - bytesOf(requests.filter(isFont)), sent }
}

/** Lighthouse misses the beginning of a trace now and then on a busy machine, and says so. */
async function report(url, front, port) {
  for (let tries = 1; ; tries++) {
    const before = await front.sent()
    const lighthouse = await installedLighthouse()
    const { lhr } = await lighthouse(url, { ...OPTIONS, port })
    await sleep(SETTLE_MS)
    if (!lhr.runtimeError) return { lhr, sent: (await front.sent()) - before }
    if (tries === MAX_TRIES) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  }
}

function isFont({ resourceType }) {
  return resourceType === 'Font'
}

function bytesOf(requests) {
  return requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
}

function rowOf(name, figure, { portal, next }) {
  const { label, limit } = FIGURES[figure]
  const [ours, theirs] = [portal, next].map((rounds) => median(rounds.map((round) => round[figure])))
  const ratio = ours / theirs
  const isKept = limit === undefined || ratio <= limit
  const target = limit === undefined ? ['', ''] : [`at most ${limit}`, isKept ? 'yes' : 'NO']
  return { cells: [name, label, ours.toFixed(0), theirs.toFixed(0), ratio.toFixed(2), ...target], isKept }
}

/** Of the round in the middle by its bytes. */
function kindsOf(name, whose, rounds) {
  const { requests } = rounds.toSorted((one, other) => one.bytes - other.bytes)[rounds.length >> 1]
  const ofKind = (kind) => bytesOf(requests.filter(({ resourceType }) => resourceType === kind))
  const other = bytesOf(requests.filter(({ resourceType }) => !KINDS.includes(resourceType)))
  return [name, whose, `${requests.length}`, ...KINDS.map((kind) => `${ofKind(kind)}`), `${other}`]
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
