import { readRegularFile } from '../../src/system/files.ts'
import { ImportSourceError } from './source.ts'

/**
 * @param most bytes
 * @throws {ImportSourceError} naming the line of a mistake
 */
export async function readJson(file: string, most: number): Promise<unknown> {
  const bytes = await readRegularFile(file, most).catch((error: unknown) => {
    throw new ImportSourceError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch {
    const place = firstMistake(text)
    const line = text.slice(0, place).split('\n').length
    const mistake = place >= text.length ? 'it ends too early' : `${JSON.stringify(text[place])} is not expected there`
    throw new ImportSourceError(`${file}:${line}: not JSON: ${mistake}`)
  }
}

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'next' | 'end'

const SPACE = /[ \t\r\n]*/y
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The engine names no place. @returns the text's length when it ends too early */
function firstMistake(text: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  const settled = (): Expected => (open.length === 0 ? 'end' : 'next')
  for (;;) {
    at = endOf(SPACE, text, at) ?? at
    const sign = text[at]
    if (sign === undefined || expected === 'end') return at
    if (expected === 'colon') {
      if (sign !== ':') return at
      expected = 'value'
      at += 1
    } else if ((expected === 'next' || expected.startsWith('first')) && sign === CLOSING[open.at(-1) ?? '']) {
      open.pop()
      expected = settled()
      at += 1
    } else if (expected === 'next') {
      if (sign !== ',') return at
      expected = open.at(-1) === '{' ? 'key' : 'value'
      at += 1
    } else if (sign === '"') {
      const { end, isWhole } = stringEnd(text, at)
      if (!isWhole) return end
      expected = expected.endsWith('key') ? 'colon' : settled()
      at = end
    } else if (expected.endsWith('key')) return at
    else if (sign === '{' || sign === '[') {
      open.push(sign)
      expected = sign === '{' ? 'first key' : 'first value'
      at += 1
    } else {
      const end = endOf(WORD, text, at)
      if (end === undefined) return at
      expected = settled()
      at = end
    }
  }
}

function stringEnd(text: string, from: number): { end: number; isWhole: boolean } {
  for (let at = from + 1; at < text.length; ) {
    const sign = text[at] ?? ''
    if (sign === '"') return { end: at + 1, isWhole: true }
    if (sign < ' ') return { end: at, isWhole: false }
    const end = sign === '\\' ? endOf(ESCAPE, text, at) : at + 1
    if (end === undefined) return { end: at, isWhole: false }
    at = end
  }
  return { end: text.length, isWhole: false }
}

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : undefined
}
