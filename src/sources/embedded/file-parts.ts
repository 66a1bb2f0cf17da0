export interface Parts {
  kind: 'yaml' | 'toml' | 'json' | 'none'
  front: string
  body: string
  /** Lines before the front matter and the body. */
  before: number
  bodyBefore: number
}

const YAML = /^\uFEFF?---(?:yaml)?[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
/** Eleventy's form. */
const NAMED_JSON = /^\uFEFF?---json[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/
const TOML = /^\uFEFF?\+\+\+[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?\+\+\+[ \t]*(?:\r?\n|$)/
const JSON_OBJECT = /^\uFEFF?(\{[\s\S]*?\r?\n\})[ \t]*(?:\r?\n|$)/

const FORMS: ReadonlyArray<readonly [Parts['kind'], RegExp, before: number]> = [
  ['yaml', YAML, 1],
  ['toml', TOML, 1],
  ['json', NAMED_JSON, 1],
  ['json', JSON_OBJECT, 0],
]

/** Front matter is YAML; Markdown may have TOML (Hugo) or JSON (Eleventy). */
export function partsOf(text: string): Parts {
  for (const [kind, pattern, before] of FORMS) {
    const match = pattern.exec(text)
    if (!match) continue
    const [whole, front = ''] = match
    return { kind, front, body: text.slice(whole.length), before, bodyBefore: whole.split('\n').length - 1 }
  }
  return { kind: 'none', front: '', body: text, before: 0, bodyBefore: 0 }
}
