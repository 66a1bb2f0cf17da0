import { isMap, isScalar, LineCounter, parseDocument as parseYamlDocument, visit, type YAMLParseError } from 'yaml'
import * as z from 'zod'
import { isDate } from '../../content/dates.ts'
import { MAX_PARTS } from '../../services/list-kind.ts'
import { atOnce } from '../../system/steps.ts'
import { wellFormedValue } from '../../system/well-formed.ts'
import type { YamlReader } from './yaml-values.ts'

/** Characters, some fifty times an article's need (COST-35). */
export const MAX_FRONT_MATTER = 16_384
/** Characters of other YAML; lists of terms may be longer (`terms.ts`). */
export const MAX_YAML = 65_536
/** Tags, authors and next articles of an article; slugs and cards of a home block. */
export const MAX_NAMES = 100
const MAX_CARDS = 50
const MAX_CORRECTIONS = 50
/** Characters, as a broken file may have nothing but wrong keys. */
const MAX_MESSAGE = 300

export const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is not a slug')
const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'is not YYYY-MM-DDTHH:MM')
  .refine(isDate, 'is on no calendar')
const imagePath = z.string().regex(/^\/\d{4}\/\d{2}\/[a-z0-9-]+\.webp$/, 'is not /yyyy/mm/name.webp')

const correctionMeta = z.strictObject({
  date: localTime,
  text: z.string().min(1),
  place: z.enum(['top', 'bottom']).default('bottom'),
})
export const correctionList = z.array(correctionMeta).min(1).max(MAX_CORRECTIONS)
export type CorrectionMeta = z.output<typeof correctionMeta>

export const homeMeta = z.strictObject({
  id: z.number().int(),
  slug,
  title: z.string().min(1),
  template: z.string().optional(),
  screaningOn: z.boolean().optional(),
})
export type HomeMeta = z.output<typeof homeMeta>

export const termFields = z.strictObject({
  slug,
  name: z.string().min(1),
  heading: z.string().optional(),
  description: z.string().optional(),
  /** Links and emphasis are HTML. */
  lead: z.string().optional(),
})
export type Term = z.output<typeof termFields>
export const termsFile = z.strictObject({ categories: z.array(termFields), tags: z.array(termFields) })
export type Terms = z.output<typeof termsFile>

export const seriesFile = z.array(
  z.strictObject({
    slug,
    title: z.string().min(1),
    lead: z.string().min(1).optional(),
    parts: z.array(slug).min(1).max(MAX_PARTS),
  }),
)
export type SeriesFile = z.output<typeof seriesFile>

export const authorFile = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  since: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  email: z.email().optional(),
  image: imagePath.optional(),
  social: z.partialRecord(z.enum(['twitter', 'youtube', 'facebook', 'linkedin', 'instagram']), z.url()).optional(),
})
export type AuthorFile = z.output<typeof authorFile>

/** (newsroom/README.md, "A home page") */
export const postsQuery = z.strictObject({
  category: slug.optional(),
  tag: slug.optional(),
  slugs: z.array(slug).max(MAX_CARDS).optional(),
  limit: z.number().int().min(1).max(MAX_CARDS).default(6),
})

/** The message names file and field. */
export class NewsroomFileError extends Error {
  override readonly name = 'NewsroomFileError'

  constructor(message: string) {
    super(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message)
  }
}

/** Something is left out or understood otherwise; the file stands. */
export class NewsroomFileWarning extends NewsroomFileError {}

const DOCUMENT = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/

export function parseDocument<T extends z.ZodType>(
  file: string,
  text: string,
  schema: T,
  read?: YamlReader,
): { meta: z.output<T>; body: string } {
  const match = DOCUMENT.exec(text)
  if (!match) throw new NewsroomFileError(`${file}: no front matter between two --- lines`)
  const [, frontMatter = '', body = ''] = match
  return { meta: parseYaml(file, frontMatter, schema, read, { most: MAX_FRONT_MATTER, part: 'front matter' }), body }
}

interface YamlPart {
  /** Characters; a longer text is refused unparsed. */
  most: number
  part: string
}

/**
 * @throws {NewsroomFileError}
 */
export function parseYaml<T extends z.ZodType>(
  file: string,
  text: string,
  schema: T,
  read: YamlReader = yamlValue,
  { most, part }: YamlPart = { most: MAX_YAML, part: 'file' },
): z.output<T> {
  if (text.length > most) {
    throw new NewsroomFileError(`${file}: the ${part} has ${text.length} characters, more than ${most}`)
  }
  return checked(file, read(file, text), schema)
}

