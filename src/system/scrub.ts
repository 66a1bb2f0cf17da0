import { isRecord } from './record.ts'

type Scrubbed = string | number | boolean | null | Scrubbed[] | { [key: string]: Scrubbed }

const MAX_FIELDS = 20
const MAX_DEPTH = 3
const MAX_TEXT = 200
/** The pattern takes quadratic time. Characters. */
const MAX_READ = 1000

/** Other names may be data, such as e-mail addresses. */
const FIELD = /^[A-Za-z][\w-]{0,39}$/
const PRIVATE =
  /mail|phone|telefon|name|nazw|imie|address|adres|birth|(?:^|_)ip(?:$|_)|key|token|secret|passw|hash|^constructor$/i
const ADDRESS = /[^\s@"'<>(),;:=]*(?:[@＠]|%40|&#0*64;|&#x0*40;|&commat;)[^\s@"'<>(),;]+/gi

export function scrubbedText(text: string): string {
  return text.slice(0, MAX_READ).replace(ADDRESS, '').slice(0, MAX_TEXT).toWellFormed()
}

/** The publishable part. */
export function scrubbed(record: Record<string, unknown>): Record<string, Scrubbed> {
  return fieldsOf(record, MAX_DEPTH)
}

function fieldsOf(record: Record<string, unknown>, depth: number): Record<string, Scrubbed> {
  const entries = Object.entries(record)
    .filter(([name]) => FIELD.test(name) && !PRIVATE.test(name))
    .slice(0, MAX_FIELDS)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const left = leftOf(value, depth)
      return left === undefined ? [] : [[name, left]]
    }),
  )
}

function leftOf(value: unknown, depth: number): Scrubbed | undefined {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') return scrubbedText(value)
  if (depth === 0) return undefined
  if (Array.isArray(value)) {
    return value.slice(0, MAX_FIELDS).flatMap((one) => {
      const left = leftOf(one, depth - 1)
      return left === undefined ? [] : [left]
    })
  }
  return isRecord(value) ? fieldsOf(value, depth - 1) : undefined
}
