import { createReadStream } from 'node:fs'
import type * as z from 'zod'
import { withoutTrailingSlashes } from '../../../src/content/trailing-slashes.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'
import { type ImportSource, ImportSourceError, type SourcePart } from '../source.ts'
import { channelParts, type XmlNode } from './tree.ts'
import { type itemTerm, META, wxrAttachment, wxrAuthor, wxrCategory, wxrPost, wxrTag } from './wire.ts'

/**
 * Reads files twice, for outline and posts.
 * @param files parts of an export
 * @param zone of local times
 */
export function wxrSource(files: string | readonly string[], zone: TimeZone): ImportSource {
  const parts = async function* (): AsyncGenerator<SourcePart> {
    for (const file of typeof files === 'string' ? [files] : files) {
      try {
        yield* wxrParts(createReadStream(file), zone)
      } catch (error) {
        if (!(error instanceof ImportSourceError)) throw error
        throw new ImportSourceError(`${file}: ${error.message}`)
      }
    }
  }
  return { outline: parts, posts: parts }
}

/**
 * Reports and skips unreadable items of WXR 1.0 to 1.2.
 * @throws {ImportSourceError} when the whole file is unreadable
 */
export async function* wxrParts(chunks: AsyncIterable<Uint8Array>, zone: TimeZone): AsyncGenerator<SourcePart> {
  let [title, url] = ['', '']
  for await (const part of channelParts(chunks)) {
    if ('tooLarge' in part) {
      yield { kind: 'unreadable', name: part.tooLarge, reason: 'it is larger than 8 MB' }
      continue
    }
    if ('passedOver' in part) {
      yield { kind: 'left-out', what: part.passedOver.replace(/^wp:/, ''), count: 1 }
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

function fieldsOf(node: XmlNode): Record<string, string> {
  // The first value counts.
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
