import { slugOf, withSpelledSigns } from '../../content/slug.ts'
import { withoutTrailingSlashes } from '../../content/trailing-slashes.ts'
import { isRecord } from '../../system/record.ts'
import { shortHash } from '../../system/short-hash.ts'
import { type ArticleMeta, FIELD_NAMES, IMAGE_WORDS, isGiven, listOfNames } from './article-fields.ts'
import type { FieldReader } from './field-reader.ts'
import { MAX_NAMES } from './front-matter.ts'
import { writtenDate } from './written-date.ts'

interface Fallbacks {
  /** For want of a title or a lead. */
  title(): string | undefined
  lead(): string
  /** Of a page, and of an article whose file name has one. */
  date: string | undefined
  isMarkdown: boolean
  isInDrafts: boolean
}

/**
 * (SRC-70)
 * @throws {NewsroomFileError} without a title or a date
 */
export function metaOf(fields: FieldReader, fallbacks: Fallbacks): ArticleMeta {
  const names: Record<string, string> = {}
  const [first, ...others] = termsOf(fields, 'category', names)
  const tags = termsOf(fields, 'tags', names).filter((tag) => !COLLECTIONS.has(tag) || !fallbacks.isMarkdown)
  const title = fields.text(FIELD_NAMES.title)?.value ?? fallbacks.title()
  if (!title) throw fields.error(undefined, 'no title: write "title: …" into the front matter')
  const lead = fields.text(FIELD_NAMES.lead)?.value
  const meta: ArticleMeta = {
    title,
    lead: lead ?? fallbacks.lead(),
    date: dateOf(fields, fallbacks.date),
    author: authorsOf(fields, names),
    category: first ?? '',
    tags: fields.atMost(MAX_NAMES, 'tags', [...new Set([...tags, ...others])]),
  }
  const optional: Partial<ArticleMeta> = {
    isLeadMade: lead === undefined ? true : undefined,
    updated: laterDate(fields, 'updated'),
    expires: laterDate(fields, 'expires'),
    slug: slugField(fields),
    names: Object.keys(names).length > 0 ? names : undefined,
    image: imageOf(fields),
    next: fields.own('next'),
    comments: fields.own('comments'),
    noindex: isNoindex(fields) || undefined,
    productPlacement: fields.own('productPlacement'),
    promo: fields.own('promo'),
    format: fields.own('format'),
    draft: fallbacks.isInDrafts || isDraft(fields) || undefined,
    corrections: fields.own('corrections'),
  }
  fields.reportRest()
  // Versions are compared deeply, so fields are absent, not undefined.
  return Object.assign(meta, Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)))
}

/** Collections of Eleventy, which are no topics. */
const COLLECTIONS: ReadonlySet<string> = new Set(['post', 'posts', 'all', 'page', 'pages'])

function dateOf(fields: FieldReader, fallback: string | undefined): string {
  const written = fields.take(FIELD_NAMES.date, (value) => isGiven(value) && typeof value !== 'boolean')
  const date = written ? writtenDate(written.value) : fallback
  const later = laterDate(fields, 'publishDate')
  if (date !== undefined) return later !== undefined && Date.parse(later) > Date.parse(date) ? later : date
  if (!written) throw fields.error(undefined, 'no date: write "date: 2026-03-01T10:00" into the front matter')
  throw fields.error(
    written.name,
    `field "${written.name}" is on no calendar: ${JSON.stringify(written.value).slice(0, 40)}; write 2026-03-01T10:00`,
  )
}

function laterDate(fields: FieldReader, field: 'updated' | 'expires' | 'publishDate'): string | undefined {
  const written = fields.take(field === 'publishDate' ? [field] : FIELD_NAMES[field])
  const date = written && writtenDate(written.value)
  if (written && date === undefined)
    fields.warn(written.name, `field "${written.name}" is on no calendar, and is left out`)
  return date
}

/** Any other value keeps a text back. */
const PUBLIC = new Set(['', 'false', 'no', 'off', '0', 'nie', 'publish', 'published', 'public', 'live', 'opublikowany'])
const PRIVATE = new Set(['false', 'no', 'off', '0', 'nie'])
const DRAFT = new Set(['true', 'yes', 'on', '1', 'tak', 'draft', 'szkic'])

