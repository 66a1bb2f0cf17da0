/** From nothing to the first article, what a process loads for it, and the memory that it then holds. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, untilAnswers200 } from '../load.mjs'
import { cpuSeconds, residentMegabytes, stop } from '../process.mjs'
import { inTurn } from '../rounds.mjs'
import { startPortal } from '../servers/portal.mjs'
import { forBoth } from './portals.mjs'
import { counted, measured, ROUNDS } from './rows.mjs'

/** What a process loads behind its first response is loaded by then. */
const SETTLE_MS = 1500
const preload = (name) => ['--import', new URL(`../preload/${name}.mjs`, import.meta.url).href]
/** Of what is exact but for what runs behind: modules, bytes of code, bytes of the heap. */
const [MODULES_ALLOWED, CODE_ALLOWED, HEAP_ALLOWED] = [1, 4000, 400_000]

export async function start({ builds, newsroom: { path } }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
  try {
    const kept = (build) => ({ PAGE_CACHE_FILE: join(folder, build === builds.now ? 'now.bin' : 'before.bin') })
    // The process that ends keeps the page for the next ones.
    for (const build of Object.values(builds)) await startOnce(build, kept(build), path)
    return [
      ...(await startRows('start, pages kept', builds, kept, path)),
      ...(await startRows('start, nothing kept', builds, () => ({}), path)),
      ...(await firstRows('pages kept', builds, kept, path)),
      ...(await firstRows('nothing kept', builds, () => ({}), path)),
      ...(await loadedRows(builds, path)),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function startRows(name, builds, environmentOf, path) {
  const rounds = { now: [], before: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [build, folder] of inTurn(Object.entries(builds), round)) {
      rounds[build].push(await startOnce(folder, environmentOf(folder), path))
    }
  }
  return [
    measured(`${name}: processor time to the first 200`, 'ms', rounds, ({ cpu }) => cpu),
    measured(`${name}: time to the first 200`, 'ms', rounds, ({ time }) => time),
    measured(`${name}: resident memory`, 'MB', rounds, ({ memory }) => memory),
  ]
}

async function startOnce(folder, env, path) {
  const startedAt = performance.now()
  const { child, pid, origin } = await startPortal({ folder, env, path })
  const time = performance.now() - startedAt
  const cpu = cpuSeconds(pid) * 1000
  await untilAnswers200(`${origin}/readyz`, child)
  await sleep(SETTLE_MS)
  const memory = residentMegabytes(pid)
  await stop(child)
  return { time, cpu, memory }
}

const IPC = ['ignore', 'ignore', 'inherit', 'ipc']

/** What a process has loaded when its first response is complete. */
async function firstRows(name, builds, environmentOf, path) {
  const { now, before } = await forBoth(builds, async (folder) => {
    const options = { folder, env: environmentOf(folder), flags: preload('scripts'), stdio: IPC, path }
    return (await inProcess(options, path, 'scripts')).first
  })
  const row = (what, unit, key, allowed) =>
    counted(`${what} before the first response, ${name}`, unit, { now: now[key], before: before[key] }, allowed)
  return [row('modules', '', 'modules', MODULES_ALLOWED), row('code', 'bytes', 'bytes', CODE_ALLOWED)]
}

/** A process that has rendered one article and does nothing any more. */
async function loadedRows(builds, path) {
  const loaded = await forBoth(builds, async (folder) => {
    const scripts = await inProcess({ folder, flags: preload('scripts'), stdio: IPC }, path, 'scripts')
    const flags = ['--expose-gc', ...preload('memory')]
    const memory = await inProcess({ folder, flags, stdio: IPC }, path, 'memory')
    return { ...scripts, heap: memory.alive }
  })
  const row = (name, unit, key, allowed) =>
    counted(name, unit, { now: loaded.now[key], before: loaded.before[key] }, allowed)
  return [
    row('modules of a process that rendered one article', '', 'modules', MODULES_ALLOWED),
    row('code of these modules', 'bytes', 'bytes', CODE_ALLOWED),
    row('heap of that process after collections', 'bytes', 'heap', HEAP_ALLOWED),
  ]
}

async function inProcess(options, path, message) {
  const { child, origin } = await startPortal(options)
  await ask(origin + path)
  await sleep(SETTLE_MS)
  child.send(message)
  const [reply] = await once(child, 'message')
  await stop(child)
  return reply
}
