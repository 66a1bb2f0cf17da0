import { isRecord } from '../content/record.ts'

/** What is left of a value once nobody can be recognised by it. */
type Scrubbed = string | number | boolean | null | Scrubbed[] | { [key: string]: Scrubbed }

/** Fields and items of one value; deeper values, and longer texts, are left out and cut. */
const MAX_FIELDS = 20
const MAX_DEPTH = 3
const MAX_TEXT = 200
/** Characters of a text that are looked at: the pattern below takes the square of them. */
const MAX_READ = 1000

/** Names that a provider's interface uses; anything else may be data, such as an address. */
const FIELD = /^[A-Za-z][\w-]{0,39}$/
/** Fields of a person, or of an account of the interface. */
const PRIVATE =
  /mail|phone|telefon|name|nazw|imie|address|adres|birth|(?:^|_)ip(?:$|_)|key|token|secret|passw|hash|^constructor$/i
/** An e-mail address, written as it is or escaped for an address or for HTML. */
const ADDRESS = /[^\s@"'<>(),;:=]*(?:[@＠]|%40|&#0*64;|&#x0*40;|&commat;)[^\s@"'<>(),;]+/gi

/** A text without e-mail addresses. */
export function scrubbedText(text: string): string {
  return text.slice(0, MAX_READ).replace(ADDRESS, '').slice(0, MAX_TEXT).toWellFormed()
}

/**
 * What may be shown of a record that a provider sent: no e-mail address in any text, no field that names a person or a
 * secret, nothing deep or long.
 */
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
