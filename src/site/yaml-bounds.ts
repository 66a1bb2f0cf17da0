/** The parser makes a regular expression for each level; a few thousand end the process (SITE-3). */
const MAX_DEPTH = 50
/** A level takes one space at least. */
const MAX_INDENT = 200
/** Begin a value within a value: `- - a`, `? ? a`, `!a !b c`, `&a &b c`. */
const PREFIXES = new Set(['-', '?', ':', '!', '&', '*'])
const OPENING = new Set(['[', '{'])
const CLOSING = new Set([']', '}'])
const SPACES = new Set([' ', '\t'])

/** From 1. */
export interface Excess {
  line: number
  column: number
  message: string
}

/** Finds deep nesting before the parser does. Brackets in texts count too, as they rarely stay open. */
export function excessOf(text: string): Excess | undefined {
  let open = 0
  let [line, column, indent, prefixes] = [1, 0, 0, 0]
  /** Only spaces and prefixes so far. */
  let isHead = true
  let isAfterSpace = true
  for (const sign of text) {
    if (sign === '\n' || sign === '\r') {
      if (sign === '\n') line += 1
      ;[column, indent, prefixes, isHead, isAfterSpace] = [0, 0, 0, true, true]
      continue
    }
    column += 1
    const isSpace = SPACES.has(sign)
    if (isHead && isSpace && prefixes === 0) indent += 1
    if (isHead && isAfterSpace && !isSpace) {
      if (PREFIXES.has(sign)) prefixes += 1
      else isHead = false
    }
    isAfterSpace = isSpace
    if (OPENING.has(sign)) open += 1
    else if (CLOSING.has(sign)) open = Math.max(0, open - 1)
    const isDeep = open > MAX_DEPTH || prefixes > MAX_DEPTH || (indent > MAX_INDENT && !isHead)
    if (isDeep) return { line, column, message: 'is nested too deeply: write it flat' }
  }
  return undefined
}
