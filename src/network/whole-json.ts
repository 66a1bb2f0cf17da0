/** A JSON document, and the words that stand before or after it. */
export interface WholeJson {
  json: unknown
  /** Without tags, folded; absent: nothing stands beside it. */
  beside?: string
}

/** Byte order marks: a file of a plugin or a theme saved with one puts it before every response. */
const MARKS = /^[\s\ufeff]+/
/** Where a document may begin after other output: at a bracket or a brace with a value or a name behind it. */
const BEGINNING = /\[\s*(?=[\]{[\d"tfn-])|\{\s*(?=["}])/g
/** Beginnings that are tried; a notice has a few brackets of its own at most. */
const MAX_TRIED = 8
/** How far into a response its document may begin. Characters. */
const MAX_BEFORE = 20_000
const MAX_WORDS = 300

/**
 * Parses JSON, also where byte order marks or other output of a server, such as a notice of PHP, stand around the whole
 * of it.
 * @throws {SyntaxError} there is no whole document
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
    const found = withOutputAround(text)
    if (found === undefined) throw error
    return found
  }
}

function withOutputAround(text: string): WholeJson | undefined {
  let tried = 0
  for (const { index } of text.slice(0, MAX_BEFORE).matchAll(BEGINNING)) {
    if (++tried > MAX_TRIED) return undefined
    const close = text[index] === '[' ? ']' : '}'
    const end = text.lastIndexOf(close)
    const json = end < index ? undefined : parsed(text.slice(index, end + 1))
    if (json === undefined) continue
    return { json, beside: wordsOf(`${text.slice(0, index)} ${text.slice(end + 1)}`) }
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
