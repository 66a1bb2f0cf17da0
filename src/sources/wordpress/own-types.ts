import { setTimeout as wait } from 'node:timers/promises'
import type * as z from 'zod'
import { SourceError } from '../upstream/errors.ts'
import type { WordPressClient } from './client.ts'
import { AUTHOR_TAXONOMY } from './co-authors.ts'
import { LINK_QUERY, type Query, TAXONOMY_QUERY, TYPE_QUERY } from './fields.ts'
import type { CallBudget } from './rest-calls.ts'
import { pathOf } from './urls.ts'
import { restLink, restTaxonomies, restTypes } from './wire.ts'

/** Of plugins or the theme, with posts that have pages. */
export interface OwnType {
  name: string
  slug: string
  /** Below `/wp-json/`: `wp/v2/books`. */
  route: string
  /** Its posts are below: `/books`. */
  folder: string
  archive?: string
}

/** Of plugins or the theme. */
export interface OwnTaxonomy {
  slug: string
  /** Names its terms in queries for posts. */
  parameter: string
  route: string
  /** Its terms are below: `/genre`. */
  folder: string
  isHierarchical: boolean
  posts: string
}

export type OwnList = { type: OwnType } | { taxonomy: OwnTaxonomy; path: string }

type AuthorTaxonomy = Pick<OwnTaxonomy, 'parameter' | 'route'>

/** Beyond WordPress' own (SRC-30). */
export interface OwnTypes {
  /** Keeps what cannot be read as it was; never rejects. */
  look(): Promise<void>
  /** Waits shortly for the first look, and repeats a failed one. */
  ready(about: CallBudget): Promise<void>
  typeAt(path: string): OwnType | undefined
  listAt(path: string): OwnList | undefined
  all(): readonly OwnType[]
  taxonomies(): readonly OwnTaxonomy[]
  authors(): AuthorTaxonomy | undefined
}

/** They have routes of their own in the portal, or none for readers. */
const CORE_TYPES =
  /^(?:post|page|attachment|nav_menu_item|wp_.*|revision|custom_css|customize_changeset|oembed_cache|user_request)$/
const CORE_TAXONOMIES = /^(?:category|post_tag|nav_menu|link_category|post_format|wp_.*)$/
/** Each costs a call at every look. */
const MAX_TYPES = 100
const AT_ONCE = 10
const MAX_WAIT_MS = 1500
/** Doubles after each failed look, as a type may stay closed to visitors. */
const FIRST_PAUSE_MS = 2000
const MAX_PAUSE_MS = 300_000
/** A term's path may have its parents' slugs. */
const MAX_TERMS_READ = '20'

/** @param lookBudget one for each look, of many calls */
export function createOwnTypes(client: WordPressClient, lookBudget: () => CallBudget): OwnTypes {
  let types: readonly OwnType[] = []
  let taxonomies: readonly OwnTaxonomy[] = []
  let authors: AuthorTaxonomy | undefined
  let hasFailed = false
  let looking: Promise<void> | undefined
  let isWhole = false
  /** By the process' clock; absent: no look has ended. */
  let endedAt: number | undefined
  let pause = FIRST_PAUSE_MS / 2
  const onMissed = (): void => {
    hasFailed = true
  }
  const reader = { client, onMissed }

  const read = async (): Promise<void> => {
    hasFailed = false
    const about = lookBudget()
    try {
      types = await readTypes(reader, types, about)
      const registered = await registeredTaxonomies(client, taxonomies.length > 0 || authors !== undefined, about)
      // Before the folders, which may take long: pages of guest authors wait for it.
      authors = authorsIn(registered)
      taxonomies = await readTaxonomies(reader, types, taxonomies, registered, about)
    } catch {
      hasFailed = true
    }
    isWhole = !hasFailed
    pause = hasFailed ? Math.min(2 * pause, MAX_PAUSE_MS) : FIRST_PAUSE_MS / 2
    endedAt = performance.now()
    looking = undefined
  }
  const look = (): Promise<void> => {
    looking ??= read()
    return looking
  }

  return {
    look,
    async ready(about) {
      if (!isWhole && endedAt !== undefined && performance.now() - endedAt >= pause) void look()
      if (isWhole || looking === undefined) return
      await Promise.race([looking, wait(Math.min(MAX_WAIT_MS, about.left() / 2), undefined, { ref: false })])
    },
    typeAt: (path) => types.find(({ folder }) => path.startsWith(`${folder}/`)),
    listAt(path) {
      const type = types.find(({ archive }) => archive === path)
      if (type) return { type }
      const taxonomy = taxonomies.find(({ folder }) => path.startsWith(`${folder}/`))
      return taxonomy && { taxonomy, path }
    },
    all: () => types,
    taxonomies: () => taxonomies,
    authors: () => authors,
  }
}

