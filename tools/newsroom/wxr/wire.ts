import * as z from 'zod'
import { parseDate } from '../../../src/content/dates.ts'
import { plainText } from '../../../src/content/text.ts'
import { correctionList } from '../../../src/sources/embedded/front-matter.ts'
import { escapeHtml } from '../../../src/system/escape.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { parseWellFormed } from '../../../src/system/well-formed.ts'
import type { SourceAttachment, SourceAuthor, SourcePost, SourceTerm } from '../source.ts'

export const META = {
  thumbnail: '_thumbnail_id',
  alt: '_wp_attachment_image_alt',
  credit: '_newsroom_credit',
  footnotes: 'footnotes',
  noindex: '_yoast_wpseo_meta-robots-noindex',
  description: '_yoast_wpseo_metadesc',
  next: '_newsroom_next',
  promo: '_newsroom_promo',
  corrections: '_newsroom_corrections',
  productPlacement: '_newsroom_product_placement',
  heading: 'newsroom_heading',
} as const

const FOOTNOTES = z.array(
  z
    .object({
      content: z.string(),
      id: z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
    })
    .optional()
    .catch(undefined),
)
const BLOCK = '<!-- wp:footnotes '
/** Characters. */
const MAX_JSON = 1_000_000

/**
 * Puts footnotes into their block, as WordPress renders them.
 * @param json invalid: changes nothing
 */
export function withFootnotes(content: string, json: string | undefined): string {
  const start = content.indexOf(BLOCK)
  if (json === undefined || json.length > MAX_JSON || start === -1) return content
  const end = content.indexOf('-->', start) + '-->'.length
  const notes = footnotesOf(json)
  if (notes.length === 0 || !content.slice(start, end).endsWith('/-->')) return content
  const items = notes.map(({ content: words, id }) => {
    const back = `<a href="#${id}-link" aria-label="↩︎">↩︎</a>`
    return `<li id="${id}">${words} ${back}</li>`
  })
  const list = `<ol class="wp-block-footnotes">${items.join('')}</ol>`
  const block = `<!-- wp:footnotes -->\n${list}\n<!-- /wp:footnotes -->`
  return content.slice(0, start) + block + content.slice(end)
}

function footnotesOf(json: string): Array<{ content: string; id: string }> {
  try {
    return (FOOTNOTES.safeParse(parseWellFormed(json)).data ?? []).flatMap((one) => one ?? [])
  } catch {
    return []
  }
}

const present = z.string().trim().min(1, 'is missing')

const optional = z
  .string()
  .optional()
  .transform((value) => value?.trim() || undefined)

const text = z.string().default('')

const id = z
  .string()
  .trim()
  .regex(/^\d{1,20}$/, 'is not a number')

const order = z.coerce.number().int().catch(0)

export const wxrAuthor = z.object({ 'wp:author_login': present, 'wp:author_display_name': optional }).transform(
  (fields): SourceAuthor => ({
    login: fields['wp:author_login'],
    name: fields['wp:author_display_name'] ?? fields['wp:author_login'],
  }),
)

export const wxrCategory = z
  .object({
    'wp:category_nicename': present,
    'wp:cat_name': optional,
    'wp:category_description': optional,
    heading: optional,
  })
  .transform((fields) =>
    term('category', fields['wp:category_nicename'], fields['wp:cat_name'], {
      description: fields['wp:category_description'],
      heading: fields.heading,
    }),
  )

export const wxrTag = z
  .object({ 'wp:tag_slug': present, 'wp:tag_name': optional, 'wp:tag_description': optional, heading: optional })
  .transform((fields) =>
    term('tag', fields['wp:tag_slug'], fields['wp:tag_name'], {
      description: fields['wp:tag_description'],
      heading: fields.heading,
    }),
  )

export const wxrAttachment = z
  .object({
    'wp:post_id': id,
    'wp:attachment_url': z
      .string()
      .trim()
      .pipe(z.url({ protocol: /^https?$/ })),
    'wp:post_parent': optional,
    'wp:menu_order': order,
    title: optional,
    'excerpt:encoded': optional,
    meta: z.record(z.string(), z.string()),
  })
  .transform((fields): SourceAttachment => {
    const [alt, credit] = [fields.meta[META.alt]?.trim(), fields.meta[META.credit]?.trim()]
    const [caption, parent] = [fields['excerpt:encoded'], fields['wp:post_parent']]
    return {
      id: fields['wp:post_id'],
      url: fields['wp:attachment_url'],
      order: fields['wp:menu_order'],
      title: fields.title && plainText(fields.title),
      alt: alt || undefined,
      caption,
      credit: credit || undefined,
      parent: parent === '0' ? undefined : parent,
    }
  })

