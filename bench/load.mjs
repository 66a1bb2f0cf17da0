/** What is sent to a server: one question to learn an answer, or load to measure it. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { cpuSeconds, start } from './process.mjs'

const WRK = 'wrk'
/** The servers are single-threaded; more connections only lengthen the queue. */
const CONNECTIONS = 32
/** Written by node:http itself for each connection; the bare server has them of its own. */
const OF_CONNECTION = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** One answer, byte for byte: not decompressed, without the headers that belong to the connection. */
export async function ask(url, headers = {}) {
  // No agent: a connection that is kept would be one more for the server to look after during the load.
  const [response] = await once(get(url, { headers, agent: false }), 'response')
  const chunks = await response.toArray()
  const { statusCode, rawHeaders } = response
  return { status: statusCode, headers: ofAnswer(rawHeaders), body: Buffer.concat(chunks) }
}

function ofAnswer(rawHeaders) {
  const names = rawHeaders.filter((_item, index) => index % 2 === 0)
  const entries = names.map((name, index) => [name, rawHeaders[index * 2 + 1]])
  return Object.fromEntries(entries.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase())))
}

/**
 * The program that makes the load. wrk is preferred: it takes a fraction of one core, so that the server is what
 * limits; autocannon takes more than the server does, and flattens the ratios of requests per second.
 */
export function chooseTool() {
  const { error } = spawnSync(WRK, ['--version'])
  if (!error) return { name: WRK, isWrk: true, run: runWrk }
  return { name: 'autocannon', isWrk: false, run: runAutocannon }
}

/**
 * One round.
 * @returns requests per second, and the processor time that one request cost the server, in microseconds
 * @throws when any answer was an error: the round then measured something else
 */
export async function measure(tool, { pid, url, headers }, seconds) {
  const before = cpuSeconds(pid)
  const { requests, elapsed, failures } = await tool.run(url, headers, seconds)
  const cpu = cpuSeconds(pid) - before
  if (failures > 0 || requests === 0) throw new Error(`${url}: ${failures} of ${requests} requests failed`)
  return { rate: requests / elapsed, cpu: (cpu / requests) * 1e6 }
}

async function runWrk(url, headers, seconds) {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const parameters = ['-t', '1', '-c', `${CONNECTIONS}`, '-d', `${seconds}s`, ...flags, url]
  const wrk = start(WRK, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(wrk, 'close')
  const output = Buffer.concat(await wrk.stdout.toArray()).toString()
  const [code] = await ended
  if (code !== 0) throw new Error(`wrk ended with ${code}: ${output}`)
  return readWrk(output)
}

function readWrk(output) {
  const number = (pattern) => Number(pattern.exec(output)?.[1] ?? 0)
  const requests = number(/(\d+) requests in /)
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? []
  const failures = errors.reduce((sum, count) => sum + Number(count), number(/Non-2xx or 3xx responses: (\d+)/))
  return { requests, elapsed: requests / number(/Requests\/sec:\s+([\d.]+)/), failures }
}

async function runAutocannon(url, headers, seconds) {
  const { default: autocannon } = await import('autocannon')
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds })
  const failures = result.errors + result.timeouts + result['4xx'] + result['5xx']
  return { requests: result.requests.total, elapsed: result.duration, failures }
}
