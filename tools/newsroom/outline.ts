import { localTime } from '../../src/content/dates.ts'
import { plainText } from '../../src/content/text.ts'
import { NEWEST_CATEGORY } from '../../src/services/list-kind.ts'
import type { Service, ServiceName } from '../../src/services/service.ts'
import { articleSlug, TakenNames, termSlug } from './names.ts'
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
}

export interface PlannedTerm {
  slug: string
  name: string
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
  /** By the site's own slug. */
  categories: Map<string, PlannedTerm>
  tags: Map<string, PlannedTerm>
  attachments: Map<string, SourceAttachment>
  uploadedTo: Map<string, SourceAttachment[]>
  places: Map<string, Place>
  links: Map<string, string>
  sticky: string[]
  total: number
}

/**
 * Limits names, terms, images and URLs of half a million posts, which stay in memory during the import (COST-40).
 * Approximate bytes.
 */
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

const DRAFTS = new Set(['draft', 'pending', 'future'])

/** Whether a post is a draft of the newsroom (SRC-28). */
export function isDraft({ type, status }: Pick<SourcePostHead, 'type' | 'status'>): boolean {
  return type !== 'wp_block' && DRAFTS.has(status)
}

/** The newsroom publishes a planned post by its date, as WordPress would. */
export function isPlanned({ status, published = 0 }: Pick<SourcePostHead, 'status' | 'published'>): boolean {
  return status === 'future' && published > Date.now()
}

/**
 * The reason to skip a post; an import takes public posts.
 * @param hasDrafts whether it takes drafts too, as drafts
 */
export function refusalOf(post: SourcePostHead, hasDrafts: boolean): string | undefined {
  if (!isImportedType(post.type)) return `its type is "${post.type}"`
  if (post.status !== 'publish' && !(hasDrafts && isDraft(post))) return `its status is "${post.status}"`
  if (post.hasPassword) return 'it is protected by a password'
  if (post.type !== 'wp_block' && post.published === undefined) return 'it has no date'
  return undefined
}

export function isImportedType(type: string): boolean {
  return type === 'post' || type === 'page' || type === 'wp_block'
}

/**
 * Assigns a place to every imported post, which keeps it across imports.
 * @param existing files that are already in the folder, relative to it
 * @param hasDrafts whether drafts have places too
 * @throws {ImportSourceError} when there is nothing to import
 */
export async function readOutline(
  source: ImportSource,
  service: Service,
  existing: readonly string[],
  state: ImportState,
  hasDrafts: boolean,
  onPart: () => void,
): Promise<Outline> {
  const outline: Outline = {
    site: { title: '', url: '' },
    authors: new Map(),
    categories: new Map(),
    tags: new Map(),
    attachments: new Map(),
    uploadedTo: new Map(),
    places: new Map(),
    links: new Map(),
    sticky: [],
    total: 0,
  }
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
    const place = placeOf(post, key, date, service.name, taken, state)
    outline.places.set(key, place)
    if (post.type === 'wp_block') return
    for (const link of [post.link, post.guid]) if (link && place.path) outline.links.set(linkKey(link), place.path)
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
    if (part.kind === 'author') addAuthor(part.author.login, part.author.name)
    if (part.kind === 'term') addTerm(part.term, 0)
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

function authorPlanner(
  authors: Outline['authors'],
  takeRoom: (...texts: Array<string | undefined>) => void,
): (login: string, name: string, date?: string) => void {
  const slugs = new TakenNames()
  const bySlug = new Map<string, PlannedAuthor>()
  return (login, name, date) => {
    // WordPress removes unsupported characters from a login; files contain either form.
    const known = authors.get(login) ?? (name === login ? bySlug.get(termSlug(login)) : undefined)
    if (!authors.has(login)) takeRoom(login, name)
    if (known) authors.set(login, known)
    if (!known) {
      const slug = slugs.take(termSlug(login))
      const author = { slug, name: plainText(name) || login, since: date ?? NO_ARTICLE }
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

function placeOf(
  post: SourcePostHead,
  key: string,
  date: string,
  service: ServiceName,
  taken: TakenNames,
  state: ImportState,
): Place {
  const folder = post.type === 'page' ? 'pages' : post.type === 'post' ? `${service}/articles` : 'blocks'
  const preferred =
    post.type === 'wp_block' ? post.id : articleSlug(post.slug || plainText(post.title)) || `${post.type}-${post.id}`
  const before = state.writtenAs(key)[0]?.file
  const existingPlace = before?.startsWith(`${folder}/`) ? before : undefined
  const file = existingPlace ?? `${folder}/${taken.take(preferred, folder)}.html`
  const slug = file.slice(folder.length + 1, -'.html'.length)
  const path = post.type === 'page' ? `/${slug}` : `/${date.slice(0, 4)}/${date.slice(5, 7)}/${slug}`
  return { key, file, slug, isRenamed: slug !== preferred, path: post.type === 'wp_block' ? undefined : path }
}

function addTermLinks({ site, categories, tags, authors, links }: Outline): void {
  const add = (base: string, name: string, path: string): void => {
    const key = linkKey(`${site.url}/${base}/${name}/`)
    if (!links.has(key)) links.set(key, path)
  }
  for (const [nicename, { slug }] of categories) add('category', nicename, `/kategoria/${slug}`)
  for (const [nicename, { slug }] of tags) add('tag', nicename, `/tag/${slug}`)
  for (const [login, { slug }] of authors) add('author', login, `/author/${slug}`)
  links.set(linkKey(`${site.url}/`), '/')
}

/** Drops what may differ between two links to one page: scheme, `www.`, trailing slash, fragment. */
export function linkKey(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const host = parsed.host.replace(/^www\./, '')
  const id = ['p', 'page_id'].map((name) => parsed.searchParams.get(name)).find(Boolean)
  return `${host}${parsed.pathname.replace(/(?<!\/)\/+$/, '')}${id ? `?p=${id}` : ''}`.toLowerCase()
}

/** The first category of an article counts in the newsroom's files. The others become tags. */
export function termsOf(post: SourcePostHead, outline: Outline): { category: string; tags: string[] } {
  const [first, ...others] = post.categories.flatMap(({ nicename }) => outline.categories.get(nicename) ?? [])
  const tags = post.tags.flatMap(({ nicename }) => outline.tags.get(nicename) ?? [])
  return {
    category: first?.slug ?? NEWEST_CATEGORY,
    tags: [...new Set([...tags, ...others].map(({ slug }) => slug))],
  }
}

export function frontMatterTime(instant: number, { timeZone }: Service): string {
  return localTime(instant, timeZone).iso.slice(0, 'YYYY-MM-DDTHH:MM'.length)
}
