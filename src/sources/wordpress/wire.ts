/**
 * Schemas of WordPress' REST API (wp/v2, WordPress >= 6.1), deliberately lenient: only indispensable fields are
 * required.
 */
import * as z from 'zod'
import { flag, number, text } from '../../content/wire.ts'
import { isRecord } from '../../system/record.ts'

/** An empty map arrives as `[]`. */
const map = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess((value) => (Array.isArray(value) ? {} : value), z.object(shape))

/** `raw` is in the edit context only. `protected`: the post has a password. */
const html = map({ rendered: text, raw: z.string().optional().catch(undefined), protected: flag })

const texts = z
  .unknown()
  .optional()
  .transform((value) => z.record(z.string(), text).catch({}).parse(value))

/** Each maps to one tag. */
export const YOAST_TAGS = [
  ['author', 'author'],
  ['og_type', 'og:type'],
  ['og_title', 'og:title'],
  ['og_description', 'og:description'],
  ['og_site_name', 'og:site_name'],
  ['og_locale', 'og:locale'],
  ['article_publisher', 'article:publisher'],
  ['article_author', 'article:author'],
  ['article_published_time', 'article:published_time'],
  ['article_modified_time', 'article:modified_time'],
  ['twitter_card', 'twitter:card'],
  ['twitter_title', 'twitter:title'],
  ['twitter_description', 'twitter:description'],
  ['twitter_image', 'twitter:image'],
  ['twitter_site', 'twitter:site'],
  ['twitter_creator', 'twitter:creator'],
] as const
type YoastTag = (typeof YOAST_TAGS)[number][0]
const yoastTags = Object.fromEntries(YOAST_TAGS.map(([field]) => [field, text])) as Record<YoastTag, typeof text>

const yoastHead = map({
  title: text,
  description: text,
  canonical: text,
  /** The values of `{"index": "index", "max-snippet": "max-snippet:-1"}` are the directives. */
  robots: texts,
  ...yoastTags,
  og_image: z.array(z.object({ url: text, width: text, height: text, alt: text })).catch([]),
  /** Content of a card, by label. */
  twitter_misc: texts,
})
export type YoastHead = z.output<typeof yoastHead>
export const yoastRobots = yoastHead.optional().catch(undefined)

export const restPost = z.object({
  id: z.number().int(),
  type: text,
  slug: text,
  /** The context or a plugin may omit it; queries request published posts only. */
  status: text,
  link: z.string(),
  date: text,
  /** UTC, without a zone. */
  date_gmt: text,
  modified_gmt: text,
  title: html.optional().catch(undefined),
  excerpt: html.optional().catch(undefined),
  content: html.optional().catch(undefined),
  comment_status: text,
  sticky: flag,
  format: text,
  authors: z.unknown().optional(),
  /** Polylang's slug of the language, and ids by language. */
  lang: text,
  translations: z.unknown().optional(),
  /** WPML's: `pl_PL`, and a list of locales and URLs. */
  wpml_current_locale: text,
  wpml_translations: z.unknown().optional(),
  yoast_head_json: yoastHead.optional().catch(undefined),
  /** Whole responses of other routes, errors too, which only `embedded.ts` reads. */
  _embedded: z.unknown().optional(),
})
export type RestPost = z.output<typeof restPost>

export const restDraft = restPost.extend({ permalink_template: text, generated_slug: text })
export type RestDraft = z.output<typeof restDraft>

/** An editor's browser saved it without changing the post. */
export const restAutosave = z.object({
  id: z.number().int(),
  modified_gmt: text,
  title: html.optional().catch(undefined),
  content: html.optional().catch(undefined),
  excerpt: html.optional().catch(undefined),
})
export type RestAutosave = z.output<typeof restAutosave>

export const restEditableTypes = z.record(
  z.string(),
  z
    .object({ rest_base: z.string().regex(/^[a-z0-9_-]{1,60}$/i), viewable: flag })
    .optional()
    .catch(undefined),
)

export const restTerm = z.object({
  id: z.number().int(),
  name: z.string(),
  slug: z.string().min(1),
  link: text,
  taxonomy: text,
  description: text,
  yoast_head_json: yoastHead.optional().catch(undefined),
})
export type RestTerm = z.output<typeof restTerm>

/** Never with an e-mail or a portrait: a Gravatar's URL contains the e-mail's hash. */
export const restUser = z.object({
  id: z.number().int(),
  name: z.string().min(1),
  slug: z.string().min(1),
  description: text,
})
export type RestUser = z.output<typeof restUser>

const size = z.object({ source_url: z.string().min(1), width: number, height: number })
export const restMedia = z.object({
  id: z.number().int(),
  source_url: z.string().min(1),
  alt_text: text,
  caption: map({ rendered: text }).optional().catch(undefined),
  media_details: map({
    width: number,
    height: number,
    sizes: z
      .unknown()
      .optional()
      .transform((value) => z.record(z.string(), size.optional().catch(undefined)).catch({}).parse(value)),
  })
    .optional()
    .catch(undefined),
})
export type RestMedia = z.output<typeof restMedia>

