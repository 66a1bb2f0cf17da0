import { localTime } from '../../src/content/dates.ts'
import { plainText } from '../../src/content/text.ts'
import { feedPath } from '../../src/seo/feed-path.ts'
import { NEWEST_CATEGORY } from '../../src/services/list-kind.ts'
import type { Service, ServiceName } from '../../src/services/service.ts'
import { isDraft, refusalOf } from './imported-posts.ts'
import { articleSlug, asciiSlug, TakenNames, termSlug } from './names.ts'
import {
  type ImportSource,
  ImportSourceError,
  type Site,
  type SourceAttachment,
  type SourcePostHead,
  type SourceTerm,
} from './source.ts'
import type { ImportState } from './state.ts'

export interface Place {
  key: string
  /** Relative to the newsroom folder. */
  file: string
  path?: string
  slug: string
  isRenamed: boolean
}

export interface PlannedAuthor {
  slug: string
  name: string
  since: string
  description?: string
}

export interface PlannedTerm {
  slug: string
  name: string
  list: string
  description?: string
  heading?: string
  count: number
  isTagToo: boolean
}

export const NOBODY = 'redakcja'
/** The date of an author without imported articles. */
export const NO_ARTICLE = '9999-12-31'

export interface Outline {
  site: Site
  authors: Map<string, PlannedAuthor>
  categories: Map<string, PlannedTerm>
  tags: Map<string, PlannedTerm>
  attachments: Map<string, SourceAttachment>
  uploadedTo: Map<string, SourceAttachment[]>
  places: Map<string, Place>
  links: Map<string, string>
  /** Old URLs with their new paths; `isOld`: with another URL. */
  moved: Array<{ from: string; to: string; isOld?: boolean }>
  sticky: string[]
  total: number
}

/** Limits what half a million posts leave in memory (COST-40). Approximate bytes. */
const MAX_OUTLINE = 512 * 1024 * 1024
const ENTRY_BYTES = 400

function createRoom(): (...texts: ReadonlyArray<string | undefined>) => void {
  let taken = 0
  return (...texts) => {
    taken += texts.reduce((bytes, text) => bytes + 2 * (text?.length ?? 0), ENTRY_BYTES)
    if (taken <= MAX_OUTLINE) return
    throw new ImportSourceError(
      `its authors, terms, images and URLs of posts come to more than ${MAX_OUTLINE / 1024 / 1024} MB of memory: it has to be imported in parts`,
    )
  }
}

/**
 * Gives each post a place that it keeps across imports.
 * @param existing relative files of the folder
 * @param wanted `format`: of new articles
 * @throws {ImportSourceError} when there is nothing to import
 */
