import { isScalar, parseDocument as parseYamlDocument, visit } from 'yaml'
import * as z from 'zod'
import { parseDate } from '../../content/dates.ts'

/** Characters between the two `---` lines: some fifty times what an article needs (COST-36). */
const MAX_FRONT_MATTER = 16_384
/** Characters of any other YAML; of lists of terms more (`terms.ts`). */
export const MAX_YAML = 65_536
/** Tags, authors and next articles of one article; slugs and cards of one home block. */
const MAX_NAMES = 100
const MAX_CARDS = 50
/** Characters of what is said of a broken file: it may consist of nothing but wrong keys. */
const MAX_MESSAGE = 300

const slug = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is not a slug')
const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'is not YYYY-MM-DDTHH:MM')
  .refine((value) => parseDate(value) !== undefined, 'is on no calendar')
const imagePath = z.string().regex(/^\/\d{4}\/\d{2}\/[a-z0-9-]+\.webp$/, 'is not /yyyy/mm/name.webp')

/** Front matter of an article or a page (newsroom/README.md, "An article"). */
export const articleMeta = z.strictObject({
  title: z.string().min(1),
  lead: z.string().min(1),
  date: localTime,
  updated: localTime.optional(),
  author: z.union([slug.transform((one) => [one]), z.array(slug).min(1).max(MAX_NAMES)]),
  category: slug,
  tags: z.array(slug).max(MAX_NAMES),
  image: z.strictObject({ src: imagePath, alt: z.string().min(1) }).optional(),
  next: z.array(z.string().startsWith('/')).max(MAX_NAMES).optional(),
  comments: z.boolean().optional(),
  noindex: z.boolean().optional(),
  productPlacement: z.boolean().optional(),
  promo: z.url({ protocol: /^https?$/ }).optional(),
})
export type ArticleMeta = z.output<typeof articleMeta>

/** Front matter of a home page. */
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
})
export type Term = z.output<typeof termFields>
export const termsFile = z.strictObject({ categories: z.array(termFields), tags: z.array(termFields) })
export type Terms = z.output<typeof termsFile>

export const authorFile = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  since: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  email: z.email().optional(),
  avatar: imagePath.optional(),
  social: z.partialRecord(z.enum(['twitter', 'youtube', 'facebook', 'linkedin', 'instagram']), z.url()).optional(),
})
export type AuthorFile = z.output<typeof authorFile>

/** How a home block with cards chooses them (newsroom/README.md, "A home page"). */
export const postsQuery = z.strictObject({
  category: slug.optional(),
  tag: slug.optional(),
  slugs: z.array(slug).max(MAX_CARDS).optional(),
  limit: z.number().int().min(1).max(MAX_CARDS).default(6),
})

/** A file of the newsroom cannot be used; the message names the file and the field. */
export class NewsroomFileError extends Error {
  override readonly name = 'NewsroomFileError'

  constructor(message: string) {
    super(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message)
  }
}

const DOCUMENT = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/

/** Splits a document into its YAML front matter, checked by `schema`, and its body. */
export function parseDocument<T extends z.ZodType>(
  file: string,
  text: string,
  schema: T,
): { meta: z.output<T>; body: string } {
  const match = DOCUMENT.exec(text)
  if (!match) throw new NewsroomFileError(`${file}: no front matter between two --- lines`)
  const [, frontMatter = '', body = ''] = match
  return { meta: parseYaml(file, frontMatter, schema, MAX_FRONT_MATTER, 'front matter'), body }
}

/**
 * Parses a YAML file, or a part of one, checked by `schema`.
 * @param most characters; more is refused before it is read
 * @param part what the text is, for the message
 * @throws {NewsroomFileError}
 */
export function parseYaml<T extends z.ZodType>(
  file: string,
  text: string,
  schema: T,
  most = MAX_YAML,
  part = 'file',
): z.output<T> {
  if (text.length > most) {
    throw new NewsroomFileError(`${file}: the ${part} has ${text.length} characters, more than ${most}`)
  }
  return checked(file, yamlValue(file, text), schema)
}

function yamlValue(file: string, text: string): unknown {
  const { stackTraceLimit } = Error
  try {
    // A file that is broken everywhere has an error for each character; only the first one's words are of use.
    Error.stackTraceLimit = 0
    // Without timestamps of YAML's own: dates stay text and are read by one rule. Each key against each other would be
    // quadratic: twice the same one is looked for below.
    const document = parseYamlDocument(text, { schema: 'core', uniqueKeys: false })
    if (document.errors[0]) throw document.errors[0]
    const twice = doubledKey(document)
    if (twice !== undefined) throw new Error(`field "${twice}" stands there twice`)
    return document.toJS()
  } catch (error) {
    throw new NewsroomFileError(
      `${file}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'not YAML'}`,
    )
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** A key that stands in one map twice. */
function doubledKey(document: ReturnType<typeof parseYamlDocument>): string | undefined {
  let found: string | undefined
  visit(document, {
    Map(_, map) {
      const keys = map.items.map(({ key }) => String(isScalar(key) ? key.value : key))
      if (new Set(keys).size === keys.length) return undefined
      const seen = new Set<string>()
      found = keys.find((key) => seen.has(key) || !seen.add(key))
      return visit.BREAK
    },
  })
  return found
}

/**
 * A value of a file, checked by `schema`.
 * @param path where in the file it stands
 * @throws {NewsroomFileError}
 */
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
