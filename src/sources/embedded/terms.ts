import * as z from 'zod'
import {
  checked,
  MAX_YAML,
  NewsroomFileError,
  parseYaml,
  type Term,
  type Terms,
  termFields,
  termsFile,
} from './front-matter.ts'
import type { YamlReader } from './yaml-values.ts'

/** Parsed without a pause. */
const AT_ONCE = 200
const KEYS = ['categories', 'tags'] as const
const items = z.array(z.unknown())

/**
 * Reads long files in pieces (COST-35): two keys, each with a list whose items begin with a dash.
 * @throws {NewsroomFileError}
 */
export async function parseTerms(
  file: string,
  text: string,
  pause: () => Promise<void> | undefined,
  read?: YamlReader,
): Promise<Terms> {
  if (text.length <= MAX_YAML) return parseYaml(file, text, termsFile, read)
  const terms: Terms = { categories: [], tags: [] }
  for (const { key, yaml } of pieces(file, text)) {
    for (const item of parseYaml(file, yaml, items, read)) {
      terms[key].push(checked(file, item, termFields, [key, String(terms[key].length)]))
    }
    await pause()
  }
  return terms
}

interface Piece {
  key: (typeof KEYS)[number]
  yaml: string
}

function* pieces(file: string, text: string): Generator<Piece, void> {
  let key: Piece['key'] | undefined
  let [lines, count, dash] = [[] as string[], 0, '']
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^([a-z]+):(.*)$/s.exec(line) ?? []
    const indent = /^( {0,8})- /.exec(line)?.[1]
    const isItem = indent !== undefined && (count === 0 || indent === dash)
    if (key && count > 0 && (name !== undefined || (isItem && count === AT_ONCE))) {
      yield { key, yaml: lines.join('\n') }
      ;[lines, count] = [[], 0]
    }
    if (name !== undefined) {
      key = KEYS.find((known) => known === name)
      if (!key || !/^(?:\[\])?(?:#.*)?$/.test(value.trim())) throw irregular(file)
      continue
    }
    if (isItem) {
      dash = indent
      count += 1
    } else if (count === 0 && !/^\s*(?:#.*)?$/.test(line)) throw irregular(file)
    if (count > 0) lines.push(line)
  }
  if (key && count > 0) yield { key, yaml: lines.join('\n') }
}

function irregular(file: string): NewsroomFileError {
  return new NewsroomFileError(`${file}: longer than ${MAX_YAML} characters, and not two lists of terms line by line`)
}

/** Falls back to the name in articles. */
export function termOf(
  kind: keyof Terms,
  slug: string,
  { terms, names }: { terms: Terms; names: ReadonlyMap<string, string> },
): Term {
  return terms[kind].find((term) => term.slug === slug) ?? { slug, name: names.get(slug) ?? slug }
}
