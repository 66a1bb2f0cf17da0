/** What is sent to a server: one question to learn a response, or load to measure it. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cpuSeconds, run } from './process.mjs'

const WRK = 'wrk'
/** The servers are single-threaded; more connections only lengthen the queue. */
const CONNECTIONS = 32
/** What is begun and not finished when a round ends is not counted: of a slow response it must be little. */
export const FEW_CONNECTIONS = 8
/** wrk's own 2 s are too few for a slow server on a busy machine. */
const TIMEOUT = '10s'
const POLL_MS = 5
/** A step is longer than a tick of the kernel's processor time. */
const SETTLE_STEP_MS = 50
const SETTLE_LIMIT_MS = 1000
const START_LIMIT_MS = 30_000
/** Requests the paths of a file in turn. */
const MANY_PATHS = fileURLToPath(new URL('many-paths.lua', import.meta.url))
/** Written by node:http itself for each connection; the bare server has them of its own. */
const OF_CONNECTION = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** What browsers send: the encoding is negotiated, not demanded. */
export const AS_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Whose views count (READ-1): what Chrome sends for a link of the site. The agent is one of `READERS`. */
export const AS_A_READER = {
  ...AS_A_BROWSER,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-language': 'pl-PL,pl;q=0.9,en;q=0.8',
  'upgrade-insecure-requests': '1',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
}

/** The kinds of browsers that most readers have. */
export const READERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
]

/**
 * One response, byte for byte: not decompressed, without the headers that belong to the connection.
 * @param agent absent: the connection ends with the response, so that the server has none more during the load
 */
export async function ask(url, headers = {}, agent = false) {
  const [response] = await once(get(url, { headers, agent }), 'response')
  const chunks = await response.toArray()
  const { statusCode, rawHeaders } = response
  return { status: statusCode, headers: ofAnswer(rawHeaders), body: Buffer.concat(chunks) }
}

function ofAnswer(rawHeaders) {
  const names = rawHeaders.filter((_item, index) => index % 2 === 0)
  const entries = names.map((name, index) => [name, rawHeaders[index * 2 + 1]])
  return Object.fromEntries(entries.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase())))
}

/** @returns bytes of what each subject answers, by name */
export async function lengthsOf(subjects) {
  const lengths = {}
  for (const [name, { url, headers }] of Object.entries(subjects)) {
    const { status, body } = await ask(url, headers)
    if (status !== 200 && status !== 304) throw new Error(`${name} answers ${status}`)
    lengths[name] = body.length
  }
  return lengths
}

/** Waits until a server that is starting answers 200. @throws when it ends before, or takes too long */
export async function untilAnswers200(url, child, headers = {}) {
  const limit = performance.now() + START_LIMIT_MS
  while (performance.now() < limit) {
    if (child.exitCode !== null) throw new Error(`the server of ${url} ended with ${child.exitCode}`)
    const response = await ask(url, headers).catch(() => undefined)
    if (response?.status === 200) return
    await sleep(POLL_MS)
  }
  throw new Error(`${url} did not answer 200 in time`)
}

/** wrk takes a fraction of one core, so that the server is what limits; other tools take more than the server does. */
export function requireWrk() {
  const { error } = spawnSync(WRK, ['--version'])
  if (error) throw new Error('wrk is not installed (Debian: apt-get install wrk)')
}

/**
 * One round, and a pause until the server is done with what it had begun.
 * @param subject `paths` names a file with one path per line; without it, all requests are for `url`. `agents` names one
 *   of `User-Agent`s, which the paths get in turn
 * @returns requests per second, and the processor time that one request cost the server, in microseconds
 * @throws when any response was an error: the round then measured something else
 */
export async function measure({ pid, url, headers = {}, paths, agents, connections = CONNECTIONS }, seconds) {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = paths === undefined ? [] : ['-s', MANY_PATHS]
  const target = paths === undefined ? [url] : [url, '--', paths, ...(agents === undefined ? [] : [agents])]
  const before = cpuSeconds(pid)
  const shape = ['-t', '1', '-c', `${connections}`, '-d', `${seconds}s`, '--timeout', TIMEOUT]
  const printed = await run(WRK, [...shape, ...flags, ...script, ...target])
  const cpu = cpuSeconds(pid) - before
  await untilIdle(pid)
  const { requests, elapsed, failures } = readWrk(printed)
  if (failures > 0 || requests === 0) throw new Error(`${url}: ${failures} of ${requests} requests failed`)
  return { rate: requests / elapsed, cpu: (cpu / requests) * 1e6 }
}

/** Whatever still works after a while works in the background. */
async function untilIdle(pid) {
  const limit = performance.now() + SETTLE_LIMIT_MS
  for (let before = -1, now = cpuSeconds(pid); now > before && performance.now() < limit; now = cpuSeconds(pid)) {
    before = now
    await sleep(SETTLE_STEP_MS)
  }
}

function readWrk(output) {
  const number = (pattern) => Number(pattern.exec(output)?.[1] ?? 0)
  const requests = number(/(\d+) requests in /)
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? []
  const failures = errors.reduce((sum, count) => sum + Number(count), number(/Non-2xx or 3xx responses: (\d+)/))
  return { requests, elapsed: requests / number(/Requests\/sec:\s+([\d.]+)/), failures }
}
