import type { OwnEmbed } from '../../../src/services/service.ts'
import { escapeHtml } from '../../../src/system/escape.ts'
import { isRecord } from '../../../src/system/record.ts'
import { readJson } from '../json-file.ts'
import {
  type ImportSource,
  ImportSourceError,
  type Loss,
  NO_SITE,
  type SourcePart,
  type SourcePost,
} from '../source.ts'
import { createSourceFiles } from '../source-files.ts'
import { blocksOfPieces, type Piece } from './cards.ts'
import { piecesOfLexical, piecesOfMobiledoc } from './editor-bodies.ts'
import { piecesOfHtml } from './markup.ts'
import { type GhostData, type GhostPost, ghostData, ghostPost, navigationOf, settingOf } from './wire.ts'

export interface GhostSettings {
  file: string
  site: string | undefined
  /** A copy of `content` or `images`. */
  media: string | undefined
  embeds: readonly OwnEmbed[]
}

/** The whole file is in memory. Bytes. */
const MAX_FILE = 256 * 1024 * 1024
const PLACEHOLDER = '__GHOST_URL__'
const FEEDS = ['/rss/', '/feed/']
const LISTS = { category: 'tag', tag: 'tag', author: 'author' } as const
const STATUSES: Readonly<Record<string, string>> = { published: 'publish', scheduled: 'future' }