function isDraft(fields: FieldReader): boolean {
  const plain = (value: unknown): string => String(value).trim().toLowerCase()
  const published = fields.take(['published'], (value) => value !== undefined && PRIVATE.has(plain(value)))
  const permalink = fields.take(['permalink'], (value) => value === false)
  const said = ['draft', 'status', 'visibility'].flatMap((name) => fields.take([name]) ?? [])
  const held = said.filter(({ value }) => !PUBLIC.has(plain(value)))
  for (const { name, value } of held) {
    if (!DRAFT.has(plain(value))) fields.warn(name, `field "${name}" is "${plain(value).slice(0, 40)}": a draft`)
  }
  return published !== undefined || permalink !== undefined || held.length > 0
}

function isNoindex(fields: FieldReader): boolean {
  const robots = fields.text(['robots'])?.value
  return fields.own('noindex') === true || /\bnoindex\b|\bnone\b/i.test(robots ?? '')
}

/** Templates of paths are ignored. */
function slugField(fields: FieldReader): string | undefined {
  const written = fields.text(FIELD_NAMES.slug)
  if (!written || /[{}:[\]]/.test(written.value) || written.value === 'false') return undefined
  const [path = ''] = written.value.split(/[?#]/)
  const last = withoutTrailingSlashes(path.replace(/(?:\/index)?\.html?$/, ''))
  return nameSlug(last.slice(last.lastIndexOf('/') + 1)) || undefined
}

/** In ASCII; another script gets a hash. */
export function nameSlug(name: string): string {
  const slug = slugOf(name)
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
  return slug !== '' || name.trim() === ''
    ? slug
    : shortHash(name, 10)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '0')
}

function termsOf(fields: FieldReader, field: 'category' | 'tags', names: Record<string, string>): string[] {
  // Only plurals are divided at spaces: `category: gry wideo` is one name.
  const lists = FIELD_NAMES[field].flatMap((name) => listOfNames(fields.take([name])?.value, name.endsWith('s')))
  return [...new Set(lists.map((name) => slugNamed(name, names)))].filter((slug) => slug !== '')
}

function authorsOf(fields: FieldReader, names: Record<string, string>): string[] {
  const value = fields.take(FIELD_NAMES.author)?.value
  const written = isRecord(value)
    ? [value.name]
    : Array.isArray(value)
      ? value.map((one) => (isRecord(one) ? one.name : one))
      : [value]
  const all = written.filter(isGiven).flatMap((name) => String(name).split(/,| & | i (?=\p{Lu})/u))
  const authors = all.map((name) => slugNamed(name.trim(), names, 'author:'))
  return [...new Set(authors)].filter((author) => author !== '').slice(0, MAX_NAMES)
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** @param kind separates authors from terms */
function slugNamed(name: string, names: Record<string, string>, kind = ''): string {
  if (SLUG.test(name)) return name
  const slug = nameSlug(withSpelledSigns(name))
  if (slug !== '') names[kind + slug] ??= name.trim()
  return slug
}

function imageOf(fields: FieldReader): ArticleMeta['image'] {
  const written = fields.take(FIELD_NAMES.image)
  const prefixes = ['image', 'cover', 'hero', 'heroImage', 'featured_image', 'feature_image', 'thumbnail']
  const words = Object.fromEntries(
    Object.entries(IMAGE_WORDS).map(([field, endings]) => {
      const beside = prefixes.flatMap((prefix) => endings.map((ending) => `${prefix}_${ending}`))
      return [field, fields.text(beside)?.value]
    }),
  )
  if (!written) return undefined
  const value: unknown = Array.isArray(written.value) ? written.value[0] : written.value
  const parts = isRecord(value) ? value : { src: value }
  const textOf = (names: readonly string[]): string | undefined => {
    const text = names.map((name) => parts[name]).find((one) => typeof one === 'string' && one.trim() !== '')
    return typeof text === 'string' ? text.trim() : undefined
  }
  const src = textOf([
    'src',
    'url',
    'path',
    'image',
    'file',
    'filename',
    'relative',
    'feature',
    'teaser',
    'overlay_image',
    'og_image',
  ])
  if (src === undefined) {
    fields.warn(written.name, `field "${written.name}" names no file, and is left out`)
    return undefined
  }
  const alt = textOf(IMAGE_WORDS.alt) ?? words.alt
  if (alt === undefined) fields.warn(written.name, `field "${written.name}" has no "alt": say what the image shows`)
  const [caption, credit] = [textOf(['caption']) ?? words.caption, textOf(['credit', 'attribution']) ?? words.credit]
  return { src, alt: alt ?? '', ...(caption && { caption }), ...(credit && { credit }) }
}
