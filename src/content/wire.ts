/**
 * Lenient schemas (WIRE-3): `false`, `null`, `""` and `[]` mean "absent", `[]` may be an empty map, numbers may be
 * strings. A wrong optional field is absent; a wrong required one (without `.catch`) fails the parse.
 */
import * as z from 'zod'
import { isRecord } from '../system/record.ts'
import { authorOf, authorOfItem, withAuthor, withListedAuthor } from './author-forms.ts'

const isAbsent = (value: unknown): boolean =>
  value === false ||
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const absentToUndefined = (value: unknown): unknown => (isAbsent(value) ? undefined : value)

/** For any value: schemas in a chain would cost five times as much, and most fields are such. */
const reading = <T>(read: (value: unknown) => T) => Object.assign(z.transform(read), { parse: read })

export const text = reading((value) => {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' ? String(value) : undefined
})

/** A missing required field fails (WIRE-4). */
const isExplicitlyAbsent = (value: unknown): boolean => value !== undefined && isAbsent(value)

/** Fails for others than `false` and `null`. */
const essentialText = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : isExplicitlyAbsent(value) ? '' : value),
  z.string(),
)

export const number = reading((value) => {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined
})

export const flag = reading((value) => value === true || value === 1 || value === '1' || value === 'true')

/** Schemas of the items of lists and maps, which their own schemas hide. */
export const CONTENTS = new WeakMap<z.ZodType, { kind: 'list' | 'map'; item: z.ZodType }>()

const containing = <T extends z.ZodType>(schema: T, kind: 'list' | 'map', item: z.ZodType): T => {
  CONTENTS.set(schema, { kind, item })
  return schema
}

/** Others are empty. */
const list = <T extends z.ZodType>(item: T) =>
  containing(
    z
      .unknown()
      .optional()
      .transform((value) =>
        (Array.isArray(value) ? value : []).flatMap((candidate) => {
          const parsed = item.safeParse(candidate)
          return parsed.success ? [parsed.data] : []
        }),
      ),
    'list',
    item,
  )

const essentialList = z.preprocess((value) => (isExplicitlyAbsent(value) ? [] : value), z.array(z.unknown()))

/** `[]` is empty. */
const map = <T extends z.ZodType>(value: T) =>
  containing(
    z
      .unknown()
      .optional()
      .transform((candidate): Record<string, z.output<T>> => {
        const entries = isRecord(candidate) ? Object.entries(candidate) : []
        return Object.fromEntries(
          entries.flatMap(([key, item]) => {
            const parsed = value.safeParse(item)
            return parsed.success && parsed.data !== undefined ? [[key, parsed.data]] : []
          }),
        )
      }),
    'map',
    value,
  )

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(absentToUndefined, schema.optional()).catch(undefined)

const named = z.object({ name: essentialText, slug: text, relative_link: text })
const ownTerm = named.extend({ taxonomy: text })
/** `full_width`, `full_height`: the original's. `caption` (HTML), `credit` (text): above an article. */
const image = z.object({
  url: text,
  alt: text,
  width: number,
  height: number,
  post_row: text,
  full_width: number,
  full_height: number,
  caption: text,
  credit: text,
})
const seo = z.object({
  title: text,
  canonical: text,
  meta: list(z.object({ name: text, property: text, content: essentialText })),
})
const social = z.object({ twitter: text, youtube: text, facebook: text, linkedin: text, instagram: text })
/** In any form (ART-3), with a name. */
const author = z.preprocess(
  authorOf,
  z.object({
    name: z.union([z.string(), z.number()]).transform(String),
    avatar: text,
    description: text,
    email: text,
    relative_link: text,
    canonical: text,
    socialMedia: optional(social),
    stats: optional(z.object({ start_date: text, posts_count: number })),
  }),
)
const contentError = optional(z.object({ statusCode: z.coerce.number(), redirectLink: text, list: text }))

const cardFields = {
  ID: text,
  type: text,
  title: essentialText,
  excerpt: text,
  lead: text,
  nrhub_lead: text,
  /** Around a search's words. */
  snippet: text,
  relative_link: z.string().min(1),
  permalink: text,
  thumbnail_url: text,
  thumbnail_alt: text,
  nrm_image: optional(image),
  publication_date: text,
  nrm_time: text,
  nrm_date: text,
  post_generated_date: text,
  nrm_author: optional(author),
  nrm_multi_authors: list(z.preprocess(authorOfItem, author)),
  author: optional(author),
  nrm_top_level_category: optional(named),
  nrm_typ: optional(named),
  krypto_cat: list(named),
  category_hierarchical: list(named),
  categories: list(named),
  own_terms: list(ownTerm),
  nrm_meta_noindex: flag,
  seo: optional(seo),
  /** WordPress' post formats, or `live`. */
  format: text,
  nrm_promo_post: text,
  nrm_product_placement: flag,
  nrm_product_placement_ads: map(flag),
  headline: text,
  headline_color: text,
  headline_name: text,
  has_title_color: flag,
  title_color: text,
  service_name: text,
  service: optional(z.object({ serviceMode: text, service_color: text, service_name_title: text })),
  size: text,
}

