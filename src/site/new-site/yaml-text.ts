import { stringify } from 'yaml'

/** Longest title or description of a new site, in characters. */
const MAX_TEXT = 300

/** Text from elsewhere as the site folder's schema takes it: one line, without control characters and halves of characters. */
export function oneLine(text: string): string {
  const line = text.toWellFormed().replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
  return [...line.trim()].slice(0, MAX_TEXT).join('').trim()
}

/** A value in YAML on one line, text in quotes. */
export function inline(value: string): string {
  return stringify(value, OPTIONS).trimEnd()
}

/** Fields in YAML, text in quotes. */
export function fields(value: object): string {
  return stringify(value, OPTIONS).trimEnd()
}

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  lineWidth: 0,
  // References are refused when the folder is read.
  aliasDuplicateObjects: false,
} as const
