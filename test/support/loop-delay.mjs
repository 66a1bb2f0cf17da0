/**
 * Loaded into a server's process before the server: on SIGUSR2 it writes a line with the longest time for which the event
 * loop was blocked since the last such line. What counts is the time that this process worked, where that is less than
 * the time that went by: on a busy machine other processes take their turns in between. Milliseconds.
 */
const INTERVAL = 5

let longest = 0
let before = performance.now()
let worked = process.cpuUsage()

setInterval(() => {
  const [now, used] = [performance.now(), process.cpuUsage(worked)]
  const took = Math.min(now - before - INTERVAL, (used.user + used.system) / 1000)
  longest = Math.max(longest, took)
  before = now
  worked = process.cpuUsage()
}, INTERVAL).unref()

process.on('SIGUSR2', () => {
  // Behind a block that is under way.
  setTimeout(() => {
    process.stdout.write(`${JSON.stringify({ longestBlock: longest })}\n`)
    longest = 0
  }, 4 * INTERVAL)
})
