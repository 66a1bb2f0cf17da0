import { createReadStream } from 'node:fs'
import * as z from 'zod'
import { parseDate } from '../../../src/content/dates.ts'
import { plainText } from '../../../src/content/text.ts'
import { withoutTrailingSlashes } from '../../../src/content/trailing-slashes.ts'
import { correctionList } from '../../../src/sources/embedded/front-matter.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { parseWellFormed } from '../../../src/system/well-formed.ts'
import type { ImportSource, SourceAttachment, SourceAuthor, SourcePart, SourcePost, SourceTerm } from '../source.ts'
import { withFootnotes } from './footnotes.ts'
import { META } from './names.ts'
import { channelParts, type XmlNode } from './tree.ts'

/** Reads a WXR file once for the outline and once for the posts. @param zone of its local times */
export function wxrSource(file: string, zone: TimeZone): ImportSource {
  const parts = async function* (): AsyncGenerator<SourcePart> {
    yield* wxrParts(createReadStream(file), zone)
  }
  return { outline: parts, posts: parts }
}

/**
 * Reads a WXR file (versions 1.0 to 1.2); unreadable items are reported and skipped.
 * @throws {ImportSourceError} when the file is unreadable as a whole
 */
export async function* wxrParts(chunks: AsyncIterable<Uint8Array>, zone: TimeZone): AsyncGenerator<SourcePart> {
  let [title, url] = ['', '']
  for await (const part of channelParts(chunks)) {
    if ('tooLarge' in part) {
      yield { kind: 'unreadable', name: part.tooLarge, reason: 'it is larger than 8 MB' }
      continue
    }
    if ('mend' in part) {
      yield { kind: 'mended', ...part.mend }
      continue
    }
    const { node } = part
    if (node.name === 'title') title = node.text.trim()
    if (node.name === 'link' && url === '') url = node.text.trim()
    if (node.name === 'wp:base_blog_url') url = node.text.trim()
    if (node.name === 'title' || node.name === 'link' || node.name === 'wp:base_blog_url') {
      yield { kind: 'site', site: { title, url: siteUrl(url) } }
    } else yield* partOf(node, zone)
  }
}

const MAX_URL = 2000

function siteUrl(written: string): string {
  return written.length > MAX_URL ? '' : withoutTrailingSlashes(written)
}

function* partOf(node: XmlNode, zone: TimeZone): Generator<SourcePart> {
  if (node.name === 'wp:author') yield* checked('author', wxrAuthor, fieldsOf(node), (author) => ({ author }))
  if (node.name === 'wp:category') yield* checked('term', wxrCategory, termFieldsOf(node), (term) => ({ term }))
  if (node.name === 'wp:tag') yield* checked('term', wxrTag, termFieldsOf(node), (term) => ({ term }))
  if (node.name !== 'item') return
  const fields = { ...fieldsOf(node), meta: metaOf(node), terms: itemTermsOf(node), zone }
  const isAttachment = fieldOf(node, 'wp:post_type') === 'attachment'
  if (isAttachment) yield* checked('attachment', wxrAttachment, fields, (attachment) => ({ attachment }))
  else yield* checked('post', wxrPost, fields, (post) => ({ post }))
}

function* checked<T extends z.ZodType>(
  kind: SourcePart['kind'],
  schema: T,
  fields: Record<string, unknown>,
  toPart: (value: z.output<T>) => object,
): Generator<SourcePart> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) {
    yield { kind, ...toPart(parsed.data) } as SourcePart
    return
  }
  const issue = parsed.error.issues[0]
  const name = [fields.title, fields['wp:post_name'], fields['wp:cat_name'], fields['wp:author_login']].find(Boolean)
  yield {
    kind: 'unreadable',
    name: String(name ?? kind),
    reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
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

const wxrAuthor = z.object({ 'wp:author_login': present, 'wp:author_display_name': optional }).transform(
  (fields): SourceAuthor => ({
    login: fields['wp:author_login'],
    name: fields['wp:author_display_name'] ?? fields['wp:author_login'],
  }),
)

const wxrCategory = z
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

const wxrTag = z
  .object({ 'wp:tag_slug': present, 'wp:tag_name': optional, 'wp:tag_description': optional, heading: optional })
  .transform((fields) =>
    term('tag', fields['wp:tag_slug'], fields['wp:tag_name'], {
      description: fields['wp:tag_description'],
      heading: fields.heading,
    }),
  )

const wxrAttachment = z
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
      ...(fields.title && { title: plainText(fields.title) }),
      ...(alt && { alt }),
      ...(caption && { caption }),
      ...(credit && { credit }),
      ...(parent && parent !== '0' && { parent }),
    }
  })

