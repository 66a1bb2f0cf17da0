import type { Logger } from 'pino'
import { type Clock, elapsed } from '../../system/clock.ts'
import { type Report, UNKNOWN_BLOCK } from '../../system/report.ts'
import { firstOfEach } from './first-of.ts'

/** One plugin can be in every article of an archive. Milliseconds. */
const UNKNOWN_BLOCK_PERIOD = 3_600_000

/** Logs each content problem once. A kind of unknown block has a line an hour, with the first article (OBS-45). */
export function problemLog(log: Logger, now: Clock = elapsed): Report {
  const isNew = firstOfEach()
  const isNewKind = firstOfEach(UNKNOWN_BLOCK_PERIOD, now)
  return (problem) => {
    const { call, field, kind } = problem
    if (field === UNKNOWN_BLOCK ? isNewKind(kind) : isNew(`${call} ${field} ${kind}`)) log.warn(problem, 'content')
  }
}
