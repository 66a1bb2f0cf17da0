import { isMap, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import * as z from 'zod'
import { editDistance } from '../system/edit-distance.ts'
import { isRecord } from '../system/record.ts'

/** From 1. */
export interface FolderProblem {
  file: string
  line: number
  column: number
  /** Names the mend too. */
  message: string
}

export type Parsed<T> = { value: T; problems: [] } | { value?: undefined; problems: FolderProblem[] }

const MAX_PROBLEMS = 50
const MAX_NAME = 60

type YamlDocument = ReturnType<typeof parseDocument>
type Path = ReadonlyArray<PropertyKey>

export interface YamlFile<T> {
  parsed: Parsed<T>
  /** For rules between files (SITE-3). */
  sound: Partial<T>
  problem(path: Path, message: string): FolderProblem
}

/** @param file in messages */
export function readYaml<T extends z.ZodType>(file: string, text: string, schema: T): YamlFile<z.output<T>> {
  const lines = new LineCounter()
  const excess = excessOf(text)
  const bounded = excess ? '' : text
  const document = parseDocument(bounded, {
    lineCounter: lines,
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
  })
  const at = (offset: number, message: string): FolderProblem => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), message }
  }
  const problem = (path: Path, message: string): FolderProblem => at(offsetOf(document, path), message)
  if (excess) {
    const { line, column, message } = excess
    return { parsed: { problems: [{ file, line, column, message }] }, sound: {}, problem }
  }
  const broken = [...document.errors, ...document.warnings].map(({ pos, message }) => at(pos[0], plain(message)))
  const references = aliases(document).map(({ name, offset }) =>
    at(offset, `"*${shortened(name)}" is a reference: write the value itself`),
  )
  const unreadable = [...broken, ...references]
  if (unreadable.length > 0) return { parsed: { problems: unreadable.slice(0, MAX_PROBLEMS) }, sound: {}, problem }
  const doubled = doubledKeys(document).map(({ name, offset }) =>
    at(offset, `"${shortened(name)}" occurs twice: keep one`),
  )
  const written: unknown = document.toJS()
  const result = schema.safeParse(written)
  if (result.success && doubled.length === 0)
    return { parsed: { value: result.data, problems: [] }, sound: whole(result.data), problem }
  const problems = (result.error?.issues ?? [])
    .flatMap((issue) => plainIssues(issue))
    .slice(0, MAX_PROBLEMS)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, MAX_PROBLEMS)
            .map((key) => problem([...issue.path, key], unknownField(key, schema, issue.path)))
        : [problem(issue.path, `${named(issue.path)} ${remedy(issue, document)}`)],
    )
  const sound = result.success ? whole(result.data) : soundFields(written, schema)
  return { parsed: { problems: [...doubled, ...problems].slice(0, MAX_PROBLEMS) }, sound, problem }
}

function whole<T>(value: T): Partial<T> {
  return isRecord(value) ? value : {}
}

/** Absent fields have defaults. */
function soundFields<T extends z.ZodType>(value: unknown, schema: T): Partial<z.output<T>> {
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return {}
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const result = field instanceof z.ZodType ? field.safeParse(value[name]) : undefined
    return result?.success && result.data !== undefined ? [[name, result.data] as const] : []
  })
  // The schema parsed each.
  return Object.fromEntries(fields) as Partial<z.output<T>>
}

/** The closest alternative's issues replace "none of these". */
function plainIssues(issue: z.core.$ZodIssue, path: Path = []): z.core.$ZodIssue[] {
  const own = { ...issue, path: [...path, ...issue.path] }
  if (issue.code !== 'invalid_union') return [own]
  const depth = (issues: readonly z.core.$ZodIssue[]): number =>
    Math.max(...issues.map(({ path, code }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)))
  const closest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0]
  if (closest === undefined || depth(closest) === 0) return [own]
  return closest.flatMap((inner) => plainIssues(inner, own.path))
}

/** The parser's message repeats the position. */
function plain(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '')
}

function shortened(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
}

/** The innermost existing part, or its key. */
function offsetOf(document: YamlDocument, path: Path): number {
  let node: unknown = document.contents
  let offset = (document.contents as Node | null)?.range?.[0] ?? 0
  for (const [index, part] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(part))
      if (!isPair(pair)) break
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value
    } else {
      const item: unknown = document.getIn(path.slice(0, index + 1), true)
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

/** References can grow to gigabytes. */
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
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message
  if (issue.code === 'invalid_union') return 'has none of the possible forms'
  return issue.message
}

const KINDS: Partial<Record<string, string>> = {
  string: 'text (in quotes, if it looks like a number)',
  object: 'fields, one a line and indented; without any, remove it',
  array: 'a list, each entry after a dash',
  boolean: 'true or false',
}

function unknownField(key: string, schema: z.ZodType, path: Path): string {
  const allowed = fieldsAt(schema, path)
  const near = allowed.find(
    (name) => name.toLowerCase() === key.toLowerCase() || (key.length <= MAX_NAME && editDistance(name, key) <= 2),
  )
  const hint = near === undefined ? `allowed are ${allowed.join(', ')}` : `did you mean "${near}"?`
  return `"${shortened(key)}" is unknown: ${allowed.length === 0 ? 'remove it' : hint}`
}

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
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  if (isWrapper) return unwrapped(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.find((option) => option instanceof z.ZodObject)
  return schema
}

export interface SiteValue {
  file: string
  line: number
  value: string
}

export function valuesIn(file: string, text: string): SiteValue[] {
  const lines = new LineCounter()
  const values: SiteValue[] = []
  visit(parseDocument(text, { lineCounter: lines, schema: 'core', uniqueKeys: false }), {
    Scalar(key, { value, range }) {
      if (key === 'key' || typeof value !== 'string') return
      values.push({ file, line: lines.linePos(range?.[0] ?? 0).line, value })
    },
  })
  return values
}

/** The parser's expression for each level ends the process at a few thousand (SITE-3). */
const MAX_DEPTH = 50
/** A level takes a space. */
const MAX_INDENT = 200
/** `- - a`, `? ? a`, `!a !b c`, `&a &b c` */
const PREFIXES = new Set(['-', '?', ':', '!', '&', '*'])
const OPENING = new Set(['[', '{'])
const CLOSING = new Set([']', '}'])
const SPACES = new Set([' ', '\t'])

/** From 1. */
interface Excess {
  line: number
  column: number
  message: string
}

/** Looks before the parser does. Brackets in texts count, as few stay open. */
function excessOf(text: string): Excess | undefined {
  let open = 0
  let [line, column, indent, prefixes] = [1, 0, 0, 0]
  /** Spaces and prefixes so far. */
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
