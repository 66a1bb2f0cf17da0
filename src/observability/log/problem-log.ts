import type { Logger } from 'pino'
import type { Report } from '../../content/report.ts'
import { firstOfEach } from './first-of.ts'

/** Logs one line for each content problem, however often it occurs. */
export function problemLog(log: Logger): Report {
  const isNew = firstOfEach()
  return (problem) => {
    if (isNew(`${problem.call} ${problem.field} ${problem.kind}`)) log.warn(problem, 'content')
  }
}
