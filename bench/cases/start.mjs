/** From nothing to the first article served, and the memory that a process then holds. */
import { residentMegabytes, stop } from '../process.mjs'
import { atMost, table } from '../report.mjs'
import { ADDRESS, startAstro, startNext } from '../rivals/rivals.mjs'
import { median } from '../rounds.mjs'
import { startPortal } from '../servers/portal.mjs'

const ROUNDS = 5

export const title = 'Start of a process'
export const needsRivals = true

/** @returns a section of the report, and what was asked of it */
export async function run({ newsroom: { path } }) {
  const servers = {
    portal: () => startPortal({ path }),
    'Next.js 16': () => startNext(ADDRESS.nextDynamic(path)),
    Astro: () => startAstro(ADDRESS.astroDynamic(path)),
  }
  const names = Object.keys(servers)
  const starts = Object.fromEntries(names.map((name) => [name, []]))
  // In turn; the first ones also warm the disk cache for those after them, hence the medians.
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) starts[name].push(await startOnce(servers[name]))
  }
  const ratios = starts.portal.map(({ time }, round) => time / starts['Next.js 16'][round].time)
  return {
    section: table([
      ['start', 'first 200, median', 'lowest–highest', 'resident memory'],
      ...names.map((name) => rowOf(name, starts[name])),
    ]),
    claims: [
      atMost('start to first 200, against Next.js 16', 0.4, median(ratios)),
      atMost('resident memory after start', 120, median(starts.portal.map(({ memory }) => memory)), 'MB'),
    ],
  }
}

async function startOnce(startServer) {
  const startedAt = performance.now()
  const { child, pid } = await startServer()
  const time = performance.now() - startedAt
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
