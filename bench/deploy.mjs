/**
 * `npm run bench:deploy`: three instances are replaced, one after another, by those of the next release, while readers ask for a
 * thousand pages. Prints processor time and calls of the CMS until each page is there again, and what that makes for 20 instances and
 * 100,000 pages. BENCH_INSTANCES (3) and BENCH_PAGES (1,000) change what is measured.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from './process.mjs'
import { table } from './report.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const INSTANCES = Number(process.env.BENCH_INSTANCES || 3)
const PAGES = Number(process.env.BENCH_PAGES || 1000)
/** What is extrapolated to. */
const FLEET = { instances: 20, pages: 100_000 }
/** Requests of readers at the same time. */
const READERS = 8
/** The most that WARM_UP takes. */
const MAX_WARM_UP = 1000
/** Milliseconds. */
const QUIET_MS = 1500
const LONG = { WARM_UP_SECONDS: '300' }
const KEPT = { WARM_UP: '0', PAGE_CACHE_FILE_MB: '256' }
const NOTHING = { WARM_UP: '0', PAGE_CACHE_FILE: 'off' }

const { articlePath, startStage } = await importTypeScript(new URL('deploy-stage.ts', import.meta.url), HARNESS_OPTIONS)

/** Every page once, by a few readers. @throws for a page that is not 200 */
async function read(portal, pages) {
  const waiting = [...pages]
  const reader = async () => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const status = await portal.status(articlePath(page))
      if (status !== 200) throw new Error(`${articlePath(page)} is ${status}`)
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
}

/** Until the hub was not called for a moment: old pages are refreshed after their readers have gone. */
async function quiet(hub) {
  for (let before = -1; before !== hub.calls.length; ) {
    before = hub.calls.length
    await sleep(QUIET_MS)
  }
}

const all = Array.from({ length: PAGES }, (_, number) => number)

/**
 * Replaces every instance once.
 * @param settings of the new instances
 * @param pagesOf returns the pages that its readers ask for
 */
async function deploy(stage, settings, pagesOf) {
  let seconds = 0
  let beforeReaders = 0
  const callsBefore = stage.hub.calls.length
  for (let instance = 0; instance < INSTANCES; instance++) {
    const before = stage.hub.calls.length
    const portal = await stage.start(settings)
    beforeReaders += stage.hub.calls.length - before
    await read(portal, pagesOf(instance))
    await quiet(stage.hub)
    seconds += cpuSeconds(portal.child.pid)
    await portal.stop()
  }
  return { seconds, calls: stage.hub.calls.length - callsBefore, beforeReaders }
}

/** An instance of the last release, drained: it has written its pages. */
async function persist(stage) {
  const portal = await stage.start({ ...KEPT, PAGE_CACHE_FILE: stage.pagesFile })
  await read(portal, all)
  const ended = once(portal.child, 'exit')
  portal.child.kill('SIGTERM')
  await ended
}

/** The share of one instance where caches in front ask each page of one instance alone (consistent hashing). */
const shareOf = (instance) => all.filter((page) => page % INSTANCES === instance)
const everything = () => all

const stage = await startStage(PAGES)
try {
  await stage.countViews(Math.min(PAGES, MAX_WARM_UP))
  await persist(stage)
  const warm = { PAGE_CACHE_FILE: 'off', WARM_UP: String(Math.min(PAGES, MAX_WARM_UP)), ...LONG }
  const kept = { ...KEPT, PAGE_CACHE_FILE: stage.pagesFile }
  const empty = await deploy(stage, NOTHING, () => [])
  const ways = [
    { name: 'nothing kept, each page at each instance', pagesOf: everything, settings: NOTHING },
    { name: 'nothing kept, each page at one instance', pagesOf: shareOf, settings: NOTHING, isShared: true },
    { name: 'warmed up before readers come', pagesOf: everything, settings: warm, isBounded: true },
    { name: 'pages of the last release kept', pagesOf: everything, settings: kept },
  ]
  const rows = []
  for (const { name, pagesOf, settings, isShared = false, isBounded = false } of ways) {
    const { seconds, calls, beforeReaders } = await deploy(stage, settings, pagesOf)
    // What a start takes, and what a page takes at an instance that renders it.
    const visits = isShared ? PAGES : PAGES * INSTANCES
    const page = { seconds: (seconds - empty.seconds) / visits, calls: (calls - empty.calls) / visits }
    const start = { seconds: empty.seconds / INSTANCES, calls: empty.calls / INSTANCES }
    const fleetVisits = isShared ? FLEET.pages : FLEET.pages * FLEET.instances
    const fleet = (one) => start[one] * FLEET.instances + page[one] * fleetVisits
    rows.push([
      name,
      seconds.toFixed(1),
      String(calls),
      isBounded ? `${beforeReaders} before readers` : '',
      (fleet('seconds') / 60).toFixed(0),
      Math.round(fleet('calls')).toLocaleString('en'),
    ])
  }
  process.stdout.write(
    `${table([
      [
        `a deployment of ${INSTANCES} instances, ${PAGES} pages`,
        'processor seconds',
        'CMS calls',
        'of these',
        `${FLEET.instances} instances, ${FLEET.pages.toLocaleString('en')} pages: processor minutes`,
        'CMS calls',
      ],
      ...rows,
    ])}\n`,
  )
} finally {
  await stage.close()
}
process.exit()
