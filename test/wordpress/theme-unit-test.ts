import pLimit from 'p-limit'
import sharp from 'sharp'
import { childNamed, childrenNamed, parseXml, type XmlElement } from '../support/xml.ts'
import type { Rest } from './rest.ts'

const WP = 'https://wordpress.org/export/1.2/'
const CONTENT = 'http://purl.org/rss/1.0/modules/content/'
const EXCERPT = 'https://wordpress.org/export/1.2/excerpt/'
const DC = 'http://purl.org/dc/elements/1.1/'

/** The number of the server's workers. */
const AT_ONCE = 4
const IMAGE = { width: 640, height: 360 }
const IMAGE_FILE = /\.(?:jpe?g|png|gif)$/i

interface Item {
  id: number
  type: string
  title: string
  element: XmlElement
}

/**
 * Loads a WordPress export through the REST API: authors, terms, media, posts, pages, comments and menus. The export
 * has no media files: images are drawn instead, videos and sounds are left out.
 * @param wxr text of the export
 */
export async function loadExport(wxr: string, rest: Rest): Promise<void> {
  const channel = childNamed(parseXml(wxr), 'channel')
  if (!channel) throw new Error('the export has no channel')
  const limit = pLimit(AT_ONCE)
  const items = childrenNamed(channel, 'item').map(itemOf)
  const authors = await loadAuthors(channel, rest)
  const categories = await loadCategories(childrenNamed(channel, 'category', WP), rest)
  const tags = await loadTags(childrenNamed(channel, 'tag', WP), rest, limit)
  const media = await loadMedia(items, rest, limit)

  const posts = new Map<number, number>()
  const ofTypes = items.filter(({ type }) => type === 'post' || type === 'page')
  await Promise.all(
    ofTypes.map((item) =>
      limit(async () => {
        const fields = postFields(item, media)
        const author = authors.get(own(item.element, 'creator', DC))
        const terms = item.type === 'post' && {
          categories: termIds(item.element, 'category', categories),
          tags: termIds(item.element, 'post_tag', tags),
        }
        posts.set(item.id, await rest.make(`/${item.type}s`, { ...fields, author, ...terms }))
      }),
    ),
  )
  await linkParents(items, { posts, media }, rest, limit)
  await Promise.all(ofTypes.map((item) => limit(() => loadComments(item, posts.get(item.id) ?? 0, rest))))
  await loadMenus(channel, items, posts, rest)
}

function itemOf(element: XmlElement): Item {
  const id = Number(own(element, 'post_id'))
  return { id, type: own(element, 'post_type'), title: own(element, 'title', ''), element }
}

/** Text of a child; "" when there is none. */
function own(element: XmlElement, name: string, uri = WP): string {
  return childNamed(element, name, uri)?.text.trim() ?? ''
}

function postFields({ title, element }: Item, media: ReadonlyMap<number, number>): object {
  const thumbnail = media.get(Number(metaOf(element).get('_thumbnail_id')))
  const password = own(element, 'post_password')
  const format = termNames(element, 'post_format')[0]?.replace('post-format-', '')
  return {
    title,
    slug: own(element, 'post_name'),
    status: own(element, 'status'),
    date: own(element, 'post_date').replace(' ', 'T'),
    content: withNewIds(childNamed(element, 'encoded', CONTENT)?.text ?? '', media),
    excerpt: childNamed(element, 'encoded', EXCERPT)?.text ?? '',
    comment_status: own(element, 'comment_status'),
    ping_status: own(element, 'ping_status'),
    menu_order: Number(own(element, 'menu_order')),
    ...(password !== '' && { password }),
    ...(own(element, 'is_sticky') === '1' && { sticky: true }),
    ...(thumbnail !== undefined && { featured_media: thumbnail }),
    ...(own(element, 'post_type') === 'post' && { format: format ?? 'standard' }),
  }
}

