/** Milliseconds that failures double the interval to. */
const MAX_INTERVAL = 300_000

interface Polling {
  start(): void
  stop(): void
}

/**
 * Random pauses spare a portal that recovers (LIVE-6).
 * @param ask rejects when the request failed
 * @param interval milliseconds
 */
export function createPolling(ask: () => Promise<void>, interval: number): Polling {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let askedAt = Date.now()
  let isAsking = false
  let isStopped = false

  const plan = (): void => {
    clearTimeout(timer)
    if (isStopped || isAsking || document.hidden) return
    timer = setTimeout(run, Math.max(0, askedAt + pauseAfter(failures, interval) - Date.now()))
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

function pauseAfter(failures: number, interval: number): number {
  if (failures === 0) return interval
  return Math.min(MAX_INTERVAL, interval * 2 ** failures) * (0.5 + Math.random())
}

/** @param forms JSON: a text with `{count}` for each category of plurals */
export function countedIn(forms: string | undefined, count: number): string {
  const parsed: unknown = JSON.parse(forms ?? '{}')
  const category = new Intl.PluralRules(document.documentElement.lang).select(count)
  const known = new Map<string, unknown>(typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [])
  return String(known.get(category) ?? known.get('other') ?? '{count}').replace('{count}', String(count))
}
