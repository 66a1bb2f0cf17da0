/**
 * Loaded into a portal before it starts: its clocks go a thousand times slower, so that ten thousand pages stay fresh
 * while they are measured. They cost what the real ones do. What is measured to last (`process.hrtime`) lasts as ever:
 * the background's compression rests for as long as it does anywhere.
 */
const SLOWER = 1000
const realNow = Date.now
const startedAt = realNow()

Date.now = () => startedAt + Math.trunc((realNow() - startedAt) / SLOWER)

const realElapsed = performance.now.bind(performance)
const begunAt = realElapsed()

performance.now = () => begunAt + (realElapsed() - begunAt) / SLOWER
