import type { Steps } from './steps.ts'

/** XML 1.0 forbids these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to drop
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]+/g
/** Escapes of JSON and signs that may be such a character or half a pair. */
const SUSPECT = /\\(?:u(?:[dD][89a-fA-F]|00[01]|[fF]{3}[eEfF])|[bf])|[\ufffe\uffff]/

const VALUES_AT_ONCE = 1000

/** Every output can carry it (TEXT-11): lone surrogates become U+FFFD, and what XML forbids goes. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replace(ILLEGAL, '')
}

/** Changes texts in place: the value must have no other owner. */
export function* wellFormedValue(value: unknown): Steps<unknown> {
  if (typeof value === 'string') return wellFormed(value)
  const stack: object[] = typeof value === 'object' && value !== null ? [value] : []
  let count = 0
  for (let next = stack.pop(); next; next = stack.pop()) {
    for (const [key, item] of Object.entries(next)) {
      if (typeof item === 'string') {
        const text = wellFormed(item)
        if (text !== item) Reflect.set(next, key, text)
      } else if (typeof item === 'object' && item !== null) stack.push(item)
      if (++count % VALUES_AT_ONCE === 0) yield
    }
  }
  return value
}

/** Few texts of JSON need `wellFormedValue`. */
export function isSuspect(json: string): boolean {
  return SUSPECT.test(json)
}

/**
 * For short texts.
 * @throws {SyntaxError}
 */
export function parseWellFormed(json: string): unknown {
  return isSuspect(json) ? JSON.parse(json, wellFormedEntry) : JSON.parse(json)
}

export function wellFormedEntry(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? wellFormed(value) : value
}