/** @throws {ImportSourceError} naming the line where it is no JSON */
export async function ghostSource({ file, site, media, embeds }: GhostSettings): Promise<ImportSource> {
  const data = ghostData(await readJson(file, MAX_FILE))
  if (!data) throw new ImportSourceError(`${file}: no export of Ghost: neither db[0].data nor data has posts`)
  const world = worldOf(data, site ?? NO_SITE, embeds)
  const files = createSourceFiles(media === undefined ? [] : [media])
  return {
    async *outline() {
      yield* outlineOf(data, world)
    },
    async *posts() {
      for (const [index, row] of data.posts.entries()) yield partOf(row, index, world)
      yield* leftOut(data)
    },
    async fileAt(url) {
      const { pathname } = new URL(url)
      const plain = pathname.replace(/\/size\/[wh\d]+\//, '/').replace(/\/format\/\w+\//, '/')
      for (const path of [
        plain,
        plain.replace(/^.*?\/content\//, '/'),
        plain.replace(/^.*?\/content\/images\//, '/'),
      ]) {
        const localFile = await files.find(path)
        if (localFile !== undefined) return localFile
      }
      return undefined
    },
  }
}

interface GhostWorld {
  site: string
  embeds: readonly OwnEmbed[]
  tagsOf: Map<string, GhostData['tags']>
  authorsOf: Map<string, string[]>
  metaOf: Map<string, GhostData['posts_meta'][number]>
  users: Map<string, string>
}

function worldOf(data: GhostData, site: string, embeds: readonly OwnEmbed[]): GhostWorld {
  const tags = new Map(data.tags.map((tag) => [tag.id, tag]))
  const users = new Map(data.users.map((user) => [user.id, user.slug]))
  const inOrder = <T extends { sort_order: number }>(rows: readonly T[]): T[] =>
    [...rows].sort((a, b) => a.sort_order - b.sort_order)
  return {
    site,
    embeds,
    users,
    tagsOf: grouped(inOrder(data.posts_tags).map(({ post_id, tag_id }) => [post_id, tags.get(tag_id)] as const)),
    authorsOf: grouped(
      inOrder(data.posts_authors).map(({ post_id, author_id }) => [post_id, users.get(author_id)] as const),
    ),
    metaOf: new Map(data.posts_meta.map((meta) => [meta.post_id, meta])),
  }
}

function grouped<T>(pairs: ReadonlyArray<readonly [string, T | undefined]>): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const [key, value] of pairs) {
    if (value === undefined) continue
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

function* outlineOf(data: GhostData, world: GhostWorld): Generator<SourcePart> {
  const title = settingOf(data, 'title') ?? ''
  yield { kind: 'site', site: { title, url: world.site, lists: LISTS, feeds: FEEDS } }
  for (const { slug, name, bio } of data.users) {
    yield { kind: 'author', author: { login: slug, name: name ?? slug, ...(bio && { description: escapeHtml(bio) }) } }
  }
  for (const [index, row] of data.posts.entries()) {
    const part = partOf(row, index, world)
    if (part.kind === 'post') {
      const image = featuredOf(part.post.id, row, world)
      if (image) yield image
    }
    yield part
  }
}

/** Ghost has no attachments. */
function featuredOf(id: string, row: unknown, world: GhostWorld): SourcePart | undefined {
  const { data: post } = ghostPost.safeParse(row)
  const url = post?.feature_image ?? post?.image
  if (url === undefined) return undefined
  const meta = world.metaOf.get(id)
  return {
    kind: 'attachment',
    attachment: {
      id: `image-${id}`,
      url: absolute(url, world.site),
      order: 0,
      ...(meta?.feature_image_alt !== undefined && { alt: meta.feature_image_alt }),
      ...(meta?.feature_image_caption !== undefined && { caption: meta.feature_image_caption }),
    },
  }
}

function partOf(row: unknown, index: number, world: GhostWorld): SourcePart {
  const parsed = ghostPost.safeParse(row)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const title = isRecord(row) && typeof row.title === 'string' ? row.title : `posts[${index}]`
    return { kind: 'unreadable', name: title, reason: `${issue?.path.join('.')}: ${issue?.message}` }
  }
  try {
    return { kind: 'post', post: postOf(parsed.data, world) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'unreadable', name: parsed.data.title || parsed.data.slug, reason: `its body: ${reason}` }
  }
}

function postOf(post: GhostPost, world: GhostWorld): SourcePost {
  const losses: Loss[] = []
  const onLoss = (what: string): void => void losses.push({ what })
  const meta = world.metaOf.get(post.id)
  const tags = (world.tagsOf.get(post.id) ?? []).filter((tag) => !isInternal(tag))
  const [primary, ...others] = tags.map(({ slug, name, description }) => ({
    nicename: slug,
    name: escapeHtml(name),
    ...(description !== undefined && { description: escapeHtml(description) }),
  }))
  const content = blocksOfPieces(piecesOf(post, onLoss), { embeds: world.embeds, onLoss })
  for (const name of ['codeinjection_head', 'codeinjection_foot'] as const) {
    if (post[name] !== undefined) onLoss(`code injection (${name})`)
  }
  const description = post.custom_excerpt ?? post.meta_description ?? meta?.meta_description
  const isPage = post.type === 'page' || (post.type === undefined && post.page)
  return {
    id: post.id,
    ...(post.uuid !== undefined && { guid: post.uuid }),
    type: isPage ? 'page' : 'post',
    status: statusOf(post, meta?.email_only ?? false),
    hasPassword: false,
    slug: post.slug,
    link: `${world.site}/${post.slug}/`,
    title: escapeHtml(post.title),
    published: post.published_at ?? post.created_at,
    modified: post.updated_at,
    authors: authorsOf(post, world),
    categories: primary ? [{ kind: 'category', ...primary }] : [],
    tags: others.map((tag) => ({ kind: 'tag', ...tag })),
    isSticky: post.featured,
    excerpt: escapeHtml(description ?? ''),
    content: absoluteAll(content, world.site),
    form: 'blocks',
    hasComments: false,
    settings: {},
    losses,
    file: `${post.slug}`,
    ...((post.feature_image ?? post.image) !== undefined && { thumbnail: `image-${post.id}` }),
  }
}

function authorsOf(post: GhostPost, world: GhostWorld): string[] {
  const authors = world.authorsOf.get(post.id)
  if (authors) return authors
  const own = post.author_id === undefined || post.author_id === null ? undefined : world.users.get(post.author_id)
  return own === undefined ? [] : [own]
}

/** Texts for members are no public articles (SRC-74). */
function statusOf({ status, visibility = 'public' }: GhostPost, isOnlyMail: boolean): string {
  if (isOnlyMail || status === 'sent') return 'sent'
  if (status === 'published' && visibility !== 'public') return 'members'
  return STATUSES[status] ?? status
}

function isInternal({ name, visibility }: GhostData['tags'][number]): boolean {
  return visibility === 'internal' || name.startsWith('#')
}

/** Prefers the rendered markup. */
function piecesOf(post: GhostPost, onLoss: (what: string) => void): Piece[] {
  if (post.html !== undefined) return piecesOfHtml(withoutMembersPart(post.html))
  if (post.lexical !== undefined) return piecesOfLexical(post.lexical, onLoss)
  if (post.mobiledoc !== undefined) return piecesOfMobiledoc(post.mobiledoc, onLoss)
  return post.markdown === undefined ? [] : [{ card: 'markdown', fields: { markdown: post.markdown } }]
}

function withoutMembersPart(html: string): string {
  return html.replace(/<!--\s*members-only\s*-->/g, '')
}

function absolute(url: string, site: string): string {
  const written = url.replace(PLACEHOLDER, site)
  return URL.parse(written, `${site}/`)?.href ?? written
}

function absoluteAll(blocks: string, site: string): string {
  return blocks
    .replaceAll(PLACEHOLDER, site)
    .replace(
      /(\s(?:src|href|poster)=")(\/(?!\/)[^"<>]*)/g,
      (_, before: string, path: string) => `${before}${site}${path}`,
    )
}

function* leftOut(data: GhostData): Generator<SourcePart> {
  const internal = data.tags.filter(isInternal).length
  const entries = navigationOf(data).length
  if (internal > 0) yield { kind: 'left-out', what: 'internal tags', count: internal }
  if (entries > 0) yield { kind: 'left-out', what: 'entries of the menu', count: entries }
}
