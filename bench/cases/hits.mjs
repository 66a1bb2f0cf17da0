/** Ten thousand distinct cached pages as browsers ask for them, and the memory that they take. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { CACHE } from '../content/content.mjs'
import { articlePath } from '../content/many.mjs'
import { AS_A_BROWSER, ask } from '../load.mjs'
import { startTold, stop } from '../process.mjs'
import { atLeast, atMost, comparison } from '../report.mjs'
import { compare, interleave } from '../rounds.mjs'
import { startBare } from '../servers/bare.mjs'
import { startPortal } from '../servers/portal.mjs'
import { countingCost } from './counting.mjs'

const PAGES = 10_000
/** By then the content cache, which keeps 2000 articles, is full: what comes on top is pages. */
const FIRST_PAGES = 2500
const AT_ONCE = 8
const SAMPLES = 100
const KILOBYTE = 1000
/** So that nothing is pushed out. */
const PAGE_CACHE_MB = '2048'
const HUB = fileURLToPath(new URL('../content/hub.mjs', import.meta.url))
const preload = (name) => ['--import', new URL(`../preload/${name}.mjs`, import.meta.url).href]

export const title = '10,000 distinct cached articles'

/** @returns a section of the report, and its targets */
export async function run({ seconds, newsroom, say }) {
  const { child: hub, answer: hubPort } = await startHub(newsroom, PAGES)
  const portal = await startPortal(slowPortal(hubPort))
  const paths = Array.from({ length: PAGES }, (_, number) => articlePath(number))
  say(`rendering ${PAGES} articles`)
  await rendered(portal.origin, paths.slice(0, FIRST_PAGES))
  const before = await memoryOf(portal.child)
  await rendered(portal.origin, paths.slice(FIRST_PAGES))
  const after = await memoryOf(portal.child)
  const responses = await askAll(portal.origin, paths)
  requireHits(responses)

  const bare = await startBare([responses])
  const list = `${CACHE}paths.txt`
  await writeFile(list, shuffled(paths).join('\n'))
  const rounds = await interleave(
    {
      portal: { pid: portal.pid, url: portal.origin, headers: AS_A_BROWSER, paths: list },
      'bare node:http': { pid: bare.pid, url: bare.origins[0], headers: AS_A_BROWSER, paths: list },
    },
    seconds,
  )
  requireHits(await askAll(portal.origin, shuffled(paths).slice(0, SAMPLES)))
  await Promise.all([portal.child, bare.child].map(stop))
  const counting = await countingCost({
    env: { CONTENT: 'hub', CMS_URL: `http://127.0.0.1:${hubPort}` },
    flags: preload('slow-clock'),
    paths,
    seconds,
  })
  await stop(hub)

  const perPage = (key) => (after[key] - before[key]) / (PAGES - FIRST_PAGES) / KILOBYTE
  const sizes = [...responses.values()].map(({ body }) => body.length)
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  const memory =
    `A page's brotli form has ${(mean / KILOBYTE).toFixed(1)} kB. Each page after the first ${FIRST_PAGES} takes ` +
    `${perPage('alive').toFixed(1)} kB of living memory and ${perPage('rss').toFixed(1)} kB of resident memory.`
  return {
    section: `${comparison(rounds, 'portal')}\n\n${memory}\n\n${counting.section}`,
    claims: [
      atLeast('cached article, brotli, 10,000 pages, against bare node:http', 0.9, ratio(rounds)),
      atMost('memory per cached page (brotli form)', 16, perPage('alive'), 'kB'),
      counting.claim,
    ],
  }
}

/** A CMS with so many articles, in a process of its own, and its port. */
export function startHub({ wire }, count) {
  return startTold(HUB, { wire, count })
}

/** How a portal in front of it starts, whose pages stay fresh and whose memory can be read. */
export function slowPortal(hubPort) {
  return {
    env: { CONTENT: 'hub', CMS_URL: `http://127.0.0.1:${hubPort}`, PAGE_CACHE_MB },
    flags: ['--expose-gc', ...preload('slow-clock'), ...preload('memory')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  }
}

function ratio(rounds) {
  return compare(rounds.portal, rounds['bare node:http'])
}

/** @returns answers by path */
async function askAll(origin, paths) {
  const responses = new Map()
  const waiting = paths.values()
  const askNext = async () => {
    for (const path of waiting) responses.set(path, await ask(origin + path, AS_A_BROWSER))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
  return responses
}

/** Twice: what a hit is sent by is memory too. */
export async function rendered(origin, paths) {
  await askAll(origin, paths)
  await askAll(origin, paths)
}

function requireHits(responses) {
  for (const [path, { status, headers }] of responses) {
    const isHit = status === 200 && headers['x-cache'] === 'hit' && headers['content-encoding'] === 'br'
    if (!isHit) throw new Error(`${path} is not a hit in brotli: ${status} ${JSON.stringify(headers)}`)
  }
}

export async function memoryOf(child) {
  child.send('memory')
  const [memory] = await once(child, 'message')
  return memory
}

/** The same order each time. */
export function shuffled(items) {
  const result = [...items]
  let seed = 1
  for (let last = result.length - 1; last > 0; last--) {
    // Park and Miller's generator.
    seed = (seed * 48_271) % 2_147_483_647
    const other = seed % (last + 1)
    ;[result[last], result[other]] = [result[other], result[last]]
  }
  return result
}
