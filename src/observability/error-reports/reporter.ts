import type { Logger } from 'pino'
import type { ErrorReportSettings, Failures, Sender } from './failures.ts'

interface ReporterSettings extends ErrorReportSettings {
  secrets: readonly string[]
  log: Logger
  root: string
  now?: () => number
}

/** Milliseconds; the next report counts failures meanwhile. */
const SAME_PAUSE = 60_000
const PER_MINUTE = 20
const MAX_KNOWN = 500

/** Loads the sender after the start (docs/decisions/040). */
export function createReporter(
  { now = () => performance.now(), ...settings }: ReporterSettings,
  load: () => Promise<Sender> = async () => (await import('./sentry.ts')).createSender(settings),
): Failures {
  const { log } = settings
  const loading = load().catch((error: unknown) => {
    log.warn({ err: error }, 'errors cannot be reported')
    return undefined
  })
  const known = new Map<string, { at: number; met: number }>()
  let minute = { from: now(), count: 0 }
  let last: Promise<unknown> = loading

  /** @returns occurrences since the last report; undefined: it waits */
  const admitted = (error: unknown): number | undefined => {
    const at = now()
    const name = nameOf(error)
    const before = known.get(name)
    if (before && at - before.at < SAME_PAUSE) {
      before.met += 1
      return undefined
    }
    if (at - minute.from >= 60_000) minute = { from: at, count: 0 }
    if (minute.count >= PER_MINUTE) return undefined
    minute.count += 1
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(name, { at, met: 0 })
    return before?.met ?? 0
  }

  return {
    report(error, context) {
      const repeated = admitted(error)
      if (repeated === undefined) return
      last = loading.then((sender) => sender?.send(error, context, repeated)).catch(() => {})
    },
    async sent(limit) {
      const deadline = performance.now() + limit
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limit)
      })
      const flushed = last
        .then(() => loading)
        .then((sender) => sender?.flush(Math.max(1, deadline - performance.now())))
      await Promise.race([flushed, late])
      clearTimeout(timer)
    },
  }
}

const DIGITS = /\d+/g
const PATHS = /\/\S*/g

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 200)
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? ''
  return `${error.name} ${error.message.replace(PATHS, '').replace(DIGITS, '').slice(0, 200)} ${place}`
}