/** Seconds, where WordPress could read the length. */
export const restRecording = z.object({
  id: z.number().int(),
  media_details: map({ length: number }).catch({ length: undefined }),
})

/** 0: there is no post. */
export const restAttachment = z.object({
  id: z.number().int(),
  post: z.number().int().nullish().catch(0),
  source_url: text,
})

export const restContent = z.object({ content: html })
export const restId = z.object({ id: z.number().int() })

/** Never with an e-mail address, an IP address, a browser's name or a portrait (COMM-2). */
export const restComment = z.object({
  id: z.number().int().positive(),
  parent: z.number().int().catch(0),
  author_name: text,
  author_url: text,
  /** UTC, without a zone. */
  date_gmt: text,
  content: html.optional().catch(undefined),
})
export type RestComment = z.output<typeof restComment>
export const restPlacedComment = restComment.extend({
  _embedded: z
    .object({ up: z.array(z.object({ link: z.string(), title: html.optional().catch(undefined) })) })
    .optional()
    .catch(undefined),
})
export const restCommentChange = z.object({ id: z.number().int(), post: z.number().int() })

export const restBlock = z.object({ id: z.number().int(), status: text, content: html })

export const restSettings = z.object({ show_on_front: text, page_on_front: number })
export const restIndex = z.object({ namespaces: z.array(z.string()).catch([]) })
export const restIndexUrl = z.object({ url: z.string() })
export const restMe = z.object({
  slug: text,
  name: text,
  roles: z.array(z.string()).catch([]),
  /** `true`, or 1 from plugins. */
  capabilities: z.record(z.string(), flag).catch({}),
})
export type RestMe = z.output<typeof restMe>

export const restMenu = z.object({ id: z.number().int(), slug: text, locations: z.array(z.string()).catch([]) })
export const restMenuItem = z.object({
  id: z.number().int(),
  title: html,
  url: text,
  parent: z.number().int().catch(0),
  menu_order: z.number().int().catch(0),
  type: text,
  object: text,
})
export type RestMenuItem = z.output<typeof restMenuItem>
export const restNavigation = z.object({ id: z.number().int(), status: text, content: html })

/** The connector says this to everybody (deploy/wordpress). */
export const restConnector = z.object({
  language: text,
  menus: z
    .array(
      z.object({
        locations: z.array(z.string()).catch([]),
        items: z.array(restMenuItem.optional().catch(undefined)).catch([]),
      }),
    )
    .catch([]),
})

export const restTranslation = z.object({ id: z.number().int(), link: z.string() })
export const restSlug = z.object({ slug: z.string().min(1) })
export const restLink = z.object({ link: z.string() })
/** Drops invalid values. */
const named = <T extends z.ZodRawShape>(shape: T) =>
  z.record(z.string(), z.object(shape).optional().catch(undefined)).catch({})
/** A slug, or a route below the namespace, for a URL. */
const routePart = z.string().regex(/^[\w-]{1,60}$/)
const namespace = z.string().catch('wp/v2')
export const restTypes = named({
  name: z.string(),
  slug: routePart,
  rest_base: routePart,
  rest_namespace: namespace,
  has_archive: z.union([z.boolean(), z.string()]).catch(false),
})
export const restTaxonomies = named({
  slug: routePart,
  rest_base: routePart,
  rest_namespace: namespace,
  hierarchical: flag,
  types: z.array(z.string()).catch([]),
})

export const restRevision = z.object({ id: z.number().int(), link: z.string(), modified_gmt: z.string() })

export const restChange = z.object({
  id: z.number().int(),
  link: text,
  status: text,
  modified_gmt: text,
  _embedded: z.unknown().optional(),
})
/** In the site's own time. */
export const restDated = z.object({ date: text, modified_gmt: text })

export type RestChange = z.output<typeof restChange>

/** `_embed` brings other routes' responses: an error for a deleted or hidden author. */
export function authorsOf(embedded: unknown): RestUser[] {
  return valid(restUser, of(embedded, 'author'))
}

export function termsOf(embedded: unknown): RestTerm[] {
  return valid(restTerm, of(embedded, 'wp:term').flat())
}

export function featuredMediaOf(embedded: unknown): RestMedia | undefined {
  return valid(restMedia, of(embedded, 'wp:featuredmedia'))[0]
}

/** Of a deleted image, in place of it: 165 to 200 kB per post. */
export function bringsIndex(embedded: unknown): boolean {
  return of(embedded, 'wp:featuredmedia').some((item) => isRecord(item) && 'namespaces' in item)
}

function of(embedded: unknown, name: string): unknown[] {
  const value = isRecord(embedded) && Object.hasOwn(embedded, name) ? embedded[name] : undefined
  return Array.isArray(value) ? value : []
}

function valid<T extends z.ZodType>(schema: T, items: readonly unknown[]): Array<z.output<T>> {
  return items.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}
