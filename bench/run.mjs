/**
 * The portal beside a bare node:http server that sends the same bytes; see README.md.
 * Usage: npm run bench -- [--min-ratio 0.6] [--write], with BENCH_SECONDS for the length of a round.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ask, chooseTool, measure } from './load.mjs'
import { freePort, residentMegabytes, start, stop, stopAll } from './process.mjs'

const ROUNDS = 5
const COLD_STARTS = 5
/** Longer than the compiler needs to reach its last tier on the hot path. */
const WARM_UP_SECONDS = 2
const START_LIMIT_MS = 30_000
const POLL_MS = 5
const MAX_TRIES = 500

const PORTAL = fileURLToPath(new URL('../dist/server.js', import.meta.url))
const BARE = fileURLToPath(new URL('bare-server.mjs', import.meta.url))
const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url))

const BROTLI = 'cached article, brotli'
const COMPARISON_HEAD = [
  'request',
  'portal req/s',
  'bare req/s',
  'ratio',
  'lowest–highest',
  'portal CPU/req',
  'bare CPU/req',
  'CPU, times bare',
]
/** What browsers send: the encoding is negotiated, not demanded. */
const AS_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

try {
  process.exitCode = await run(readSettings())
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await stopAll()
}

/** @returns the exit code */
async function run({ seconds, minRatio, isWriting }) {
  if (!existsSync(PORTAL)) throw new Error('dist/server.js is missing: run npm run build first')
  const tool = chooseTool()
  const machine = describeMachine(tool, seconds)
  say(machine)
  const cold = await coldStarts()
  const { article, rows, memory } = await compareAll(tool, seconds)
  const report = `${article}\n\n${comparison(rows)}\n\n${coldStartTable(cold, memory)}`
  say(`\n${report}`)
  if (isWriting) writeFileSync(RESULTS, `# Results\n\n${today()}\n\n${machine}\n\n${report}\n`)
  return verdict(rows, minRatio)
}

function readSettings() {
  const { values } = parseArgs({ options: { 'min-ratio': { type: 'string' }, write: { type: 'boolean' } } })
  const seconds = Number(process.env.BENCH_SECONDS || 2)
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error('BENCH_SECONDS must be a whole number from 1')
  const minRatio = values['min-ratio'] === undefined ? undefined : Number(values['min-ratio'])
  if (minRatio !== undefined && !(minRatio > 0)) throw new Error('--min-ratio must be a number above 0')
  return { seconds, minRatio, isWriting: values.write === true }
}

// Starting

/** Starts the portal on its embedded newsroom, and waits until it serves. The times count from the start. */
async function startPortal(env = {}) {
  const port = await freePort()
  const startedAt = performance.now()
  const child = start(process.execPath, [PORTAL], {
    env: { PORT: `${port}`, HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
  })
  const origin = `http://127.0.0.1:${port}`
  await answers200(`${origin}/healthz`, child)
  const alive = performance.now() - startedAt
  await answers200(`${origin}/readyz`, child)
  const ready = performance.now() - startedAt
  return { child, pid: child.pid, origin, alive, ready }
}

async function answers200(url, child) {
  const limit = performance.now() + START_LIMIT_MS
  while (performance.now() < limit) {
    if (child.exitCode !== null) throw new Error(`the portal ended with ${child.exitCode}`)
    const answer = await ask(url).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(POLL_MS)
  }
  throw new Error(`${url} did not answer 200 in time`)
}

/** A fresh process each time; the first one also warms the disk cache for those after it, hence the medians. */
async function coldStarts() {
  const runs = []
  for (let index = 0; index < COLD_STARTS; index++) {
    const { child, pid, alive, ready } = await startPortal()
    runs.push({ alive, ready, memory: residentMegabytes(pid) })
    await stop(child)
  }
  return {
    alive: runs.map((one) => one.alive),
    ready: runs.map((one) => one.ready),
    memory: runs.map((one) => one.memory),
  }
}

/** A page that stays hot gets a better brotli form in the background: asked for until that is there. */
async function untilBestForm(url) {
  const length = async () => (await ask(url, { 'accept-encoding': 'br' })).body.length
  const atOnce = await length()
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if ((await length()) < atOnce) return
    await sleep(POLL_MS)
  }
  throw new Error(`${url} got no better form`)
}