const itemTerm = z.object({ domain: z.string(), nicename: z.string(), name: z.string() })

const wxrPost = z
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
    /** Zone of local times. */
    zone: z.string(),
  })
  .transform((fields): SourcePost => {
    const { link, guid, meta, terms } = fields
    const local = localInstantOf(fields['wp:post_date'], fields.zone)
    // A draft has only a local date, and an invented one for readers of the feed.
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
      excerpt: fields['excerpt:encoded'],
      content: withFootnotes(fields['content:encoded'], meta[META.footnotes]),
      isRendered: false,
      hasComments: fields['wp:comment_status'] === 'open',
      settings: settingsOf(meta),
      ...(guid && { guid }),
      ...(link && { link }),
      ...(published !== undefined && { published }),
      ...(modified !== undefined && { modified }),
      ...(thumbnail && { thumbnail }),
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
    ...(more.description && { description: more.description }),
    ...(more.heading && { heading: more.heading }),
  }
}

function settingsOf(meta: Readonly<Record<string, string>>): SourcePost['settings'] {
  const [next, promo] = [stringList.safeParse(meta[META.next]), meta[META.promo]]
  const corrections = corrected.safeParse(meta[META.corrections])
  return {
    ...(meta[META.noindex] === '1' && { noindex: true }),
    ...(meta[META.productPlacement] === '1' && { productPlacement: true }),
    ...(promo && { promo }),
    ...(next.success && { next: next.data }),
    ...(corrections.success && { corrections: corrections.data }),
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

/** The first valid instant: `2012-03-15 22:14:11` in UTC (`post_date_gmt`), or an RFC 822 date. */
function instantOf(gmt: string | undefined, rfc822?: string): number | undefined {
  const utc = gmt?.replace(' ', 'T')
  for (const written of [utc && `${utc}Z`, rfc822]) {
    const instant = written === undefined ? Number.NaN : Date.parse(written)
    // Years before 1970 are errors of import programs; `0000-00-00` means absent.
    if (instant > 0) return instant
  }
  return undefined
}

/** `post_date` is local time in a zone that the file does not name: the site's is assumed. */
function localInstantOf(written: string | undefined, zone: TimeZone): number | undefined {
  const instant = parseDate(written, zone)?.epoch ?? 0
  return instant > 0 ? instant : undefined
}

function fieldsOf(node: XmlNode): Record<string, string> {
  // Keeps the first of each name: `category` repeats, and is read elsewhere.
  const fields = Object.create(null) as Record<string, string>
  for (const child of node.children) fields[child.name] ??= child.text
  return fields
}

function termFieldsOf(node: XmlNode): Record<string, string> {
  const heading = node.children
    .filter((child) => child.name === 'wp:termmeta' && fieldOf(child, 'wp:meta_key') === META.heading)
    .map((child) => fieldOf(child, 'wp:meta_value'))[0]
  return { ...fieldsOf(node), ...(heading && { heading }) }
}

function metaOf(node: XmlNode): Record<string, string> {
  const meta = Object.create(null) as Record<string, string>
  for (const child of node.children) {
    if (child.name === 'wp:postmeta') meta[fieldOf(child, 'wp:meta_key').trim()] ??= fieldOf(child, 'wp:meta_value')
  }
  return meta
}

function itemTermsOf(node: XmlNode): Array<z.input<typeof itemTerm>> {
  return node.children
    .filter((child) => child.name === 'category')
    .map(({ attributes, text: name }) => ({
      domain: attributes.domain ?? '',
      nicename: (attributes.nicename ?? '').trim(),
      name,
    }))
}

function fieldOf(node: XmlNode, name: string): string {
  return node.children.find((child) => child.name === name)?.text ?? ''
}
