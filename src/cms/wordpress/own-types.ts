import { setTimeout as wait } from 'node:timers/promises'
import type { CallBudget, WordPressClient } from './client.ts'
import { LINK_QUERY, type Query, TAXONOMY_QUERY, TYPE_QUERY } from './fields.ts'
import { pathOf } from './urls.ts'
import { restLink, restTaxonomies, restTypes } from './wire.ts'

/** A post type that plugins or the theme register, with posts that have pages. */
export interface OwnType {
  name: string
  slug: string
  /** Below `/wp-json/`: `wp/v2/books`. */
  route: string
  /** Path below which its posts are: `/books`. */
  folder: string
  /** Path of its list; absent: it has none. */
  archive?: string
}

/** A taxonomy that plugins or the theme register. */
export interface OwnTaxonomy {
  /** The parameter of its terms in queries for posts. */
  parameter: string
  route: string
  /** Path below which its terms are: `/genre`. */
  folder: string
  isHierarchical: boolean
  /** Route of its posts. */
  posts: string
}

/** A list at a path of WordPress' own. */
export type OwnList = { type: OwnType } | { taxonomy: OwnTaxonomy; path: string }

/** Post types and taxonomies beyond WordPress' own (SRC-30). */
export interface OwnTypes {
  /** Learns them; never rejects. */
  look(about: CallBudget): Promise<void>
  /** Waits for the first look where it is under way; never for long. */
  ready(about: CallBudget): Promise<void>
  /** The type whose posts are below a path's folder. */
  typeAt(path: string): OwnType | undefined
  /** @param path without the number of a page */
  listAt(path: string): OwnList | undefined
  all(): readonly OwnType[]
}

/** WordPress' own types have routes of their own in the portal, or none for readers. */
const CORE_TYPES =
  /^(?:post|page|attachment|nav_menu_item|wp_.*|revision|custom_css|customize_changeset|oembed_cache|user_request)$/
const CORE_TAXONOMIES = /^(?:category|post_tag|nav_menu|link_category|post_format|wp_.*)$/
const MAX_TYPES = 10
/** How long a reader waits for the first look, just after the start. */
const MAX_WAIT_MS = 1500
/** A term below others has their slugs in its path. */
const MAX_TERMS_READ = '20'

export function createOwnTypes(client: WordPressClient): OwnTypes {
  let types: readonly OwnType[] = []
  let taxonomies: readonly OwnTaxonomy[] = []

  /** The shortest path of an item tells the folder of all. */
  const folderOf = async (route: string, query: Query, about: CallBudget): Promise<string | undefined> => {
    const listed = await client.list(route, { ...query, ...LINK_QUERY }, restLink, about).catch(() => undefined)
    const paths = (listed?.items ?? []).flatMap(({ link }) => pathOf(link) ?? [])
    const [shortest] = paths.sort((a, b) => depthOf(a) - depthOf(b))
    const folder = shortest?.slice(0, shortest.lastIndexOf('/'))
    return folder === '' ? undefined : folder
  }

  const lookAtTypes = async (about: CallBudget): Promise<OwnType[]> => {
    const all = await client.item('wp/v2/types', TYPE_QUERY, restTypes, about)
    const own = Object.values(all ?? {}).filter(
      (type) => type !== undefined && type.rest_namespace === 'wp/v2' && !CORE_TYPES.test(type.slug),
    )
    const made = await Promise.all(
      own.slice(0, MAX_TYPES).map(async (type) => {
        if (type === undefined) return []
        const route = `wp/v2/${type.rest_base}`
        const folder = await folderOf(route, { status: 'publish', per_page: MAX_TERMS_READ }, about)
        if (folder === undefined) return []
        const archive =
          type.has_archive === true ? folder : type.has_archive && pathOf(`https://x.invalid/${type.has_archive}`)
        return [{ name: type.name, slug: type.slug, route, folder, ...(archive && { archive }) }]
      }),
    )
    return made.flat()
  }

  const lookAtTaxonomies = async (known: readonly OwnType[], about: CallBudget): Promise<OwnTaxonomy[]> => {
    const all = await client.item('wp/v2/taxonomies', TAXONOMY_QUERY, restTaxonomies, about)
    const own = Object.values(all ?? {}).filter(
      (one) => one !== undefined && one.rest_namespace === 'wp/v2' && !CORE_TAXONOMIES.test(one.slug),
    )
    const made = await Promise.all(
      own.slice(0, MAX_TYPES).map(async (taxonomy) => {
        if (taxonomy === undefined) return []
        const posts = taxonomy.types.flatMap((name) =>
          name === 'post' ? 'wp/v2/posts' : (known.find(({ slug }) => slug === name)?.route ?? []),
        )[0]
        const route = `wp/v2/${taxonomy.rest_base}`
        const folder = posts && (await folderOf(route, { per_page: MAX_TERMS_READ, hide_empty: 'true' }, about))
        if (!posts || folder === undefined) return []
        return [{ parameter: taxonomy.rest_base, route, folder, isHierarchical: taxonomy.hierarchical, posts }]
      }),
    )
    return made.flat()
  }

  const look = async (about: CallBudget): Promise<void> => {
    try {
      const looked = await lookAtTypes(about)
      const terms = await lookAtTaxonomies(looked, about)
      types = looked
      taxonomies = terms
    } catch {
      // What is known stays.
    }
  }

  let first: Promise<void> | undefined
  let isReady = false

  return {
    async look(about) {
      const looking = look(about)
      first ??= looking
      await looking
      isReady = true
    },
    async ready(about) {
      if (isReady || first === undefined) return
      await Promise.race([first, wait(Math.min(MAX_WAIT_MS, about.left() / 2), undefined, { ref: false })])
    },
    typeAt: (path) => types.find(({ folder }) => path.startsWith(`${folder}/`)),
    listAt(path) {
      const type = types.find(({ archive }) => archive === path)
      if (type) return { type }
      const taxonomy = taxonomies.find(({ folder }) => path.startsWith(`${folder}/`))
      return taxonomy && { taxonomy, path }
    },
    all: () => types,
  }
}

function depthOf(path: string): number {
  return path.split('/').length
}
