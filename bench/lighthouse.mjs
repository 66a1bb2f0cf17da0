/**
 * Lighthouse's four scores of home pages and an article, on its slow phone, and what they are made of: medians of
 * several runs.
 * Usage: node bench/lighthouse.mjs [runs] [third-parties | example]
 * With `example` the site folders `courier` and `zoria` are measured instead of the customer's, as they are without a
 * build of their own.
 * With `third-parties` all of them are configured and none is of use: those at their own hosts are unreachable, the
 * others answer after 10 s.
 */
import { createServer } from 'node:http'
import { startAuditedBrowser } from './audited-browser.mjs'
import { installedLighthouse } from './lighthouse/installed.mjs'
import { stopAll } from './process.mjs'
import { median } from './rounds.mjs'
import { startPortal } from './servers/portal.mjs'

/** Pages of each site folder: name, host, path. */
const OWN = [
  ['home of the academy', 'localhost', '/'],
  ['article of the academy', 'localhost', '/2026/02/blockchain-skrot-blok-lancuch'],
  ['home of the main portal', 'post.localhost', '/'],
  ['article of the main portal', 'post.localhost', '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html'],
]
const EXAMPLES = {
  'sites/courier': [
    ['home of the Courier', 'localhost', '/'],
    ['article of the Courier', 'localhost', '/2026/10/foot-ferry-returns-to-wenfleet'],
  ],
  'sites/zoria': [
    ['home of Zoria', 'localhost', '/'],
    ['article of Zoria, with a quiz', 'localhost', '/2026/10/chomu-lid-plavaie'],
  ],
}
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const METRICS = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
}
const SLOW_MS = 10_000
const runs = Number(process.argv[2] ?? 3)
const slow = process.argv[3] === 'third-parties' ? await slowServer() : undefined

const lighthouse = await installedLighthouse()
const { browser, port: debuggingPort } = await startAuditedBrowser()
const sites = process.argv[3] === 'example' ? EXAMPLES : { 'sites/szpalta': OWN }
for (const [site, pages] of Object.entries(sites)) {
  const { origin } = await startPortal({ env: { SITE_DIR: site, ...thirdParties() } })
  const { port } = new URL(origin)
  for (const [name, host, path] of pages) await measure(name, `http://${host}:${port}${path}`)
}
await browser.close()
await stopAll()
slow?.closeAllConnections()
slow?.close()

async function measure(name, url) {
  const reports = []
  for (let run = 0; run < runs; run++) {
    const { lhr } = await lighthouse(url, { port: debuggingPort, logLevel: 'error', onlyCategories: CATEGORIES })
    reports.push(lhr)
  }
  const scores = CATEGORIES.map((id) => `${id} ${median(reports.map(({ categories }) => categories[id].score * 100))}`)
  const metrics = Object.entries(METRICS).map(
    ([id, label]) => `${label} ${round(median(reports.map(({ audits }) => audits[id].numericValue)))}`,
  )
  process.stdout.write(`${name}\n  ${scores.join(', ')}\n  ${metrics.join(', ')}\n`)
  for (const line of shortcomings(reports[0])) process.stdout.write(`  below 1: ${line}\n`)
}

function thirdParties() {
  if (!slow) return {}
  const script = `http://localhost:${slow.address().port}/slow.js`
  return {
    GAM_NETWORK_CODE: '123456',
    GA_MEASUREMENT_ID: 'G-BENCH123',
    MARFEEL_ACCOUNT_ID: '1234',
    PUSH_SCRIPT_URL: script,
    AUDIENCE_SCRIPT_URL: script,
    COMMENTS_SCRIPT_URL: script,
  }
}

async function slowServer() {
  const server = createServer((_request, response) => setTimeout(() => response.end(''), SLOW_MS))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** What costs points: audits that count in a category and are not perfect. */
function shortcomings({ categories, audits }) {
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  return counted
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, score, displayValue = '' }) => `${id} ${score} ${displayValue}`)
}

function round(value) {
  return Math.round(value * 1000) / 1000
}
