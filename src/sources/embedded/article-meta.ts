import { isDate } from '../../content/dates.ts'
import { slugOf } from '../../content/slug.ts'
import { withoutTrailingSlashes } from '../../content/trailing-slashes.ts'
import { isRecord } from '../../system/record.ts'
import { shortHash } from '../../system/short-hash.ts'
import { type ArticleMeta, FIELD_NAMES, IMAGE_WORDS } from './article-fields.ts'
import { type FieldReader, isGiven } from './field-reader.ts'
import { MAX_NAMES } from './front-matter.ts'

interface Fallbacks {
  /** What stands for a title and a lead that nobody wrote. */
  title(): string | undefined
  lead(title: string): string
  /** Of a page without a date, and of an article whose file name begins with one. */
  date: string | undefined
  isMarkdown: boolean
}

/**
 * Makes an article's fields of its front matter (SRC-70).
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
    lead: lead ?? fallbacks.lead(title),
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
    draft: isDraft(fields) || undefined,
    corrections: fields.own('corrections'),
  }
  fields.reportRest()
  // Absent, not undefined: versions are compared deeply.
  return Object.assign(meta, Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)))
}

/** Tags that are collections of Eleventy, and name no topic. */
const COLLECTIONS: ReadonlySet<string> = new Set(['post', 'posts', 'all', 'page', 'pages'])

function dateOf(fields: FieldReader, fallback: string | undefined): string {
  const written = fields.take(FIELD_NAMES.date, (value) => isGiven(value) && typeof value !== 'boolean')
  const date = written ? writtenDate(written.value) : fallback
  if (date !== undefined) return date
  if (!written) throw fields.error(undefined, 'no date: write "date: 2026-03-01T10:00" into the front matter')
  throw fields.error(
    written.name,
    `field "${written.name}" is on no calendar: ${JSON.stringify(written.value).slice(0, 40)}; write 2026-03-01T10:00`,
  )
}

function laterDate(fields: FieldReader, field: 'updated' | 'expires'): string | undefined {
  const written = fields.take(FIELD_NAMES[field])
  const date = written && writtenDate(written.value)
  if (written && date === undefined)
    fields.warn(written.name, `field "${written.name}" is on no calendar, and is left out`)
  return date
}

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]+(\d{1,2}):(\d{2})(?::\d{2}(?:[.,]\d+)?)?\s*(Z|z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/
const IN_WORDS = /^(?:\w{3,9},?\s+)?(?:(\d{1,2})\s+(\p{L}{3,12})|([A-Za-z]{3,9})\.?\s+(\d{1,2}),?)\s+(\d{4})$/u
/** English and Polish, as far as they differ. */
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const POLISH_MONTHS = 'sty lut mar kwi maj cze lip sie wrz paź lis gru'.split(' ')

/** `YYYY-MM-DDTHH:MM`, with its offset where it is written; undefined: no date, or one whose day and month nobody can tell. */
function writtenDate(value: unknown): string | undefined {
  const text = String(value).trim()
  const iso = ISO.exec(text)
  const words = IN_WORDS.exec(text)
  const two = (part: string | undefined): string => (part ?? '').padStart(2, '0')
  let date: string | undefined
  if (iso) {
    const [, year, month, day, hour = '00', minute = '00', zone] = iso
    const offset = zone === undefined ? '' : /^[+-]/.test(zone) ? zone.replace(/^(...):?(..)$/, '$1:$2') : '+00:00'
    date = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}${offset}`
  } else if (words) {
    const name = (words[2] ?? words[3] ?? '').slice(0, 3).toLowerCase()
    const month = Math.max(MONTHS.indexOf(name), POLISH_MONTHS.indexOf(name)) + 1
    if (month > 0) date = `${words[5]}-${two(String(month))}-${two(words[1] ?? words[4])}T00:00`
  }
  return date !== undefined && isDate(date) ? date : undefined
}

function isDraft(fields: FieldReader): boolean {
  const draft = fields.take(['draft'])?.value
  const isPublished = fields.take(['published'], (value) => typeof value === 'boolean')?.value
  const status = fields.text(['status'])?.value.toLowerCase()
  return draft === true || draft === 'true' || isPublished === false || status === 'draft' || status === 'private'
}

function isNoindex(fields: FieldReader): boolean {
  const robots = fields.text(['robots'])?.value
  return fields.own('noindex') === true || /\bnoindex\b|\bnone\b/i.test(robots ?? '')
}

/** A path ends with its slug; a template of a path says nothing. */
function slugField(fields: FieldReader): string | undefined {
  const written = fields.text(FIELD_NAMES.slug)
  if (!written || /[{}:[\]]/.test(written.value.replace(/^https?:/, ''))) return undefined
  const [path = ''] = written.value.split(/[?#]/)
  const last = withoutTrailingSlashes(path.replace(/(?:\/index)?\.html?$/, ''))
  return nameSlug(last.slice(last.lastIndexOf('/') + 1)) || undefined
}

/** A slug of ASCII; of a name in another script a hash of it. */
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
  const written = FIELD_NAMES[field].map((name) => fields.take([name])?.value)
  return [...new Set(written.flatMap(listOfNames).map((name) => slugNamed(name, names)))]
}

/** Jekyll divides a text of words at its spaces, others at commas. */
function listOfNames(value: unknown): string[] {
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
  return /^[a-z0-9-]+(?: +[a-z0-9-]+)+$/.test(value) ? value.split(/ +/) : [value]
}

function authorsOf(fields: FieldReader, names: Record<string, string>): string[] {
  const value = fields.take(FIELD_NAMES.author)?.value
  const written = isRecord(value)
    ? [value.name]
    : Array.isArray(value)
      ? value.map((one) => (isRecord(one) ? one.name : one))
      : [value]
  const authors = written.filter(isGiven).map((name) => slugNamed(String(name), names))
  return [...new Set(authors)].filter((author) => author !== '').slice(0, MAX_NAMES)
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

function slugNamed(name: string, names: Record<string, string>): string {
  if (SLUG.test(name)) return name
  const slug = nameSlug(name)
  names[slug] ??= name.trim()
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
