/** Starts the processes under measurement, reads what the kernel knows of them, and leaves none behind. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A draining portal needs about half a second; what takes much longer hangs. */
const STOP_LIMIT_MS = 3000
/** Fields of /proc/PID/stat, counted from the one after the command's name (proc(5): 4, and 14 to 17). */
const PARENT = 1
/** User and system time of the process, and of its children that have ended. */
const TIMES = [11, 12, 13, 14]

const started = new Set()

// Whatever ends this process (Ctrl-C, a failure, an exit in the middle), nothing that it started lives on.
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.on(signal, () => process.exit(code))
}

/**
 * Starts a command. It gets only the variables given here and PATH: settings of the developer's shell, a CMS
 * URL for instance, would change the measurement.
 */
export function start(command, parameters, { env = {}, ...options } = {}) {
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...options,
    env: { PATH: process.env.PATH, ...env },
  })
  started.add(child)
  child.once('exit', () => started.delete(child))
  child.once('error', () => started.delete(child))
  return child
}

/** Starts a Node script, sends it a message and awaits its reply. @returns the child and the reply */
export async function startTold(script, message) {
  const child = start(process.execPath, [script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  child.send(message)
  const [reply] = await once(child, 'message')
  return { child, answer: reply }
}

/** Runs a command to its end. @throws with all it printed when it fails */
export async function run(command, parameters, options = {}) {
  const child = start(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const [out, errors] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()])
  const [code] = await ended
  const printed = Buffer.concat([...out, ...errors]).toString()
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${code}:\n${printed}`)
  return printed
}

/** Asks a process to end, and ends it when it does not. */
export async function stop(child) {
  if (!started.has(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([ended, sleep(STOP_LIMIT_MS, undefined, { ref: false })])
  if (!started.has(child)) return
  child.kill('SIGKILL')
  await ended
}

/** Ends all processes still running. */
export async function stopAll() {
  await Promise.all([...started].map(stop))
}

/**
 * A port that nobody has at this moment. The portal could take one itself (PORT=0), but it names it only in its log,
 * which is silent here.
 */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Processor time of a process, all its threads and all its children so far, in seconds: garbage collection, zlib and
 * workers count as well.
 */
export function cpuSeconds(pid) {
  const ticks = tree(pid).flatMap(({ fields }) => TIMES.map((index) => Number(fields[index])))
  return ticks.reduce((sum, count) => sum + count, 0) / ticksPerSecond()
}

/**
 * Starts a measurement of a few milliseconds, which `cpuSeconds` has in hundredths of a second.
 * @returns the seconds since then, by the kernel's finer count of each thread, or by that of whole processes when it has more:
 *   threads that have ended are in no other
 */
export function cpuSecondsFrom(pid) {
  const [coarse, fine] = [cpuSeconds(pid), threadSeconds(pid)]
  return () => Math.max(cpuSeconds(pid) - coarse, threadSeconds(pid) - fine)
}

function threadSeconds(pid) {
  const threads = tree(pid).flatMap((one) => readdirSync(`/proc/${one.pid}/task`).map((id) => `${one.pid}/task/${id}`))
  return threads.reduce((sum, thread) => sum + nanosecondsOf(thread), 0) / 1e9
}

/** Nothing when the thread has ended meanwhile, or the kernel does not count so. */
function nanosecondsOf(thread) {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}

/** A process and its children stand still, whatever they had to do, until what is returned is called. */
export function pause(pid) {
  const pids = tree(pid).map((one) => one.pid)
  for (const one of pids) tell(one, 'SIGSTOP')
  return () => {
    for (const one of pids) tell(one, 'SIGCONT')
  }
}

/** A child may have ended meanwhile. */
function tell(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Resident memory of a process and its children in megabytes. */
export function residentMegabytes(pid) {
  const kilobytes = tree(pid).map((one) => {
    const status = readFileSync(`/proc/${one.pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
  })
  return kilobytes.reduce((sum, count) => sum + count, 0) / 1024
}

/** A process and all that descend from it. */
function tree(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)))
  const own = all.filter((one) => one.pid === pid)
  for (const parent of own) own.push(...all.filter(({ fields }) => Number(fields[PARENT]) === parent.pid))
  return own
}

/** Empty when the process has ended meanwhile. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in parentheses and may contain anything.
    return [{ pid, fields: stat.slice(stat.lastIndexOf(')') + 2).split(' ') }]
  } catch {
    return []
  }
}

let ticks

function ticksPerSecond() {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return ticks
}
