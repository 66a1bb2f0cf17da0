import * as z from 'zod'
import { parseWellFormed } from '../../../src/system/well-formed.ts'

const optional = z
  .string()
  .nullish()
  .transform((value) => value || undefined)

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}[\d:.]*)$/

/** Milliseconds in early exports; a time without a zone is UTC. */
const time = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const instant = typeof value === 'number' ? value : Date.parse((value ?? '').replace(LOCAL_TIME, '$1T$2Z'))
    return instant > 0 ? instant : undefined
  })

/** Numbers in early exports. */
const id = z.union([z.string(), z.number()]).transform(String)

const flag = z.union([z.boolean(), z.number(), z.null()]).optional().transform(Boolean)

export const ghostPost = z.object({
  id,
  uuid: optional,
  title: z
    .string()
    .nullish()
    .transform((value) => value ?? ''),
  slug: z.string().min(1),
  html: optional,
  lexical: optional,
  mobiledoc: optional,
  markdown: optional,
  feature_image: optional,
  image: optional,
  featured: flag,
  type: optional,
  page: flag,
  status: z.string().default('draft'),
  visibility: optional,
  meta_description: optional,
  custom_excerpt: optional,
  canonical_url: optional,
  codeinjection_head: optional,
  codeinjection_foot: optional,
  author_id: id.nullish(),
  published_at: time,
  created_at: time,
  updated_at: time,
})
export type GhostPost = z.output<typeof ghostPost>

const tag = z.object({ id, name: z.string(), slug: z.string().min(1), description: optional, visibility: optional })
export type GhostTag = z.output<typeof tag>

const user = z.object({ id, name: z.string().nullish(), slug: z.string().min(1), bio: optional })

const postAuthor = z.object({ post_id: id, author_id: id, sort_order: z.number().default(0) })
const postTag = z.object({ post_id: id, tag_id: id, sort_order: z.number().default(0) })

const postMeta = z.object({
  post_id: id,
  feature_image_alt: optional,
  feature_image_caption: optional,
  meta_description: optional,
  email_only: flag,
})

const setting = z.object({ key: z.string(), value: z.unknown() })

/** Drops unknown rows; posts are read one by one. */
function rows<T extends z.ZodType>(schema: T) {
  return z
    .array(z.unknown())
    .default([])
    .transform((all) => all.flatMap((row) => schema.safeParse(row).data ?? []) as Array<z.output<T>>)
}

const data = z.object({
  posts: z.array(z.unknown()),
  tags: rows(tag),
  users: rows(user),
  posts_authors: rows(postAuthor),
  posts_tags: rows(postTag),
  posts_meta: rows(postMeta),
  settings: rows(setting),
})
export type GhostData = z.output<typeof data>

/** Ghost's importer takes `{ data }` too. */
const ghostFile = z.union([
  z.object({ db: z.array(z.object({ data })).min(1) }).transform(({ db }) => db[0]?.data as GhostData),
  z.object({ data }).transform((file) => file.data),
])

/** @returns undefined for other JSON */
export function ghostData(json: unknown): GhostData | undefined {
  return ghostFile.safeParse(json).data
}

const navigation = z.array(z.object({ label: z.string(), url: z.string() }))

/** JSON is text in most exports. */
export function settingOf({ settings }: GhostData, key: string): string | undefined {
  const value = settings.find((one) => one.key === key)?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function navigationOf(all: GhostData): Array<z.output<typeof navigation>[number]> {
  try {
    return navigation.safeParse(parseWellFormed(settingOf(all, 'navigation') ?? '[]')).data ?? []
  } catch {
    return []
  }
}
