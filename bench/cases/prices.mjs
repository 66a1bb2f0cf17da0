/** What one request costs that no cache answers, and what keeps a client from asking for many of them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds, cpuSecondsFrom } from '../process.mjs'
import { atMost, table } from '../report.mjs'
import { HARNESS_OPTIONS, importTypeScript } from '../typescript.mjs'
import { KINDS } from './priced-kinds.mjs'

const WARM_UP = 40
const REQUESTS = 160
const AT_ONCE = 4
/** What is begun behind a response, its best compression among that, is counted too. */
const QUIET_MS = 200
const QUIET_LIMIT_MS = 20_000
/** Milliseconds of a processor that anybody may have as often as they like. */
const FREE_MS = 5
const MEGABYTE = 1024 * 1024

export const title = 'What a request costs that no cache answers'
export const needsRivals = false

/** @returns a section of the report, and its targets */
export async function run({ say }) {
  const { startStage, startWordPressStage } = await importTypeScript(
    new URL('../stage.ts', import.meta.url),
    HARNESS_OPTIONS,
  )
  const stage = await startStage({ METRICS_TOKEN: 'prices-are-measured', PURGE_TOKEN: 'prices-are-measured' })
  const wordpress = await startWordPressStage()
  try {
    const prices = []
    for (const kind of KINDS) {
      const served = kind.isOfWordPress ? wordpress : stage
      await priceOf(served, kind, 0, WARM_UP)
      prices.push(await priceOf(served, kind, WARM_UP, REQUESTS))
      say(rowOf(prices.at(-1)).join(' | '))
    }
    const unbounded = prices.filter(({ bound }) => bound === undefined).map(({ cpu }) => cpu)
    return {
      section: table([
        ['request', 'answers', 'CPU', 'calls of the CMS', 'memory at most', 'bounded by'],
        ...prices.map(rowOf),
      ]),
      claims: [atMost('dearest kind of request without a bound of its own', FREE_MS, Math.max(...unbounded), 'ms')],
    }
  } finally {
    await wordpress.close()
    await stage.close()
  }
}

/**
 * The mean of many requests, each for a new URL, from a client of its own.
 * @param first number of the first URL
 */
export async function priceOf({ cms, portal }, kind, first, count) {
  const statuses = new Set()
  const calls = cms.calls.length
  await portal.forgetPeak()
  const { resident } = await portal.memory()
  const secondsFromHere = cpuSecondsFrom(portal.child.pid)
  let next = first
  const client = async () => {
    for (let n = next++; n < first + count; n = next++) statuses.add(await ask(portal, kind, n))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  await quiet(portal.child.pid)
  const cpu = (secondsFromHere() * 1000) / count
  const { peak } = await portal.memory()
  return {
    ...kind,
    statuses: [...statuses].sort(),
    cpu,
    calls: (cms.calls.length - calls) / count,
    memory: (peak - resident) / MEGABYTE,
  }
}

async function ask(portal, { path, method = 'GET', headers = {}, body }, n) {
  const client = `198.51.${(n >> 8) & 255}.${n & 255}`
  const { status } = await portal.ask(path(n), {
    method,
    headers: { 'x-forwarded-for': client, 'accept-encoding': 'br', ...headers },
    ...(body !== undefined && { body: body(n) }),
  })
  return status
}

/** Until a process has nothing more to do. */
async function quiet(pid) {
  const limit = performance.now() + QUIET_LIMIT_MS
  for (let before = -1, now = cpuSeconds(pid); now - before > 0.01 && performance.now() < limit; ) {
    await sleep(QUIET_MS)
    ;[before, now] = [now, cpuSeconds(pid)]
  }
}

function rowOf({ kind, statuses, cpu, calls, memory, bound = 'nothing: it is cheap' }) {
  return [kind, statuses.join(', '), `${cpu.toFixed(2)} ms`, calls.toFixed(1), `${memory.toFixed(0)} MB`, bound]
}