interface TypeReader {
  client: WordPressClient
  onMissed(): void
}

/**
 * By the shortest path of an item; undefined: none has a path.
 * @param before stays where the route cannot be read
 */
async function folderOf(
  { client, onMissed }: TypeReader,
  route: string,
  query: Query,
  before: { folder: string } | undefined,
  about: CallBudget,
): Promise<string | undefined> {
  try {
    const listed = await client.list(route, { ...query, ...LINK_QUERY }, restLink, about)
    if (!listed && before) throw new SourceError(`GET ${route}`, 'not-json', 'no list')
    const paths = (listed?.items ?? []).flatMap(({ link }) => pathOf(link) ?? [])
    const [shortest] = paths.sort((a, b) => depthOf(a) - depthOf(b))
    return shortest?.slice(0, shortest.lastIndexOf('/')) || undefined
  } catch {
    onMissed()
    return before?.folder
  }
}

async function readTypes(reader: TypeReader, known: readonly OwnType[], about: CallBudget): Promise<OwnType[]> {
  const all = await reader.client.item('wp/v2/types', TYPE_QUERY, restTypes, about)
  if (isEmpty(all) && known.length > 0) {
    reader.onMissed()
    return [...known]
  }
  const own = Object.values(all ?? {}).filter(
    (type) => type !== undefined && type.rest_namespace === 'wp/v2' && !CORE_TYPES.test(type.slug),
  )
  return someAtOnce(own.slice(0, MAX_TYPES), async (type) => {
    if (type === undefined) return []
    const route = `wp/v2/${type.rest_base}`
    const before = known.find((one) => one.route === route)
    const folder = await folderOf(reader, route, { status: 'publish', per_page: MAX_TERMS_READ }, before, about)
    if (folder === undefined) return []
    const archive =
      type.has_archive === true ? folder : type.has_archive && pathOf(`https://x.invalid/${type.has_archive}`)
    return [{ name: type.name, slug: type.slug, route, folder, archive: archive || undefined }]
  })
}

type Taxonomy = NonNullable<z.output<typeof restTaxonomies>[string]>

async function registeredTaxonomies(
  client: WordPressClient,
  areKnown: boolean,
  about: CallBudget,
): Promise<Taxonomy[]> {
  const all = await client.item('wp/v2/taxonomies', TAXONOMY_QUERY, restTaxonomies, about)
  if (isEmpty(all) && areKnown) throw new SourceError('GET wp/v2/taxonomies', 'not-json', 'no taxonomies')
  return Object.values(all ?? {}).flatMap((one) => (one?.rest_namespace === 'wp/v2' ? [one] : []))
}

function authorsIn(registered: readonly Taxonomy[]): AuthorTaxonomy | undefined {
  const ofAuthors = registered.find(({ slug }) => slug === AUTHOR_TAXONOMY)
  return ofAuthors && { parameter: ofAuthors.rest_base, route: `wp/v2/${ofAuthors.rest_base}` }
}

function readTaxonomies(
  reader: TypeReader,
  types: readonly OwnType[],
  known: readonly OwnTaxonomy[],
  registered: readonly Taxonomy[],
  about: CallBudget,
): Promise<OwnTaxonomy[]> {
  const own = registered.filter(({ slug }) => slug !== AUTHOR_TAXONOMY && !CORE_TAXONOMIES.test(slug))
  return someAtOnce(own.slice(0, MAX_TYPES), async (taxonomy) => {
    const posts = taxonomy.types.flatMap((name) =>
      name === 'post' ? 'wp/v2/posts' : (types.find(({ slug }) => slug === name)?.route ?? []),
    )[0]
    if (!posts) return []
    const route = `wp/v2/${taxonomy.rest_base}`
    const before = known.find((one) => one.route === route)
    const folder = await folderOf(reader, route, { per_page: MAX_TERMS_READ, hide_empty: 'true' }, before, about)
    if (folder === undefined) return []
    return [
      {
        slug: taxonomy.slug,
        parameter: taxonomy.rest_base,
        route,
        folder,
        isHierarchical: taxonomy.hierarchical,
        posts,
      },
    ]
  })
}

/** Keeps a site of very many types from filling the host's queue. */
async function someAtOnce<T, R>(items: readonly T[], read: (item: T) => Promise<R[]>): Promise<R[]> {
  const made: R[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    made.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(read))).flat())
  }
  return made
}

/** WordPress always has some. */
function isEmpty(registered: Record<string, unknown> | undefined): boolean {
  return Object.values(registered ?? {}).every((one) => one === undefined)
}

function depthOf(path: string): number {
  return path.split('/').length
}