export const wireCard = z.preprocess(withAuthor, z.object(cardFields))
export type WireCard = z.output<typeof wireCard>

export interface WireBlock {
  blockType?: string
  blockName?: string
  innerHTML: string
  innerContent?: Array<string | null>
  innerBlocks: unknown[]
  attrs: Record<string, unknown>
  blockContent?: { posts: unknown[]; fields: Record<string, unknown> }
}

/** Without a schema, as articles have hundreds. Invalid inner blocks leave their parent as it is. */
export function wireBlock(value: unknown): WireBlock | undefined {
  if (!isRecord(value)) return undefined
  const { blockType, blockName, innerHTML, innerContent, innerBlocks, attrs, blockContent } = value
  return {
    blockType: text.parse(blockType),
    blockName: text.parse(blockName),
    innerHTML: typeof innerHTML === 'string' ? innerHTML : '',
    innerContent: isMarkup(innerContent) ? innerContent : undefined,
    innerBlocks: Array.isArray(innerBlocks) ? innerBlocks : [],
    attrs: isRecord(attrs) ? attrs : {},
    blockContent: isRecord(blockContent)
      ? {
          posts: Array.isArray(blockContent.posts) ? blockContent.posts : [],
          fields: isRecord(blockContent.fields) ? blockContent.fields : {},
        }
      : undefined,
  }
}

function isMarkup(value: unknown): value is Array<string | null> {
  return Array.isArray(value) && value.every((piece) => typeof piece === 'string' || piece === null)
}

export const wireArticle = z.preprocess(
  withAuthor,
  z.object({
    ...cardFields,
    blocks: essentialList,
    titleToMetadate: text,
    next_posts_for_this_post: list(z.string().min(1)),
    /** Not the hub's. */
    next_is_computed: flag,
    schema: z.unknown().optional(),
    /** Not the hub's: the text goes on at the URL `full_text` (SRC-26). */
    restricted: flag,
    full_text: text,
    ad_slots: z.unknown().optional(),
    fields: map(z.unknown()),
    nrm_interactions: optional(z.object({ comments: number })),
    discussion: optional(z.object({ isOpen: flag })),
    /** Slugs. */
    series: list(z.string().min(1)),
    language: text,
    translations: list(z.object({ language: z.string(), url: z.string() })),
    errors: contentError,
  }),
)
export type WireArticle = z.output<typeof wireArticle>

export const wirePage = z.object({
  ID: text,
  page_slug: text,
  title: text,
  seo: optional(seo),
  blocks: essentialList,
  nrm_ad_code: text,
  ad_slots: z.unknown().optional(),
  page_template: text,
  screaningOn: flag,
  errors: contentError,
})
export type WirePage = z.output<typeof wirePage>

/** Larger ones are not exact. */
const safeNumber = (value: unknown): unknown => {
  // `Number` throws for an object without a primitive value.
  if (typeof value === 'object') return value
  return Number(value) > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : value
}

export const wireArchive = z.preprocess(
  withListedAuthor,
  z.object({
    type: z.enum(['category', 'tag', 'author', 'series']),
    name: essentialText,
    titleToHeader: text,
    lead: text,
    titleToMetadate: text,
    seo: optional(seo),
    blocks: essentialList,
    posts: essentialList,
    sumOfPosts: z.preprocess(safeNumber, z.coerce.number().int().min(0)),
    postPerPage: z.preprocess(safeNumber, z.coerce.number().int().min(1)),
    author: optional(author),
    ad_slots: z.unknown().optional(),
    errors: contentError,
  }),
)
export type WireArchive = z.output<typeof wireArchive>

/** `hasMore`: the next page has results; `count`: all; `missing`: words of no article. */
export const wireSearch = z.object({
  posts: essentialList,
  hasMore: z.boolean().optional().catch(undefined),
  count: z.number().int().nonnegative().optional().catch(undefined),
  missing: z.array(z.string()).optional().catch(undefined),
  isPartial: z.literal(true).optional().catch(undefined),
})

/** It may be the whole response (WIRE-5). */
export const wireErrors = z.object({ errors: contentError }).catch({ errors: undefined })
export type WireSeo = z.output<typeof seo>
export type WireAuthor = z.output<typeof author>