export function yamlValue(file: string, text: string): unknown {
  return readYaml(file, text).value
}

export interface YamlFields {
  value: unknown
  /** From 1. */
  lineOf(name: string): number | undefined
}

/**
 * @param lineBefore lines before the text; absent: messages name no line
 * @throws {NewsroomFileError}
 */
export function readYaml(file: string, text: string, lineBefore?: number): YamlFields {
  const { stackTraceLimit } = Error
  const lines = new LineCounter()
  try {
    // Each character may be an error, and only messages matter.
    Error.stackTraceLimit = 0
    // The core schema leaves dates as text. The parser's check for unique keys is quadratic.
    const document = parseYamlDocument(text, { schema: 'core', uniqueKeys: false, lineCounter: lines })
    const [error] = document.errors
    if (error) throw lineBefore === undefined ? error : located(error, lineBefore)
    const twice = doubledKey(document)
    if (twice !== undefined) throw new Error(`field "${twice}" stands there twice`)
    const value: unknown = document.toJS()
    if (text.includes('*') && isCircular(value)) throw new Error('an alias stands in what it names')
    const { contents } = document
    return {
      // Only escapes can stand for characters that no file may have.
      value: text.includes('\\') ? atOnce(wellFormedValue(value)) : value,
      lineOf: (name) => {
        const pairs = isMap(contents) ? contents.items : []
        const pair = pairs.find(({ key }) => isScalar(key) && key.value === name)
        const range = isScalar(pair?.key) ? pair.key.range : undefined
        return range ? lines.linePos(range[0]).line + (lineBefore ?? 0) : undefined
      },
    }
  } catch (error) {
    const where = error instanceof LocatedError ? `${file}:${error.line}` : file
    throw new NewsroomFileError(
      `${where}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'not YAML'}`,
    )
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function isCircular(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return false
  } catch {
    return true
  }
}

class LocatedError extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message)
  }
}

function located({ message, linePos }: YAMLParseError, lineBefore: number): Error {
  const words = message.replace(/ at line \d+, column \d+:?[\s\S]*$/, '')
  return new LocatedError(words, (linePos?.[0].line ?? 1) + lineBefore)
}

function doubledKey(document: ReturnType<typeof parseYamlDocument>): string | undefined {
  let duplicate: string | undefined
  visit(document, {
    Map(_, map) {
      const keys = map.items.map(({ key }) => String(isScalar(key) ? key.value : key))
      if (new Set(keys).size === keys.length) return undefined
      const seen = new Set<string>()
      duplicate = keys.find((key) => seen.has(key) || !seen.add(key))
      return visit.BREAK
    },
  })
  return duplicate
}

export function checked<T extends z.ZodType>(
  file: string,
  value: unknown,
  schema: T,
  path: string[] = [],
): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new NewsroomFileError(
    `${file}: field "${[...path, ...(issue?.path ?? [])].map(String).join('.')}" ${issue?.message ?? ''}`,
  )
}

/**
 * (newsroom/README.md, "A series")
 * @throws {NewsroomFileError}
 */
export function parseSeries(file: string, text: string, read?: YamlReader): SeriesFile {
  const series = parseYaml(file, text, seriesFile, read)
  const slugs = series.map(({ slug }) => slug)
  const twice = slugs.findIndex((slug, index) => slugs.indexOf(slug) !== index)
  if (twice !== -1) throw new NewsroomFileError(`${file}: field "${twice}.slug" names a second "${slugs[twice]}"`)
  for (const [index, { parts }] of series.entries()) {
    const again = parts.findIndex((part, at) => parts.indexOf(part) !== at)
    if (again !== -1)
      throw new NewsroomFileError(`${file}: field "${index}.parts.${again}" names "${parts[again]}" a second time`)
  }
  return series
}

export function unknownParts(file: string, all: SeriesFile, isKnown: (slug: string) => boolean): NewsroomFileError[] {
  return all.flatMap(({ parts }, index) =>
    parts.flatMap((part, at) =>
      isKnown(part)
        ? []
        : [new NewsroomFileError(`${file}: field "${index}.parts.${at}" names no article of the service: "${part}"`)],
    ),
  )
}