/** Galleries name their images by id. */
function withNewIds(content: string, media: ReadonlyMap<number, number>): string {
  return content.replace(
    /\bids="([\d, ]+)"/g,
    (_all, ids: string) => `ids="${ids.split(',').map((id) => media.get(Number(id)) ?? id)}"`,
  )
}

function metaOf(element: XmlElement): Map<string, string> {
  return new Map(childrenNamed(element, 'postmeta', WP).map((meta) => [own(meta, 'meta_key'), own(meta, 'meta_value')]))
}

function termNames(element: XmlElement, taxonomy: string): string[] {
  return childrenNamed(element, 'category', '').flatMap(({ attributes }) =>
    attributes.domain === taxonomy ? [attributes.nicename ?? ''] : [],
  )
}

function termIds(element: XmlElement, taxonomy: string, known: ReadonlyMap<string, number>): number[] {
  return termNames(element, taxonomy).flatMap((slug) => known.get(slug) ?? [])
}

async function loadAuthors(channel: XmlElement, rest: Rest): Promise<Map<string, number>> {
  const authors = new Map<string, number>()
  for (const element of childrenNamed(channel, 'author', WP)) {
    const username = own(element, 'author_login')
    const fields = {
      username,
      email: own(element, 'author_email'),
      name: own(element, 'author_display_name'),
      password: crypto.randomUUID(),
      roles: ['author'],
    }
    authors.set(username, await rest.make('/users', fields))
  }
  return authors
}

/** One after another: a category's parent must exist first. */
async function loadCategories(elements: readonly XmlElement[], rest: Rest): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const bySlug = new Map(elements.map((element) => [own(element, 'category_nicename'), element]))
  const load = async (slug: string): Promise<number | undefined> => {
    const element = bySlug.get(slug)
    const known = ids.get(slug)
    if (known !== undefined || element === undefined) return known
    const parent = await load(own(element, 'category_parent'))
    const fields = { name: own(element, 'cat_name'), slug, description: own(element, 'category_description') }
    const id = await rest.make('/categories', { ...fields, ...(parent !== undefined && { parent }) })
    ids.set(slug, id)
    return id
  }
  for (const slug of bySlug.keys()) await load(slug)
  return ids
}

type Limit = ReturnType<typeof pLimit>

async function loadTags(elements: readonly XmlElement[], rest: Rest, limit: Limit): Promise<Map<string, number>> {
  const load = async (element: XmlElement): Promise<[string, number]> => {
    const slug = own(element, 'tag_slug')
    const fields = { name: own(element, 'tag_name'), slug, description: own(element, 'tag_description') }
    return [slug, await rest.make('/tags', fields)]
  }
  return new Map(await Promise.all(elements.map((element) => limit(() => load(element)))))
}

async function loadMedia(items: readonly Item[], rest: Rest, limit: Limit): Promise<Map<number, number>> {
  const images = items.filter(
    ({ type, element }) => type === 'attachment' && IMAGE_FILE.test(own(element, 'attachment_url')),
  )
  const load = async ({ id, title, element }: Item): Promise<[number, number]> => {
    const name = own(element, 'attachment_url').split('/').at(-1) ?? ''
    const made = await rest.upload(name.replace(IMAGE_FILE, '.jpg'), 'image/jpeg', await drawn(id))
    const caption = childNamed(element, 'encoded', EXCERPT)?.text ?? ''
    await rest.change(`/media/${made}`, {
      title,
      caption,
      alt_text: metaOf(element).get('_wp_attachment_image_alt') ?? '',
    })
    return [id, made]
  }
  // The first one alone: WordPress fails when two uploads create the month's folder at once.
  const [first, ...others] = images
  const begun = first ? [await load(first)] : []
  return new Map([...begun, ...(await Promise.all(others.map((item) => limit(() => load(item)))))])
}

