/**
 * Loaded into a portal before it starts: its clocks go a thousand times slower, so that ten thousand pages stay fresh
 * while they are measured. They cost what the real ones do.
 */
const SLOWER = 1000
const realNow = Date.now
const startedAt = realNow()

Date.now = () => startedAt + Math.trunc((realNow() - startedAt) / SLOWER)

const realElapsed = performance.now.bind(performance)
const begunAt = realElapsed()

performance.now = () => begunAt + (realElapsed() - begunAt) / SLOWER
