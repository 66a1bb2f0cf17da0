/** What one uncached request of each kind costs in front of the hub: processor time, and calls of the CMS. */

import { KINDS } from '../cases/priced-kinds.mjs'
import { priceOf } from '../cases/prices.mjs'
import { inTurn } from '../rounds.mjs'
import { HARNESS_OPTIONS, importTypeScript } from '../typescript.mjs'
import { CALLS, counted, measured, ROUNDS } from './rows.mjs'

const SETTINGS = { METRICS_TOKEN: 'prices-are-measured', PURGE_TOKEN: 'prices-are-measured' }
const WARM_UP = 10
/** As many requests a round as take so many milliseconds of a processor, within bounds. */
const ROUND_MS = 300
const [FEWEST, MOST] = [5, 60]

/** @param names of rows that matter; absent: all */
export async function prices({ builds, say, names }) {
  const kinds = KINDS.filter(
    ({ kind, isOfWordPress }) => !isOfWordPress && (names?.some((name) => name.startsWith(`${kind}: `)) ?? true),
  )
  const { startStage } = await importTypeScript(new URL('../stage.ts', import.meta.url), HARNESS_OPTIONS)
  const stages = {}
  try {
    for (const [build, folder] of Object.entries(builds)) stages[build] = await startStage(SETTINGS, folder)
    const rows = []
    for (const kind of kinds) {
      say(kind.kind)
      rows.push(...(await rowsOf(stages, kind)))
    }
    return rows
  } finally {
    for (const stage of Object.values(stages)) await stage.close()
  }
}

async function rowsOf(stages, kind) {
  const rounds = { now: [], before: [] }
  const { cpu } = await priceOf(stages.now, kind, 0, WARM_UP)
  await priceOf(stages.before, kind, 0, WARM_UP)
  const count = Math.min(MOST, Math.max(FEWEST, Math.ceil(ROUND_MS / cpu)))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [build, stage] of inTurn(Object.entries(stages), round)) {
      rounds[build].push(await priceOf(stage, kind, WARM_UP + round * count, count))
    }
  }
  const calls = (build) => rounds[build].reduce((sum, price) => sum + price.calls, 0) / ROUNDS
  return [
    measured(`${kind.kind}: processor time`, 'ms', rounds, ({ cpu }) => cpu),
    counted(`${kind.kind}: calls of the CMS`, CALLS, { now: calls('now'), before: calls('before') }, 0.1),
  ]
}
