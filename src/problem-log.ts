import type { Logger } from 'pino'
import type { Report } from './content/report.ts'

const MAX_KNOWN_PROBLEMS = 5000

/** One log line for each problem of content, however often a page shows it. */
export function problemLog(log: Logger): Report {
  const known = new Set<string>()
  return (problem) => {
    const key = `${problem.call} ${problem.field} ${problem.kind}`
    if (known.has(key)) return
    if (known.size >= MAX_KNOWN_PROBLEMS) known.clear()
    known.add(key)
    log.warn(problem, 'content')
  }
}
