/**
 * Loaded into a server's process before the server: what it looks at every five seconds, it looks at three times a second.
 */
const PAUSE_MS = 5000
const QUICK_MS = 333
const setRealInterval = globalThis.setInterval

globalThis.setInterval = (run, ms, ...values) => setRealInterval(run, ms === PAUSE_MS ? QUICK_MS : ms, ...values)
