import * as z from 'zod'
import { isDate } from '../../content/dates.ts'
import { isRecord } from '../../system/record.ts'
import { correctionList, MAX_NAMES, slug } from './front-matter.ts'

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:[+-]\d{2}:\d{2})?$/
/** In the site's zone, or with an offset. */
const date = z.string().regex(DATE, 'is not YYYY-MM-DDTHH:MM').refine(isDate, 'is on no calendar')

/** Front matter of articles and pages (SRC-70). */
export const articleMeta = z.strictObject({
  title: z.string().min(1),
  /** Empty: the text cannot supply one. */
  lead: z.string(),
  /** The lead is the text's beginning, for cards and descriptions. */
  isLeadMade: z.literal(true).optional(),
  date,
  updated: date.optional(),
  /** The article is nowhere from then on. */
  expires: date.optional(),
  /** Where it differs from the file's name. */
  slug: slug.optional(),
  author: z.array(slug).max(MAX_NAMES),
  category: z.union([slug, z.literal('')]),
  tags: z.array(slug).max(MAX_NAMES),
  /** As written, by the slug made of each. */
  names: z.record(z.string(), z.string()).optional(),
  image: z
    .strictObject({
      /** A path of `images/`, a file of the folder, or a URL. */
      src: z.string().min(1),
      alt: z.string(),
      caption: z.string().min(1).optional(),
      credit: z.string().min(1).optional(),
    })
    .optional(),
  next: z.array(z.string().startsWith('/')).max(MAX_NAMES).optional(),
  comments: z.boolean().optional(),
  noindex: z.boolean().optional(),
  productPlacement: z.boolean().optional(),
  promo: z.url({ protocol: /^https?$/ }).optional(),
  format: z.enum(['audio', 'video', 'gallery']).optional(),
  /** Only development and previews show it (SRC-28). */
  draft: z.boolean().optional(),
  /** (CORR-2) */
  corrections: correctionList.optional(),
})
export type ArticleMeta = z.output<typeof articleMeta>

export type FieldName = keyof typeof articleMeta.shape

/** This newsroom's name comes first, then those of other generators; `slug` is read apart. */
export const FIELD_NAMES: Readonly<Record<Exclude<FieldName, 'names' | 'isLeadMade'>, readonly string[]>> = {
  title: ['title'],
  lead: ['lead', 'description', 'summary', 'excerpt', 'custom_excerpt', 'subtitle', 'abstract'],
  date: ['date', 'pubDate', 'published_at', 'published', 'created', 'created_at', 'datePublished', 'publishDate'],
  updated: [
    'updated',
    'lastmod',
    'last_modified_at',
    'updatedDate',
    'updated_at',
    'modified',
    'last_modified',
    'dateModified',
  ],
  expires: ['expires', 'expiryDate', 'unpublishDate'],
  slug: ['slug', 'permalink', 'url'],
  author: ['author', 'authors'],
  category: ['category', 'categories', 'section'],
  tags: ['tags', 'tag'],
  image: [
    ...[
      'image',
      'cover',
      'heroImage',
      'hero',
      'featured_image',
      'feature_image',
      'thumbnail',
      'banner',
      'ogImage',
      'images',
    ],
    'header',
  ],
  next: ['next'],
  comments: ['comments'],
  noindex: ['noindex', 'robots'],
  productPlacement: ['productPlacement'],
  promo: ['promo'],
  format: ['format'],
  draft: ['draft', 'status', 'visibility'],
  corrections: ['corrections'],
}

/** About an image next to it: `image_alt`, `heroImageAlt`, `feature_image_caption`. */
export const IMAGE_WORDS = { alt: ['alt'], caption: ['caption', 'title'], credit: ['credit', 'attribution'] } as const

/** Fields of other generators that serve no reader. */
export const QUIET: ReadonlySet<string> = new Set(
  (
    'aliases authorprofile bookcollapsesection build cascade classes collection customcss eleventycomputed eleventyexcludefromcollections ' +
    'eleventyimport eleventynavigation excerptseparator featured feedexclude headless hidden hidemeta id iscjklanguage jsonld katex ' +
    'keywords lang language layout linktitle locale markup math mathjax mermaid menu menus nav navorder order outputs pagination params ' +
    'parent pin pinned prev prism readtime redirectfrom related renderwithliquid resources sharing share showtoc sidebar sitemap sticky ' +
    'tagline templateengine templateenginoverride toc translationkey type uuid videos weight'
  ).split(' '),
)

/** Without case, dashes and underscores. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** Jekyll divides words at spaces, others at commas. */
export function listOfNames(value: unknown, isPlural = false): string[] {
  if (Array.isArray(value))
    return value.flatMap((one) =>
      isRecord(one) ? listOfNames(one.name ?? one.slug) : isGiven(one) ? [String(one)] : [],
    )
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'string') return []
  if (value.includes(','))
    return value
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
  return isPlural && /^[a-z0-9-]+(?: +[a-z0-9-]+)+$/.test(value) ? value.split(/ +/) : [value]
}