/** An image of one colour, different for each id. */
function drawn(id: number): Promise<Buffer> {
  const background = { r: (id * 37) % 256, g: (id * 59) % 256, b: (id * 83) % 256 }
  return sharp({ create: { ...IMAGE, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Parents of pages, and the posts that images were uploaded to. */
async function linkParents(
  items: readonly Item[],
  { posts, media }: { posts: ReadonlyMap<number, number>; media: ReadonlyMap<number, number> },
  rest: Rest,
  limit: Limit,
): Promise<void> {
  const link = async ({ id, type, element }: Item): Promise<void> => {
    const parent = posts.get(Number(own(element, 'post_parent')))
    if (parent === undefined) return
    const [page, imageFile] = [posts.get(id), media.get(id)]
    if (type === 'page' && page !== undefined) await rest.change(`/pages/${page}`, { parent })
    if (type === 'attachment' && imageFile !== undefined) await rest.change(`/media/${imageFile}`, { post: parent })
  }
  await Promise.all(items.map((item) => limit(() => link(item))))
}

/** The API creates only comments, no pingbacks, and only on posts with open comments. */
async function loadComments({ type, element }: Item, post: number, rest: Rest): Promise<void> {
  const comments = childrenNamed(element, 'comment', WP).filter((comment) =>
    ['', 'comment'].includes(own(comment, 'comment_type')),
  )
  const isClosed = comments.length > 0 && own(element, 'comment_status') !== 'open'
  if (isClosed) await rest.change(`/${type}s/${post}`, { comment_status: 'open' })
  const ids = new Map<string, number>()
  for (const comment of comments) {
    const parent = ids.get(own(comment, 'comment_parent'))
    const fields = {
      post,
      author_name: own(comment, 'comment_author'),
      author_email: own(comment, 'comment_author_email'),
      date: own(comment, 'comment_date').replace(' ', 'T'),
      content: own(comment, 'comment_content'),
      status: own(comment, 'comment_approved') === '1' ? 'approve' : 'hold',
      ...(parent !== undefined && { parent }),
    }
    ids.set(own(comment, 'comment_id'), await rest.make('/comments', fields))
  }
  if (isClosed) await rest.change(`/${type}s/${post}`, { comment_status: 'closed' })
}

async function loadMenus(
  channel: XmlElement,
  items: readonly Item[],
  posts: ReadonlyMap<number, number>,
  rest: Rest,
): Promise<void> {
  const entries = items.filter(({ type }) => type === 'nav_menu_item')
  for (const term of childrenNamed(channel, 'term', WP)) {
    if (own(term, 'term_taxonomy') !== 'nav_menu') continue
    const slug = own(term, 'term_slug')
    const menu = await rest.make('/menus', { name: own(term, 'term_name'), slug })
    const made = new Map<string, number>()
    for (const { id, title, element } of entries.filter((entry) =>
      termNames(entry.element, 'nav_menu').includes(slug),
    )) {
      const meta = metaOf(element)
      const target = targetOf(meta, posts)
      if (target === undefined) continue
      const fields = {
        ...target,
        title,
        menus: menu,
        status: 'publish',
        menu_order: Math.max(1, Number(own(element, 'menu_order'))),
        parent: made.get(meta.get('_menu_item_menu_item_parent') ?? '') ?? 0,
      }
      made.set(String(id), await rest.make('/menu-items', fields))
    }
  }
}

/** The target of an entry; undefined for content that was not loaded. */
function targetOf(meta: ReadonlyMap<string, string>, posts: ReadonlyMap<number, number>): object | undefined {
  const object = posts.get(Number(meta.get('_menu_item_object_id')))
  switch (meta.get('_menu_item_type')) {
    case 'custom':
      return { type: 'custom', url: meta.get('_menu_item_url') || '#' }
    case 'post_type':
      return object === undefined
        ? undefined
        : { type: 'post_type', object: meta.get('_menu_item_object'), object_id: object }
    default:
      return undefined
  }
}
