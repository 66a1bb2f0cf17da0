import { isMap, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import * as z from 'zod'

/** A mistake in a file of the site folder. Lines and columns count from 1. */
export interface FolderProblem {
  file: string
  line: number
  column: number
  /** What is wrong, and what would be right. */
  message: string
}

export type Parsed<T> = { value: T; problems: [] } | { value?: undefined; problems: FolderProblem[] }

type YamlDocument = ReturnType<typeof parseDocument>
type Path = ReadonlyArray<PropertyKey>

/** A YAML file, its validated value, and where each field stands. */
export interface YamlFile<T> {
  parsed: Parsed<T>
  /** A problem of one field, for rules that concern several files. */
  problem(path: Path, message: string): FolderProblem
}

/**
 * Parses a YAML file and validates it, with the position of every problem.
 * @param file its name, for messages
 */
export function readYaml<T extends z.ZodType>(file: string, text: string, schema: T): YamlFile<z.output<T>> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', uniqueKeys: false, logLevel: 'silent' })
  const at = (offset: number, message: string): FolderProblem => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), message }
  }
  const problem = (path: Path, message: string): FolderProblem => at(offsetOf(document, path), message)
  const broken = document.errors.map(({ pos, message }) => at(pos[0], message.split('\n')[0] ?? 'is no YAML'))
  if (broken.length > 0) return { parsed: { problems: broken }, problem }
  const refused = [
    ...doubledKeys(document).map(({ name, offset }) => at(offset, `"${name}" occurs twice: keep one`)),
    ...aliases(document).map(({ name, offset }) => at(offset, `"*${name}" is a reference: write the value itself`)),
  ]
  if (refused.length > 0) return { parsed: { problems: refused }, problem }
  const result = schema.safeParse(document.toJS())
  if (result.success) return { parsed: { value: result.data, problems: [] }, problem }
  const problems = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => problem([...issue.path, key], unknownField(key, schema, issue.path)))
      : [problem(issue.path, `${named(issue.path)} ${remedy(issue, document)}`)],
  )
  return { parsed: { problems }, problem }
}

/** Position of a field, or of the innermost part of its path that is there. For a map's entry that of its key. */
function offsetOf(document: YamlDocument, path: Path): number {
  let node: unknown = document.contents
  let offset = (document.contents as Node | null)?.range?.[0] ?? 0
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => (isScalar(key) ? key.value : key) === part)
      if (!isPair(pair)) break
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value
    } else {
      const item: unknown = document.getIn(path.slice(0, path.indexOf(part) + 1), true)
      if (!item) break
      offset = (item as Node).range?.[0] ?? offset
      node = item
    }
  }
  return offset
}

interface Place {
  name: string
  offset: number
}

function doubledKeys(document: YamlDocument): Place[] {
  const doubled: Place[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>()
      for (const { key } of items) {
        const name = String(isScalar(key) ? key.value : key)
        if (seen.has(name)) doubled.push({ name, offset: (key as Node).range?.[0] ?? 0 })
        seen.add(name)
      }
    },
  })
  return doubled
}

/** References to other parts of the file: a few can grow to gigabytes. */
function aliases(document: YamlDocument): Place[] {
  const aliasPlaces: Place[] = []
  visit(document, {
    Alias(_, { source, range }) {
      aliasPlaces.push({ name: source, offset: range?.[0] ?? 0 })
    },
  })
  return aliasPlaces
}

function named(path: Path): string {
  return path.length === 0 ? 'the file' : `"${path.map(String).join('.')}"`
}

function remedy(issue: z.core.$ZodIssue, document: YamlDocument): string {
  const isMissing = issue.path.length > 0 && !document.hasIn(issue.path)
  if (isMissing) return 'is missing: write it'
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return 'must not be empty'
  return issue.message
}

const KINDS: Partial<Record<string, string>> = {
  string: 'text (in quotes, if it looks like a number)',
  object: 'a list of fields, one a line',
  array: 'a list, each entry after a dash',
  boolean: 'true or false',
}

function unknownField(key: string, schema: z.ZodType, path: Path): string {
  const allowed = fieldsAt(schema, path)
  const near = allowed.find((name) => name.toLowerCase() === key.toLowerCase() || distance(name, key) <= 2)
  const hint = near === undefined ? `allowed are ${allowed.join(', ')}` : `did you mean "${near}"?`
  return `"${key}" is unknown: ${allowed.length === 0 ? 'remove it' : hint}`
}

/** The fields that a schema knows at a path. */
function fieldsAt(schema: z.ZodType, path: Path): string[] {
  let current: unknown = schema
  for (const part of path) {
    current = unwrapped(current)
    if (current instanceof z.ZodObject) current = current.shape[String(part)]
    else if (current instanceof z.ZodArray) current = current.element
    else if (current instanceof z.ZodRecord) current = current.valueType
    else return []
  }
  current = unwrapped(current)
  return current instanceof z.ZodObject ? Object.keys(current.shape) : []
}

function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return unwrapped(schema.unwrap())
  return schema
}

/** Edits between two words (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, candidate] of [...other].entries()) {
      const changed = (row[j] ?? 0) + (letter === candidate ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