export const itemTerm = z.object({ domain: z.string(), nicename: z.string(), name: z.string() })

export const wxrPost = z
  .object({
    title: text,
    link: optional,
    guid: optional,
    'dc:creator': optional,
    'content:encoded': text,
    'excerpt:encoded': text,
    'wp:post_id': id,
    pubDate: optional,
    'wp:post_date': optional,
    'wp:post_date_gmt': optional,
    'wp:post_modified_gmt': optional,
    'wp:comment_status': optional,
    'wp:post_name': text,
    'wp:status': present,
    'wp:post_type': present,
    'wp:post_password': text,
    'wp:is_sticky': optional,
    meta: z.record(z.string(), z.string()),
    terms: z.array(itemTerm),
    zone: z.string(),
  })
  .transform((fields): SourcePost => {
    const { link, guid, meta, terms } = fields
    const local = localInstantOf(fields['wp:post_date'], fields.zone)
    // A draft has no instant.
    const published =
      instantOf(fields['wp:post_date_gmt'], fields['wp:status'] === 'publish' ? fields.pubDate : undefined) ?? local
    const modified = instantOf(fields['wp:post_modified_gmt'])
    const [thumbnail] = /^[1-9]\d*$/.exec(meta[META.thumbnail]?.trim() ?? '') ?? []
    const creator = fields['dc:creator']
    const coAuthors = terms.filter(({ domain }) => domain === 'author').map((one) => one.nicename.replace(/^cap-/, ''))
    return {
      id: fields['wp:post_id'],
      type: fields['wp:post_type'],
      status: fields['wp:status'],
      hasPassword: fields['wp:post_password'] !== '',
      slug: fields['wp:post_name'].trim(),
      title: fields.title,
      authors: coAuthors.length > 0 ? coAuthors : creator === undefined ? [] : [creator],
      categories: terms.filter(isOf('category')).map((one) => term('category', one.nicename, one.name)),
      tags: terms.filter(isOf('post_tag', 'tag')).map((one) => term('tag', one.nicename, one.name)),
      isSticky: fields['wp:is_sticky'] === '1',
      excerpt: fields['excerpt:encoded'].trim() || writtenDescription(meta),
      content: withFootnotes(fields['content:encoded'], meta[META.footnotes]),
      form: 'stored',
      hasComments: fields['wp:comment_status'] === 'open',
      settings: settingsOf(meta),
      guid,
      link,
      published,
      modified,
      thumbnail,
    }
  })

function isOf(...domains: string[]) {
  return (one: z.output<typeof itemTerm>): boolean => domains.includes(one.domain) && one.nicename !== ''
}

function term(
  kind: SourceTerm['kind'],
  nicename: string,
  name: string | undefined,
  more: { description?: string | undefined; heading?: string | undefined } = {},
): SourceTerm {
  return {
    kind,
    nicename,
    name: name?.trim() || nicename,
    description: more.description,
    heading: more.heading,
  }
}

/** Templates with variables do not count. */
function writtenDescription(meta: Readonly<Record<string, string>>): string {
  const description = meta[META.description]?.trim() ?? ''
  return description.includes('%%') ? '' : escapeHtml(description)
}

function settingsOf(meta: Readonly<Record<string, string>>): SourcePost['settings'] {
  const [next, promo] = [stringList.safeParse(meta[META.next]), meta[META.promo]]
  const corrections = corrected.safeParse(meta[META.corrections])
  return {
    noindex: meta[META.noindex] === '1' ? true : undefined,
    productPlacement: meta[META.productPlacement] === '1' ? true : undefined,
    promo: promo || undefined,
    next: next.data,
    corrections: corrections.data,
  }
}

const json = z.string().transform((value, context): unknown => {
  try {
    return parseWellFormed(value)
  } catch {
    context.addIssue('is not JSON')
    return z.NEVER
  }
})

const stringList = json.pipe(z.array(z.string()))

const corrected = json.pipe(correctionList)

/** Takes `2012-03-15 22:14:11` in UTC, or an RFC 822 date. */
function instantOf(gmt: string | undefined, rfc822?: string): number | undefined {
  const utc = gmt?.replace(' ', 'T')
  for (const written of [utc && `${utc}Z`, rfc822]) {
    const instant = written === undefined ? Number.NaN : Date.parse(written)
    // Earlier years are errors; `0000-00-00` means absent.
    if (instant > 0) return instant
  }
  return undefined
}

/** The file names no zone. */
function localInstantOf(written: string | undefined, zone: TimeZone): number | undefined {
  const instant = parseDate(written, zone)?.epoch ?? 0
  return instant > 0 ? instant : undefined
}
