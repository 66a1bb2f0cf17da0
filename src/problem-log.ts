import type { Logger } from 'pino'
import type { Report } from './content/report.ts'
import { knownKeys } from './known-keys.ts'

/** One log line for each problem of content, however often a page shows it. */
export function problemLog(log: Logger): Report {
  const isNew = knownKeys()
  return (problem) => {
    if (isNew(`${problem.call} ${problem.field} ${problem.kind}`)) log.warn(problem, 'content')
  }
}
