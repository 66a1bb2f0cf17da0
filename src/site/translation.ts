import { isMap, isScalar, parseDocument, stringify, type YAMLMap } from 'yaml'
import type { BundledLanguage, Language } from '../languages/language.ts'
import { isPlural } from '../languages/messages.ts'
import type { PluralForms } from '../languages/texts.ts'
import { commandLine } from '../system/command-line.ts'
import { isRecord } from '../system/record.ts'
import { categoriesOf, HEAD_KEYS, LANGUAGE_TEXTS } from './language-file.ts'
import { inline } from './new-site/site-files.ts'

type Tree = { readonly [key: string]: string | PluralForms | Tree }

export interface Translation {
  text: string
  missing: string[]
  /** The program lacks them. */
  unused: string[]
}

const UNUSED = '# No longer used:'

/**
 * A translator's file with existing texts (docs/decisions/155).
 * @param original texts next to each key
 * @param schema path to the JSON Schema
 * @throws {Error} with line and column where it is no YAML
 */
export function translationFile(
  language: Language,
  { before = '', original, schema }: { before?: string; original: BundledLanguage; schema: string },
): Translation {
  const document = parseDocument(before, { schema: 'core', uniqueKeys: false })
  const [error] = document.errors
  if (error) throw new Error(error.message)
  const root = isMap(document.contents) ? document.contents : undefined
  const writer = new Writer(language)
  writer.branch(LANGUAGE_TEXTS[original] as unknown as Tree, root)
  const dropped = unusedIn(LANGUAGE_TEXTS.pl as unknown as Tree, root)
  const unused = dropped.map(([path]) => path)
  const kept = (before.split(`${UNUSED}\n`)[1] ?? '').split('\n')
  const lines = [...kept, ...dropped.map(([path, text]) => `#   ${path}: ${inline(text)}`)].filter(
    (line) => line !== '',
  )
  const end = lines.length === 0 ? '' : `\n${UNUSED}\n${[...new Set(lines)].join('\n')}\n`
  const text = `${headText(language, root, original, schema)}\n${writer.lines.join('\n')}\n${end}`
  return { text, missing: writer.missing, unused }
}

class Writer {
  readonly lines: string[] = []
  readonly missing: string[] = []
  readonly #categories: readonly string[]
  constructor(language: Language) {
    this.#categories = categoriesOf(language)
  }

  branch(tree: Tree, own: YAMLMap | undefined, path: readonly string[] = []): void {
    for (const [key, inner] of Object.entries(tree)) {
      const value = own?.get(key, true)
      const below = isMap(value) ? value : undefined
      // The introduction stands above the first key.
      if (path.length > 0 || this.lines.length > 0) this.#note(noteOf(own, key), path.length)
      if (typeof inner === 'string') this.#text(key, value, inner, path)
      else {
        this.lines.push(`${'  '.repeat(path.length)}${key}:`)
        if (isPlural(inner)) this.#forms(inner, below, [...path, key])
        else this.branch(inner as Tree, below, [...path, key])
      }
    }
  }

  #forms(forms: PluralForms, own: YAMLMap | undefined, path: readonly string[]): void {
    const written: Readonly<Record<string, string | undefined>> = { ...forms }
    for (const category of this.#categories) {
      this.#note(noteOf(own, category), path.length)
      this.#text(category, own?.get(category, true), written[category] ?? forms.other, path)
    }
  }

  #text(key: string, value: unknown, original: string, path: readonly string[]): void {
    const filled = textIn(value)
    if (filled === undefined) this.missing.push([...path, key].join('.'))
    const shown = filled === undefined ? '' : ` ${inline(filled)}`
    this.lines.push(`${'  '.repeat(path.length)}${key}:${shown} # ${original}`)
  }

  #note(note: string | undefined, depth: number): void {
    for (const line of note?.split('\n') ?? []) this.lines.push(`${'  '.repeat(depth)}#${line}`)
  }
}

function textIn(value: unknown): string | undefined {
  const plain = isScalar(value) ? value.value : undefined
  return plain === null || plain === undefined || plain === '' ? undefined : String(plain)
}

/** A comment above a map's first key is the map's. */
function noteOf(own: YAMLMap | undefined, key: string): string | undefined {
  const index = own?.items.findIndex(({ key: written }) => isScalar(written) && written.value === key) ?? -1
  const written = own?.items[index]?.key
  const note = isScalar(written) ? written.commentBefore : undefined
  return note ?? (index === 0 ? own?.commentBefore : undefined) ?? undefined
}

function unusedIn(tree: Tree, own: YAMLMap | undefined, path: readonly string[] = []): Array<[string, string]> {
  return (own?.items ?? []).flatMap(({ key: written, value }): Array<[string, string]> => {
    const key = String(isScalar(written) ? written.value : written)
    const inside = [...path, key]
    if (path.length === 0 && HEAD_KEYS.includes(key)) return []
    const inner = Object.hasOwn(tree, key) ? tree[key] : undefined
    if (inner === undefined || (typeof inner === 'string') !== isScalar(value)) return leavesOf(value, inside)
    return typeof inner === 'string' || isPlural(inner)
      ? []
      : unusedIn(inner as Tree, isMap(value) ? value : undefined, inside)
  })
}

function leavesOf(value: unknown, path: readonly string[]): Array<[string, string]> {
  if (!isMap(value)) {
    const text = textIn(value)
    return text === undefined ? [] : [[path.join('.'), text]]
  }
  return value.items.flatMap(({ key, value: inner }) =>
    leavesOf(inner, [...path, String(isScalar(key) ? key.value : key)]),
  )
}

function headText(language: Language, root: YAMLMap | undefined, original: BundledLanguage, schema: string): string {
  const written: unknown = root?.toJSON() ?? {}
  const fields = isRecord(written) ? written : {}
  const own = HEAD_KEYS.filter((key) => fields[key] !== undefined && fields[key] !== null)
  const of = (key: string, example: string): string => {
    if (!own.includes(key)) return example
    return stringify({ [key]: fields[key] }, { version: '1.2', schema: 'core', lineWidth: 0 }).trimEnd()
  }
  return `# yaml-language-server: $schema=${schema}
#
# The interface's texts in "${language}". Next to each key stands the text of "${original}"; a name in braces is a value, which the
# translation has too. "${commandLine('messages', { args: language })}" adds what new releases bring, keeps what is filled, and says what is missing.

# Direction of the script, ltr or rtl; by default that of the language.
${of('dir', '#dir: rtl')}

# The language whose texts stand in for those that are missing. Without it all texts must be there.
${of('fallback', 'fallback: en')}

# First parts of the paths of lists and of the program's pages.
${of('paths', '#paths: { category: category, tag: tag, author: author, series: series, newest: latest, privacy: privacy-and-cookies, saved: saved, follow: follow, accessibility: accessibility }')}

# What stays on one line: words in lower case, with spaces between; a star stands for any ending. narrowSpaces: a space before
# ; : ! ? » and after « is narrow and ends no line.
${of('lineEnds', '#lineEnds: { narrowSpaces: false, shortWords: ai, units: "percent* year* kilo*", scales: "million*", beforeNumbers: "no. p." }')}
`
}
