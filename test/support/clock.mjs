/**
 * Loaded into a server's process before the server: its parent moves the clocks by messages. `pass` moves them all, as
 * time does; `jump` the one on the wall only, as somebody who sets it. CLOCK_AHEAD (milliseconds) has passed before,
 * CLOCK_JUMP was set before.
 */
const realNow = Date.now
const realPerformanceNow = performance.now.bind(performance)
let passed = Number(process.env.CLOCK_AHEAD ?? 0)
let jumped = Number(process.env.CLOCK_JUMP ?? 0)
/** Longer than a reading of the clock is kept anywhere (`coarse` in src/system/clock.ts). Milliseconds. */
const READINGS_FORGOTTEN = 50

Date.now = () => realNow() + passed + jumped
globalThis.Date = new Proxy(Date, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [Date.now()] : values, newTarget),
})
performance.now = () => realPerformanceNow() + passed

process.on('message', ({ pass = 0, jump = 0 }) => {
  passed += pass
  jumped += jump
  setTimeout(() => process.send('moved'), READINGS_FORGOTTEN)
})
// Waiting for messages keeps no process alive.
process.channel?.unref()