/** The bare server with the answers it is to give. @returns its process and one origin per answer */
async function startBare(answers) {
  const child = start(process.execPath, [BARE], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  child.send(answers)
  const [ports] = await once(child, 'message')
  return { child, pid: child.pid, origins: ports.map((port) => `http://127.0.0.1:${port}`) }
}

// Measuring

/** All cases, each on the portal and on the bare server in turn. */
async function compareAll(tool, seconds) {
  const portal = await startPortal()
  const path = await firstArticle(portal.origin)
  const questions = await questionsFor(portal.origin + path)
  await untilBestForm(portal.origin + path)
  const answers = await Promise.all(questions.map(({ headers }) => ask(portal.origin + path, headers)))
  if (answers.some(({ headers }) => headers['x-cache'] !== 'hit')) throw new Error('the page cache does not answer')
  const bare = await startBare(answers)

  const rows = []
  for (const [index, { name, headers }] of questions.entries()) {
    const ours = { pid: portal.pid, url: portal.origin + path, headers }
    const theirs = { pid: bare.pid, url: bare.origins[index] + path, headers }
    deepStrictEqual(await ask(theirs.url, headers), answers[index], `${name}: the bare server answers otherwise`)
    rows.push({ name, pairs: await comparePairs(tool, seconds, ours, theirs) })
    // The page is rendered anew meanwhile. Another ETag would have turned every 304 into a 200, without any error.
    const { status, body } = await ask(ours.url, headers)
    const isSame = status === answers[index].status && body.equals(answers[index].body)
    if (!isSame) throw new Error(`${name}: the portal's answer changed during the rounds`)
  }
  const memory = residentMegabytes(portal.pid)
  await stop(portal.child)

  const rendering = await startPortal({ PAGE_CACHE: 'off' })
  const identity = questions.findIndex(({ headers }) => Object.keys(headers).length === 0)
  const ours = { pid: rendering.pid, url: rendering.origin + path, headers: {} }
  const theirs = { pid: bare.pid, url: bare.origins[identity] + path, headers: {} }
  rows.push({ name: 'miss: Express and React, identity', pairs: await comparePairs(tool, seconds, ours, theirs) })

  const sizes = answers.map(({ body }, index) => `${questions[index].name}: ${body.length} B`)
  return { article: `${path} (${sizes.join(', ')})`, rows, memory }
}

/** The newest article that the home page shows first. */
async function firstArticle(origin) {
  const { body } = await ask(`${origin}/`)
  const path = /href="(\/\d{4}\/\d{2}\/[^"]+)"/.exec(body.toString())?.[1]
  if (path === undefined) throw new Error('the home page links no article')
  return path
}

/** The questions of the cached cases. Asking once also renders and compresses the page: what follows are hits. */
async function questionsFor(url) {
  const { headers } = await ask(url, AS_A_BROWSER)
  await ask(url)
  return [
    { name: BROTLI, headers: AS_A_BROWSER },
    { name: 'cached article, identity', headers: {} },
    { name: 'not modified (304)', headers: { ...AS_A_BROWSER, 'if-none-match': headers.etag } },
  ]
}

/** A B A B …: what disturbs the machine for a while disturbs both of a pair. */
async function comparePairs(tool, seconds, ours, theirs) {
  await measure(tool, ours, WARM_UP_SECONDS)
  await measure(tool, theirs, WARM_UP_SECONDS)
  const pairs = []
  for (let round = 0; round < ROUNDS; round++) {
    const portal = await measure(tool, ours, seconds)
    const bare = await measure(tool, theirs, seconds)
    pairs.push({ portal, bare })
  }
  return pairs
}

// Reporting

function rateRatios(pairs) {
  return pairs.map(({ portal, bare }) => portal.rate / bare.rate)
}

function comparison(rows) {
  const lines = rows.map(({ name, pairs }) => {
    const ratios = rateRatios(pairs)
    return [
      name,
      median(pairs.map(({ portal }) => portal.rate)).toFixed(0),
      median(pairs.map(({ bare }) => bare.rate)).toFixed(0),
      short(median(ratios)),
      `${short(Math.min(...ratios))}–${short(Math.max(...ratios))}`,
      `${median(pairs.map(({ portal }) => portal.cpu)).toFixed(1)} µs`,
      `${median(pairs.map(({ bare }) => bare.cpu)).toFixed(1)} µs`,
      short(median(pairs.map(({ portal, bare }) => portal.cpu / bare.cpu))),
    ]
  })
  return table([COMPARISON_HEAD, ...lines])
}

function coldStartTable(cold, memory) {
  const line = (name, values, unit) => [
    name,
    `${median(values).toFixed(0)} ${unit}`,
    `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)} ${unit}`,
  ]
  return table([
    ['start of a process', 'median', 'lowest–highest'],
    line('first 200 on /healthz', cold.alive, 'ms'),
    line('first 200 on /readyz', cold.ready, 'ms'),
    line('resident memory when ready', cold.memory, 'MB'),
    ['resident memory after the cached rounds', `${memory.toFixed(0)} MB`, ''],
  ])
}

/** Markdown that also reads well on a terminal. The first column is text, the others are numbers. */
function table(rows) {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)))
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const [head, ...lines] = rows.map((row) => row.map(pad))
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function describeMachine(tool, seconds) {
  const cores = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}`
  const load = `load average ${loadavg()[0].toFixed(2)} at the start`
  const rounds = `${tool.name}, ${ROUNDS} pairs of rounds of ${seconds} s each`
  const missing =
    'wrk is not installed (Debian: apt-get install wrk). autocannon is used instead, which needs more time than the ' +
    'servers do: compare the CPU columns, not requests per second.'
  return [`${cores}; node ${process.version}; ${load}`, rounds, ...(tool.isWrk ? [] : [missing])].join('  \n')
}

function verdict(rows, minRatio) {
  if (minRatio === undefined) return 0
  const ratio = median(rateRatios(rows.find(({ name }) => name === BROTLI).pairs))
  const isEnough = ratio >= minRatio
  say(`\n${BROTLI}: ${short(ratio)} of bare, ${isEnough ? 'at least' : 'BELOW'} ${minRatio}`)
  return isEnough ? 0 : 1
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Two digits that say something, for a miss as well. */
function short(ratio) {
  return ratio.toFixed(ratio < 0.1 ? 3 : 2)
}

function today() {
  return new Date().toISOString().slice(0, 10)
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
