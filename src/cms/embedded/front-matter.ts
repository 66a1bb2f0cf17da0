import { parse } from 'yaml'
import * as z from 'zod'
import { parseDate } from '../../content/dates.ts'

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
  author: z.union([slug.transform((one) => [one]), z.array(slug).min(1)]),
  category: slug,
  tags: z.array(slug),
  image: z.strictObject({ src: imagePath, alt: z.string().min(1) }).optional(),
  next: z.array(z.string().startsWith('/')).optional(),
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

const term = z.strictObject({
  slug,
  name: z.string().min(1),
  heading: z.string().optional(),
  description: z.string().optional(),
})
export type Term = z.output<typeof term>
export const termsFile = z.strictObject({ categories: z.array(term), tags: z.array(term) })
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
  slugs: z.array(slug).optional(),
  limit: z.number().int().min(1).max(50).default(6),
})

/** A file of the newsroom cannot be used; the message names the file and the field. */
export class NewsroomFileError extends Error {
  override readonly name = 'NewsroomFileError'
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
  return { meta: parseYaml(file, match[1] ?? '', schema), body: match[2] ?? '' }
}

/** Parses a YAML file, checked by `schema`. */
export function parseYaml<T extends z.ZodType>(file: string, text: string, schema: T): z.output<T> {
  let value: unknown
  try {
    // Without timestamps of YAML's own: dates stay text and are read by one rule.
    value = parse(text, { schema: 'core' })
  } catch (error) {
    throw new NewsroomFileError(
      `${file}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'not YAML'}`,
    )
  }
  return checked(file, value, schema)
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
