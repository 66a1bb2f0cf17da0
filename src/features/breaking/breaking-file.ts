import * as z from 'zod'
import { type BreakingLine, breakingLine } from '../../content/breaking.ts'
import { isDate, parseDate } from '../../content/dates.ts'
import type { Services } from '../../services/service.ts'
import { link, serviceKey, text } from '../../site/fields.ts'
import { BREAKING_FILE } from '../../site/site.ts'
import { type FolderProblem, readYaml } from '../../site/yaml-file.ts'

export interface FileLine extends BreakingLine {
  /** Milliseconds since 1970; absent: it has begun. */
  from?: number
  services?: readonly string[]
}

const MAX_LINES = 20
const MAX_TEXT = 200
const moment = z
  .string()
  .refine((value) => isDate(value) && /\d[T ]\d/i.test(value), 'must be a date with a time, such as 2026-11-24T18:00')

/** An empty `breaking.yaml` says that there is nothing. */
export const breakingFile = z
  .array(
    z.strictObject({
      text: text.max(MAX_TEXT, `must have at most ${MAX_TEXT} characters`).describe('What readers read.'),
      link: link.describe('Where it leads: a path of each service that shows it, or a URL.'),
      from: moment.optional().describe('When it begins, in the site’s time zone; without it at once.'),
      until: moment.describe('When it ends, in the site’s time zone.'),
      services: z.array(serviceKey).min(1).optional().describe('Names of the services that show it; without it all.'),
    }),
  )
  .max(MAX_LINES, `must have at most ${MAX_LINES} lines`)
  .nullable()

export function parseBreaking(text: string, services: Services): { lines: FileLine[] } | { problems: FolderProblem[] } {
  const { parsed, problem } = readYaml(BREAKING_FILE, text, breakingFile)
  if (parsed.problems.length > 0) return { problems: parsed.problems }
  const entries = parsed.value ?? []
  const problems = entries.flatMap((entry, index) =>
    (entry.services ?? []).flatMap((name, at) =>
      Object.hasOwn(services, name)
        ? []
        : [problem([index, 'services', at], `"${name}" must be one of ${Object.keys(services).join(', ')}`)],
    ),
  )
  const zone = Object.values(services)[0]?.timeZone
  const lines = entries.flatMap(({ text, link, from, until, services }, index): FileLine[] => {
    const [begin, end] = [zone && parseDate(from, zone), zone && parseDate(until, zone)]
    if (!end) return []
    if (begin && end.epoch <= begin.epoch)
      problems.push(problem([index, 'until'], `"${index}.until" is not later than "from"`))
    const line = breakingLine({ text, href: link, until: end.epoch })
    return [{ ...line, from: begin ? begin.epoch : undefined, services }]
  })
  return problems.length > 0 ? { problems } : { lines }
}
