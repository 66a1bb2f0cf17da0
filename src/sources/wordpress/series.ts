import { MAX_PARTS } from '../../services/list-kind.ts'
import type { SeriesSettings } from '../../services/service.ts'
import { cardsOf } from './archives.ts'
import type { WordPressClient } from './client.ts'
import { DIRECTORY_TERM_QUERY, type Query, TERM_QUERY } from './fields.ts'
import type { IllustratedLists, PostFields } from './images.ts'
import type { OwnTypes } from './own-types.ts'
import type { CallBudget } from './rest-calls.ts'
import { textField } from './text.ts'
import { createTtlCache } from './ttl-cache.ts'
import { type RestTerm, restTerm } from './wire.ts'

/** Milliseconds. */
const TTL_MS = 300_000
const TAGS = 'wp/v2/tags'

/** By tags or by the terms of a taxonomy (SERIES-5). */
export interface SeriesLists {
  /** In the shape of the hub's archives; undefined: no series, or no parts. */
  list(slug: string, settings: SeriesSettings, fields: PostFields, about: CallBudget): Promise<object | undefined>
  slugs(settings: SeriesSettings, about: CallBudget): Promise<string[]>
  forget(): void
}

interface Source {
  term: RestTerm
  route: string
  query: Query
  title?: string
  lead?: string
}

export function createSeriesLists(
  client: WordPressClient,
  illustrated: IllustratedLists,
  ownTypes: OwnTypes,
): SeriesLists {
  const terms = createTtlCache<{ term?: RestTerm }>(TTL_MS)

  const termAt = async (route: string, slug: string, about: CallBudget): Promise<RestTerm | undefined> => {
    const { term } = await terms.get(`${route} ${slug}`, about.rank, async () => {
      const listed = await client.list(route, { slug, ...TERM_QUERY }, restTerm, about)
      const first = listed?.items[0]
      return first ? { term: first } : {}
    })
    return term
  }

  const taxonomyOf = async ({ taxonomy }: SeriesSettings, about: CallBudget) => {
    if (taxonomy === undefined) return undefined
    await ownTypes.ready(about)
    return ownTypes.taxonomies().find(({ slug }) => slug === taxonomy)
  }

  const sourceOf = async (slug: string, settings: SeriesSettings, about: CallBudget): Promise<Source | undefined> => {
    const named = settings.tags.find(({ tag }) => tag === slug)
    if (named) {
      const term = await termAt(TAGS, slug, about)
      return term && { ...named, term, route: 'wp/v2/posts', query: { tags: String(term.id) } }
    }
    const taxonomy = await taxonomyOf(settings, about)
    const term = taxonomy && (await termAt(taxonomy.route, slug, about))
    return term && { term, route: taxonomy.posts, query: { [taxonomy.parameter]: String(term.id) } }
  }

  return {
    async list(slug, settings, fields, about) {
      const source = await sourceOf(slug, settings, about)
      if (!source) return undefined
      const { term, route, title, lead } = source
      const order: Query = { orderby: 'date', order: 'asc', per_page: String(MAX_PARTS), page: '1' }
      const listed = await illustrated.list(route, { status: 'publish', ...source.query, ...order }, about, fields)
      const posts = await cardsOf(listed?.items ?? [])
      if (posts.length === 0) return undefined
      return {
        type: 'series',
        name: title ?? textField(term.name),
        lead: lead ?? term.description ?? '',
        blocks: [],
        posts,
        sumOfPosts: posts.length,
        postPerPage: MAX_PARTS,
        ad_slots: [],
        wall: false,
      }
    },
    async slugs(settings, about) {
      const query: Query = { per_page: String(MAX_PARTS), hide_empty: 'true', ...DIRECTORY_TERM_QUERY }
      const tags = settings.tags.map(({ tag }) => tag)
      const taxonomy = await taxonomyOf(settings, about)
      const lists = await Promise.all([
        tags.length > 0 ? client.list(TAGS, { ...query, slug: tags.join(',') }, restTerm, about) : undefined,
        taxonomy && client.list(taxonomy.route, query, restTerm, about),
      ])
      return [...new Set(lists.flatMap((listed) => listed?.items.map(({ slug }) => slug) ?? []))]
    },
    forget() {
      terms.forget()
    },
  }
}
