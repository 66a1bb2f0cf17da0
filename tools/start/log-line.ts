import * as z from 'zod'

const line = z.looseObject({
  level: z.number(),
  msg: z.string().default(''),
  port: z.number().optional(),
  err: z.looseObject({ message: z.string().optional(), code: z.union([z.string(), z.number()]).optional() }).optional(),
})

/** A line of the portal's log (src/observability/log/log.ts). */
export type LogLine = z.output<typeof line>

/** @returns undefined for what is no line of the log */
export function parsedLine(text: string): LogLine | undefined {
  try {
    return line.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const WARN = 40
const ERROR = 50
/** Fields that are no news to a person. */
const PLAIN = new Set(['level', 'time', 'pid', 'msg', 'err'])

/** @returns what a person should read of it; undefined: nothing */
export function warningOf({ level, msg, err, ...fields }: LogLine): string | undefined {
  if (level < WARN) return undefined
  const facts = Object.entries(fields)
    .filter(([name, value]) => !PLAIN.has(name) && value !== undefined && name !== 'fix')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const cause = err?.message === undefined ? [] : [err.message]
  const remedy = typeof fields.fix === 'string' ? [`\n    ${fields.fix}`] : []
  const details = [...cause, ...facts].join(', ')
  return `  ${level < ERROR ? 'Note' : 'Error'}: ${msg}${details === '' ? '' : ` (${details})`}${remedy.join('')}`
}
