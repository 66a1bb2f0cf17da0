/** Starts the processes under measurement, reads what the kernel knows of them, and leaves none behind. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A draining portal needs about half a second; what takes much longer hangs. */
const STOP_LIMIT_MS = 3000
/** Fields of /proc/PID/stat, counted from the one after the command's name (proc(5): 14 and 15). */
const UTIME = 11
const STIME = 12

const started = new Set()

// Whatever ends this process (Ctrl-C, a failure, an exit in the middle), nothing that it started lives on.
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.on(signal, () => process.exit(code))
}

/**
 * Starts a command. It gets only the variables given here and PATH: settings of the developer's own shell, a CMS
 * address for instance, would make it another measurement.
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

/** Processor time of a process with all its threads so far, in seconds: garbage collection and zlib count as well. */
export function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name stands in parentheses and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[UTIME]) + Number(fields[STIME])) / ticksPerSecond()
}

let ticks

function ticksPerSecond() {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return ticks
}

/** Resident memory of a process in megabytes. */
export function residentMegabytes(pid) {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
