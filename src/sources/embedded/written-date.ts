import { isDate } from '../../content/dates.ts'

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/
const IN_WORDS = /^(?:\w{3,9},?\s+)?(?:(\d{1,2})\s+(\p{L}{3,12})|([A-Za-z]{3,9})\.?\s+(\d{1,2}),?)\s+(\d{4})$/u
/** English and differing Polish names. */
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const POLISH_MONTHS = 'sty lut mar kwi maj cze lip sie wrz paź lis gru'.split(' ')

/** `YYYY-MM-DDTHH:MM`, with written seconds and offset; undefined: no date, or day and month are unclear. */
export function writtenDate(value: unknown): string | undefined {
  const text = String(value).trim()
  const iso = ISO.exec(text)
  const words = IN_WORDS.exec(text)
  const two = (part: string | undefined): string => (part ?? '').padStart(2, '0')
  let date: string | undefined
  if (iso) {
    const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = iso
    const offset = zone === undefined ? '' : /^[+-]/.test(zone) ? zone.replace(/^(...):?(..)$/, '$1:$2') : '+00:00'
    // Without seconds a date would come early (SRC-39).
    const time = `${two(hour)}:${minute}${second === '00' ? '' : `:${second}`}`
    date = `${year}-${two(month)}-${two(day)}T${time}${offset}`
  } else if (words) {
    const name = (words[2] ?? words[3] ?? '').slice(0, 3).toLowerCase()
    const month = Math.max(MONTHS.indexOf(name), POLISH_MONTHS.indexOf(name)) + 1
    if (month > 0) date = `${words[5]}-${two(String(month))}-${two(words[1] ?? words[4])}T00:00`
  }
  return date !== undefined && isDate(date) ? date : undefined
}
