/** Time between two questions. Milliseconds. */
const INTERVAL = 10_000
/** After failures in a row it doubles, up to this. */
const MAX_INTERVAL = 300_000

/** When a page asks for what is new (LIVE-10). */
interface LiveSchedule {
  start(): void
  /** For good. */
  stop(): void
}

/**
 * Asks every 10 s while the page is seen: a hidden one rests, and asks at once when it is seen again. Failures make the
 * pauses longer, and different on each page, so that a portal that recovers is not asked by all at once.
 * @param ask rejects when the question failed
 */
export function createLiveSchedule(ask: () => Promise<void>): LiveSchedule {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let askedAt = Date.now()
  let isAsking = false
  let isStopped = false

  const plan = (): void => {
    clearTimeout(timer)
    if (isStopped || isAsking || document.hidden) return
    timer = setTimeout(run, Math.max(0, askedAt + pauseAfter(failures) - Date.now()))
  }
  const run = async (): Promise<void> => {
    isAsking = true
    askedAt = Date.now()
    try {
      await ask()
      failures = 0
    } catch {
      failures += 1
    }
    isAsking = false
    plan()
  }
  return {
    start() {
      document.addEventListener('visibilitychange', plan)
      plan()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', plan)
    },
  }
}

function pauseAfter(failures: number): number {
  if (failures === 0) return INTERVAL
  return Math.min(MAX_INTERVAL, INTERVAL * 2 ** failures) * (0.5 + Math.random())
}
