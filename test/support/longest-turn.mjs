/**
 * Measures how long the event loop's turns are, by the time that the main thread is on a processor: what else the machine
 * does is no part of it. On SIGUSR2 it writes the longest one since the last time, in milliseconds, as a log line.
 */
import { readFileSync } from 'node:fs'

/** Shorter ones are not told apart. Milliseconds. */
const STEP = 5
const STATISTICS = `/proc/self/task/${process.pid}/schedstat`

let longest = 0
let before = worked()
setInterval(() => {
  const now = worked()
  longest = Math.max(longest, now - before)
  before = now
}, STEP).unref()
process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify({ msg: 'longest turn', longest })}\n`)
  longest = 0
})

function worked() {
  return Number(readFileSync(STATISTICS, 'utf8').split(' ')[0]) / 1e6
}