export async function readOutline(
  source: ImportSource,
  service: Service,
  existing: readonly string[],
  state: ImportState,
  { hasDrafts, format }: { hasDrafts: boolean; format: 'html' | 'markdown' },
  onPart: () => void,
): Promise<Outline> {
  const outline = emptyOutline()
  const taken = new TakenNames([...existing, ...state.files()].map((file) => file.replace(/\.[a-z]+$/, '')))
  const slugs = { categories: new TakenNames(), tags: new TakenNames() }
  const keys = createKeys()
  const takeRoom = createRoom()
  const addAuthor = authorPlanner(outline.authors, takeRoom)

  const addTerm = (term: SourceTerm, count: number, isTagToo = false): void => {
    const [terms, taken] =
      term.kind === 'category' ? [outline.categories, slugs.categories] : [outline.tags, slugs.tags]
    if (!terms.has(term.nicename)) takeRoom(term.nicename, term.name, term.description, term.heading)
    const known = terms.get(term.nicename) ?? plannedTerm(term, taken.take(termSlug(term.nicename)))
    known.count += count
    known.isTagToo ||= isTagToo
    terms.set(term.nicename, known)
  }
  const addPost = (post: SourcePostHead): void => {
    const key = keys(post)
    takeRoom(key, post.link, post.guid)
    if (refusalOf(post, hasDrafts) !== undefined) return
    const date = localTime(post.published ?? 0, service.timeZone).iso.slice(0, 'YYYY-MM-DD'.length)
    const place = placeOf(post, { key, date, service: service.name, format }, taken, state)
    outline.places.set(key, place)
    if (post.type === 'wp_block') return
    for (const link of [post.link, post.guid, ...(post.aliases ?? [])]) {
      if (!link || !place.path) continue
      outline.links.set(linkKey(link), place.path)
      if (!isDraft(post) && URL.canParse(link)) outline.moved.push({ from: link, to: place.path })
    }
    if (post.authors.length === 0) addAuthor(NOBODY, service.messages.editors, date)
    for (const login of post.authors) addAuthor(login, login, date)
    const count = post.type === 'post' ? 1 : 0
    post.categories.forEach((term, index) => {
      addTerm(term, index === 0 ? count : 0, index > 0)
    })
    for (const term of post.tags) addTerm(term, count)
    if (post.isSticky && post.type === 'post') outline.sticky.push(place.slug)
  }

  let hasParts = false
  for await (const part of source.outline()) {
    onPart()
    hasParts = true
    if (part.kind === 'site') outline.site = part.site
    if (part.kind === 'author') addAuthor(part.author.login, part.author.name, undefined, part.author.description)
    if (part.kind === 'term') addTerm(part.term, 0)
    if (part.kind === 'redirect') outline.moved.push({ from: part.from, to: part.to, isOld: true })
    if (part.kind === 'attachment') {
      const { id, url, alt, caption, parent } = part.attachment
      takeRoom(id, url, alt, caption, parent)
      outline.attachments.set(id, part.attachment)
    }
    if (part.kind === 'head' || part.kind === 'post') {
      outline.total += 1
      addPost(part.post)
    }
  }
  if (!hasParts) throw new ImportSourceError('there is nothing in it')
  addUploads(outline)
  addTermLinks(outline)
  return outline
}

function emptyOutline(): Outline {
  return {
    site: { title: '', url: '' },
    authors: new Map(),
    categories: new Map(),
    tags: new Map(),
    attachments: new Map(),
    uploadedTo: new Map(),
    places: new Map(),
    links: new Map(),
    moved: [],
    sticky: [],
    total: 0,
  }
}

function authorPlanner(
  authors: Outline['authors'],
  takeRoom: (...texts: Array<string | undefined>) => void,
): (login: string, name: string, date?: string, description?: string) => void {
  const slugs = new TakenNames()
  const bySlug = new Map<string, PlannedAuthor>()
  return (login, name, date, description) => {
    // WordPress removes characters from a login; files have either form.
    const known = authors.get(login) ?? (name === login ? bySlug.get(termSlug(login)) : undefined)
    if (!authors.has(login)) takeRoom(login, name)
    if (known) authors.set(login, known)
    if (!known) {
      const slug = slugs.take(termSlug(login))
      const words = plainText(description ?? '') || undefined
      const author = { slug, name: plainText(name) || login, since: date ?? NO_ARTICLE, description: words }
      authors.set(login, author)
      bySlug.set(slug, author)
    } else if (date !== undefined && date < known.since) known.since = date
  }
}

function addUploads(outline: Outline): void {
  for (const attachment of outline.attachments.values()) {
    if (attachment.parent === undefined) continue
    const siblings = outline.uploadedTo.get(attachment.parent)
    if (siblings) siblings.push(attachment)
    else outline.uploadedTo.set(attachment.parent, [attachment])
  }
  for (const images of outline.uploadedTo.values())
    images.sort((a, b) => a.order - b.order || Number(a.id) - Number(b.id))
}

