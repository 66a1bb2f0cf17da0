import type { ServiceName } from '../../../src/services/service.ts'
import { newsroomCheck } from '../../../src/sources/embedded/newsroom-check.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { bad, type Check, type Finding, good, weak } from '../run-checks.ts'
import { plannedIn } from './planned.ts'

const MAX_NAMED = 30

/** Reads every file as the portal does (SRC-72). */
export function newsroomChecks(folder: string, services: readonly ServiceName[], zone: TimeZone = 'UTC'): Check[] {
  return [{ title: 'Reading the newsroom', run: () => read(folder, services, zone) }]
}

async function read(folder: string, services: readonly ServiceName[], zone: TimeZone): Promise<Finding> {
  const { errors, warnings, articles, catalogue, calendar } = await newsroomCheck(folder, services, { zone })()
  const planned = plannedIn(catalogue, articles, calendar)
  warnings.push(...planned.remarks)
  if (errors.length > 0) {
    return bad(
      `${errors.length} ${errors.length === 1 ? 'file' : 'files'} of the newsroom cannot be read:\n${listed(errors)}`,
      `Each line names what to change. The other ${articles.length} articles and pages are shown.`,
    )
  }
  if (warnings.length > 0) {
    return weak(
      `${articles.length} articles and pages can be read; ${warnings.length} remarks:\n${listed(warnings)}`,
      'Correct what is meant otherwise; what is unknown is left out.',
    )
  }
  const coming = planned.lines.length > 0 ? ` Planned:\n${listed(planned.lines)}` : ''
  return good(`${articles.length} articles and pages of the newsroom can be read.${coming}`)
}

export function listed(lines: readonly string[]): string {
  const rest = lines.length - MAX_NAMED
  return [...lines.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])]
    .map((line) => `     ${line}`)
    .join('\n')
}
