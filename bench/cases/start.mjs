/** From nothing to the first article served, and the memory that a process then holds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, untilAnswers200 } from '../load.mjs'
import { residentMegabytes, stop } from '../process.mjs'
import { atMost, table } from '../report.mjs'
import { PATHS, startAstro, startNext } from '../rivals/rivals.mjs'
import { median } from '../rounds.mjs'
import { startPortal } from '../servers/portal.mjs'

const ROUNDS = 5
/** After a process has said that it is ready, or answered: what it loads late is loaded by then. */
const SETTLE_MS = 3000

const KEPT = 'portal, pages kept'
const NOTHING_KEPT = 'portal, nothing kept'
const NEXT = 'Next.js 16, prerendered'
const NEXT_DYNAMIC = 'Next.js 16, dynamic'

export const title = 'Start of a process'
export const needsRivals = true

/** @returns a section of the report, and its targets */
export async function run({ newsroom: { path } }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
  try {
    return await measureIn(folder, path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureIn(folder, path) {
  const env = { PAGE_CACHE_FILE: join(folder, 'pages.bin') }
  await keepPage(env, path)
  const servers = {
    // Each of its rounds ends with the same page kept.
    [KEPT]: () => startPortal({ env, path }),
    [NOTHING_KEPT]: () => startPortal({ path }),
    [NEXT]: () => startNext(PATHS.nextIsr(path)),
    [NEXT_DYNAMIC]: () => startNext(PATHS.nextDynamic(path)),
    Astro: () => startAstro(PATHS.astroDynamic(path)),
  }
  const names = Object.keys(servers)
  const starts = Object.fromEntries(names.map((name) => [name, []]))
  // In turn; the first ones also warm the disk cache for those after them, hence the medians.
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const readyPath = name === KEPT || name === NOTHING_KEPT ? '/readyz' : undefined
      starts[name].push(await startOnce(servers[name], readyPath))
    }
  }
  const against = (ours, theirs) => median(starts[ours].map(({ time }, round) => time / starts[theirs][round].time))
  return {
    section: `${table([
      ['start', 'first 200, median', 'lowest–highest', 'resident memory'],
      ...names.map((name) => rowOf(name, starts[name])),
    ])}\n\n${table([
      ['start to first 200', 'times as long'],
      [`${KEPT}, against ${NEXT}`, against(KEPT, NEXT).toFixed(2)],
      [`${NOTHING_KEPT}, against ${NEXT_DYNAMIC}`, against(NOTHING_KEPT, NEXT_DYNAMIC).toFixed(2)],
    ])}`,
    claims: [
      atMost('start to first 200, against Next.js 16', 0.4, against(KEPT, NEXT)),
      atMost('resident memory after start', 120, median(starts[KEPT].map(({ memory }) => memory)), 'MB'),
    ],
  }
}

/** Serves the article and ends, so that the next process starts with the persisted page. */
async function keepPage(env, path) {
  const { child, origin } = await startPortal({ env })
  const { status } = await ask(origin + path)
  if (status !== 200) throw new Error(`${path} answers ${status}`)
  await stop(child)
}

/** @param readyPath waited for after the first 200, where a server loads something behind it */
async function startOnce(startServer, readyPath) {
  const startedAt = performance.now()
  const { child, pid, origin } = await startServer()
  const time = performance.now() - startedAt
  if (readyPath !== undefined) await untilAnswers200(origin + readyPath, child)
  await sleep(SETTLE_MS)
  const memory = residentMegabytes(pid)
  await stop(child)
  return { time, memory }
}

function rowOf(name, starts) {
  const times = starts.map(({ time }) => time)
  return [
    name,
    `${median(times).toFixed(0)} ms`,
    `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)} ms`,
    `${median(starts.map(({ memory }) => memory)).toFixed(0)} MB`,
  ]
}