function plannedTerm(term: SourceTerm, slug: string): PlannedTerm {
  const [description, heading] = [plainText(term.description ?? ''), plainText(term.heading ?? '')]
  return {
    slug,
    name: plainText(term.name) || slug,
    list: term.list ?? term.nicename,
    count: 0,
    isTagToo: false,
    heading: heading || undefined,
    description: description || undefined,
  }
}

export function createKeys(): (post: SourcePostHead) => string {
  const seen = new Set<string>()
  return (post) => {
    const key = `${post.type} ${post.guid ?? post.link ?? post.id}`
    const own = seen.has(key) ? `${key} #${post.id}` : key
    seen.add(own)
    return own
  }
}

interface Wanted {
  key: string
  date: string
  service: ServiceName
  format: 'html' | 'markdown'
}

function placeOf(
  post: SourcePostHead,
  { key, date, service, format }: Wanted,
  taken: TakenNames,
  state: ImportState,
): Place {
  const folder = post.type === 'page' ? 'pages' : post.type === 'post' ? `${service}/articles` : 'blocks'
  const extension = format === 'markdown' && post.type !== 'wp_block' ? 'md' : 'html'
  const named = articleSlug(post.slug || plainText(post.title))
  const slugOfFile = extension === 'md' ? asciiSlug(named) : named
  const preferred = post.type === 'wp_block' ? post.id : slugOfFile || `${post.type}-${post.id}`
  const before = state.writtenAs(key)[0]?.file
  const existingPlace = before?.startsWith(`${folder}/`) ? before : undefined
  const file = existingPlace ?? `${folder}/${taken.take(preferred, folder)}.${extension}`
  const slug = file.slice(folder.length + 1).replace(/\.(?:html|md)$/, '')
  const path = post.type === 'page' ? `/${slug}` : `/${date.slice(0, 4)}/${date.slice(5, 7)}/${slug}`
  return { key, file, slug, isRenamed: slug !== preferred, path: post.type === 'wp_block' ? undefined : path }
}

const FEED = feedPath('rss')
const LISTS_OF_WORDPRESS = { category: 'category', tag: 'tag', author: 'author' } as const

function addTermLinks({ site, categories, tags, authors, links, moved }: Outline): void {
  const folders = site.lists ?? LISTS_OF_WORDPRESS
  const add = (base: string, name: string, path: string): void => {
    const from = `${site.url}/${base}/${name}/`
    const key = linkKey(from)
    if (links.has(key)) return
    links.set(key, path)
    moved.push({ from, to: path })
  }
  for (const { list, slug, count } of categories.values()) {
    if (count > 0) add(folders.category, list, `/kategoria/${slug}`)
  }
  for (const { list, slug } of tags.values()) add(folders.tag, list, `/tag/${slug}`)
  for (const { list, slug } of categories.values()) add(folders.category, list, `/kategoria/${slug}`)
  for (const [login, { slug, since }] of authors)
    if (since !== NO_ARTICLE) add(folders.author, login, `/author/${slug}`)
  for (const feed of site.feeds ?? []) moved.push({ from: `${site.url}${feed}`, to: FEED })
  links.set(linkKey(`${site.url}/`), '/')
}

/** Drops scheme, `www.`, trailing slash and fragment. */
export function linkKey(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const host = parsed.host.replace(/^www\./, '')
  const id = ['p', 'page_id'].map((name) => parsed.searchParams.get(name)).find(Boolean)
  return `${host}${parsed.pathname.replace(/(?<!\/)\/+$/, '')}${id ? `?p=${id}` : ''}`.toLowerCase()
}

/** The first category counts; others become tags. */
export function termsOf(post: SourcePostHead, outline: Outline): { category: string; tags: string[] } {
  const [first, ...others] = post.categories.flatMap(({ nicename }) => outline.categories.get(nicename) ?? [])
  const tags = post.tags.flatMap(({ nicename }) => outline.tags.get(nicename) ?? [])
  return {
    category: first?.slug ?? NEWEST_CATEGORY,
    tags: [...new Set([...tags, ...others].map(({ slug }) => slug))],
  }
}
