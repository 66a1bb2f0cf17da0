export interface WholeJson {
  json: unknown
  beside?: string
}

/** A PHP file with a byte order mark puts it before every response. */
const MARKS = /^[\s\ufeff]+/
const PAGE = /<(?:!doctype|html|head|body|title)\b/i
/** Each costs a walk to the end. */
const MAX_UNCLOSED = 5
const DOCUMENT = /^(?:\{\s*["}]|\[\s*[[\]{"\d-])/
/** Characters before a document. */
const MAX_BEFORE = 20_000
const MAX_WORDS = 300

/**
 * Ignores byte order marks and other output around the document.
 * @throws {SyntaxError} for no whole document
 */
export function wholeJson(body: string): WholeJson {
  try {
    return { json: JSON.parse(body) }
  } catch (error) {
    const text = body.replace(MARKS, '')
    if (text.length < body.length) {
      const json = parsed(text)
      if (json !== undefined) return { json }
    }
    const whole = withOutputAround(text)
    if (whole === undefined) throw error
    return whole
  }
}

function withOutputAround(text: string): WholeJson | undefined {
  let best: { from: number; end: number; json: unknown; rank: number } | undefined
  let unclosed = 0
  for (let from = nextOpening(text, 0); from !== -1 && from < MAX_BEFORE; ) {
    const end = endOf(text, from)
    if (end === undefined) {
      unclosed += 1
      if (unclosed > MAX_UNCLOSED || DOCUMENT.test(text.slice(from, from + 40))) return undefined
    } else {
      const json = parsed(text.slice(from, end))
      const isAtEdge = text.slice(0, from).trim() === '' || text.slice(end).trim() === ''
      const rank = end - from + (isAtEdge ? text.length : 0)
      if (typeof json === 'object' && json !== null && rank >= (best?.rank ?? 0)) best = { from, end, json, rank }
    }
    from = nextOpening(text, end ?? from + 1)
  }
  if (best === undefined) return undefined
  const [before, after] = [text.slice(0, best.from), text.slice(best.end)]
  if (PAGE.test(before) || PAGE.test(after)) return undefined
  return { json: best.json, beside: wordsOf(`${before} ${after}`) }
}

function nextOpening(text: string, from: number): number {
  const [list, object] = [text.indexOf('[', from), text.indexOf('{', from)]
  return list === -1 || object === -1 ? Math.max(list, object) : Math.min(list, object)
}

/** @returns the index after the closing bracket */
function endOf(text: string, from: number): number | undefined {
  let depth = 0
  let isInString = false
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (isInString) {
      if (sign === '\\') at += 1
      else if (sign === '"') isInString = false
    } else if (sign === '"') isInString = true
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function wordsOf(output: string): string {
  const words = output
    .slice(0, MAX_BEFORE)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\s\ufeff]+/gu, ' ')
    .trim()
  return words.slice(0, MAX_WORDS).toWellFormed()
}
