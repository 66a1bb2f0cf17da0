/**
 * The portal under mixed load for a while, with purges, and a CMS that fails in another way each minute; see README.md.
 * Usage: npm run soak, with SOAK_MINUTES for its length (10). Exit 1 when something grew, or a response was lost.
 */
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, summary, table } from './report.mjs'
import { MIX } from './soak-mix.mjs'
import { HARNESS_OPTIONS, importTypeScript } from './typescript.mjs'

const SECOND = 1000
const MINUTE = 60 * SECOND
const MEGABYTE = 1024 * 1024
const TOKEN = 'soaked-for-ten-minutes'
/** Readers who ask, read and ask again. */
const READERS = 16
const PAUSE_MS = 40
const PURGE_EVERY = 7 * SECOND
const SAMPLE_EVERY = 10 * SECOND
/** In each minute the CMS fails from its 40th to its 50th second. */
const FAULT_FROM = 40 * SECOND
const FAULT_TO = 50 * SECOND
/** Until then caches fill and code is compiled. */
const SETTLED_AFTER = 4 * MINUTE
/** After the load, before the last look. */
const COOL_DOWN = 15 * SECOND

const FAULTS = {
  'answers nothing': { manner: 'hang' },
  'cuts connections': { manner: 'cut' },
  'answers 500': { status: 500, body: 'x' },
  'sends half of it': { manner: 'truncate', body: '{"title":"x","blocks":[]}' },
  'sends no JSON': { body: '<!doctype html>' },
  babbles: { manner: 'babble' },
  floods: { manner: 'flood', body: '['.repeat(65_536) },
}

const minutes = Number(process.env.SOAK_MINUTES || 10)
if (!(minutes >= 1)) throw new Error('SOAK_MINUTES must be a number from 1')
const { startStage } = await importTypeScript(new URL('stage.ts', import.meta.url), HARNESS_OPTIONS)
const stage = await startStage({ METRICS_TOKEN: TOKEN, PURGE_TOKEN: TOKEN, CMS_POLL_SECONDS: '5' })
try {
  process.exitCode = await soak(stage)
} finally {
  await stage.close()
}

/** @returns the exit code */
async function soak({ cms: hub, portal }) {
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  const isOver = () => elapsed() > minutes * MINUTE || portal.child.exitCode !== null
  const [statuses, lost, samples] = [{}, {}, []]

  let next = 0
  const reader = async () => {
    while (!isOver()) {
      const n = next++
      const { name, path, ...options } = MIX[n % MIX.length]
      try {
        const { status } = await portal.ask(path(n), { ...options, timeout: 15 * SECOND })
        count(statuses, name, status)
      } catch (error) {
        count(lost, name, error.code ?? error.message)
      }
      await sleep(Math.random() * 2 * PAUSE_MS)
    }
  }
  const purger = async () => {
    while (!isOver()) {
      await sleep(PURGE_EVERY)
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ paths: ['/', '/2026/01/artykul-1', '/2026/01/artykul-2'] })
      await portal.ask('/ops/purge', { method: 'POST', headers, body }).catch(() => {})
    }
  }
  const saboteur = async () => {
    const names = Object.keys(FAULTS)
    for (let minute = 0; !isOver(); minute++) {
      await until(minute * MINUTE + FAULT_FROM)
      const name = names[minute % names.length]
      if (!isOver()) hub.misbehaveAll(FAULTS[name])
      await until(minute * MINUTE + FAULT_TO)
      hub.recover()
    }
  }
  const until = async (time) => {
    while (elapsed() < time && !isOver()) await sleep(100)
  }
  const watcher = async () => {
    while (!isOver()) {
      samples.push({ at: elapsed(), ...(await sampleOf(portal)) })
      say(rowOf(samples.at(-1)).join(' | '))
      // Requests are not recorded: a list of ten minutes would itself grow.
      hub.calls.length = 0
      await sleep(SAMPLE_EVERY)
    }
  }
  await Promise.all([...Array.from({ length: READERS }, reader), purger(), saboteur(), watcher()])
  if (portal.child.exitCode !== null) {
    say(`the portal ended with ${portal.child.exitCode}\n${portal.complaints}`)
    return 1
  }
  await sleep(COOL_DOWN)
  samples.push({ at: elapsed(), ...(await sampleOf(portal)) })
  say(rowOf(samples.at(-1)).join(' | '))

  const settled = samples.filter(({ at }) => at >= Math.min(SETTLED_AFTER, (minutes * MINUTE) / 2))
  const [early, late] = [settled[0], samples.at(-1)]
  const failures = Object.values(lost)
    .flatMap((of) => Object.values(of))
    .reduce((sum, one) => sum + one, 0)
  const kinds = Object.entries(statuses).map(([name, of]) => [
    name,
    ...['200', '404', '503'].map((s) => `${of[s] ?? 0}`),
    others(of),
  ])
  say(`\n${table([['request', '200', '404', '503', 'others'], ...kinds])}\n`)
  for (const [name, of] of Object.entries(lost)) say(`lost: ${name}: ${JSON.stringify(of)}`)
  const claims = [
    atMost('answers lost', 0, failures),
    atMost('resident memory at the end, against when it was warm', 1.25, late.resident / early.resident),
    atMost('heap in use at the end, against when it was warm', 1.5, late.heap / early.heap),
    atMost('descriptors at the end, more than when it was warm', 20, late.descriptors - early.descriptors),
  ]
  say(summary(claims))
  return claims.every(({ isMet }) => isMet) ? 0 : 1
}

/** What the process holds, by the kernel and by its own figures. */
async function sampleOf(portal) {
  const { text } = await portal.ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  const figure = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  const { resident } = await portal.memory()
  return {
    resident: resident / MEGABYTE,
    heap: figure('nodejs_heap_size_used_bytes') / MEGABYTE,
    descriptors: (await readdir(`/proc/${portal.child.pid}/fd`)).length,
    lag: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}

function rowOf({ at, resident, heap, descriptors, lag }) {
  return [
    `${(at / SECOND).toFixed(0)} s`,
    `RSS ${resident.toFixed(0)} MB`,
    `heap ${heap.toFixed(0)} MB`,
    `${descriptors} descriptors`,
    `lag p99 ${lag.toFixed(0)} ms`,
  ]
}

function count(counts, name, outcome) {
  counts[name] ??= {}
  counts[name][outcome] = (counts[name][outcome] ?? 0) + 1
}

function others(counts) {
  return Object.entries(counts)
    .filter(([status]) => !['200', '404', '503'].includes(status))
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ')
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
