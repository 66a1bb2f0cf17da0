import * as z from 'zod'

const line = z.looseObject({
  level: z.number(),
  msg: z.string().default(''),
  port: z.number().optional(),
  err: z
    .looseObject({
      type: z.string().optional(),
      message: z.string().optional(),
      code: z.union([z.string(), z.number()]).optional(),
    })
    .optional(),
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
const WORDS: Readonly<Record<string, string>> = { source: 'content cannot be loaded' }

/** @returns what a person should read of it; undefined: nothing */
export function warningOf(line: LogLine): string | undefined {
  const { level, msg, err, ...fields } = line
  if (level < WARN) return undefined
  const kind = level < ERROR ? 'Note' : 'Error'
  const file = newsroomFileOf(line)
  if (file !== undefined)
    return `  ${kind}: a file of the newsroom ${level < ERROR ? 'has a mistake' : 'cannot be read'}:\n    ${file}`
  const facts = Object.entries(fields)
    .filter(([name, value]) => !PLAIN.has(name) && value !== undefined && name !== 'fix')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const cause = err?.message === undefined ? [] : [err.message]
  const remedy = typeof fields.fix === 'string' ? [`\n    ${fields.fix}`] : []
  const details = [...cause, ...facts].join(', ')
  return `  ${kind}: ${WORDS[msg] ?? msg}${details === '' ? '' : ` (${details})`}${remedy.join('')}`
}

export function newsroomFileOf({ msg, err, reason }: LogLine): string | undefined {
  if (msg === 'source' && err?.type === 'NewsroomFileError') return err.message
  return msg === 'a file of the newsroom' && typeof reason === 'string' ? reason : undefined
}
