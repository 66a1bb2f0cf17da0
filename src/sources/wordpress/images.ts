import * as z from 'zod'
import { type Clock, elapsed } from '../../system/clock.ts'
import { SourceError } from '../upstream/errors.ts'
import type { Listed, WordPressClient } from './client.ts'
import {
  BULK_QUERY,
  BULK_QUERY_WITHOUT_IMAGES,
  CARD_QUERY,
  CARD_QUERY_WITHOUT_IMAGES,
  MEDIA_QUERY,
  type Query,
  TEXT_QUERY,
  TEXT_QUERY_WITHOUT_IMAGES,
} from './fields.ts'
import type { CallBudget } from './rest-calls.ts'
import { bringsIndex, featuredMediaOf, type RestMedia, type RestPost, restMedia, restPost } from './wire.ts'

export interface Illustrated {
  post: RestPost
  image: RestMedia | undefined
}

const restIllustrated = restPost.extend({ featured_media: z.number().int().catch(0) })
export type PostFields = 'card' | 'bulk' | 'text'
const QUERIES: Record<PostFields, { together: Query; apart: Query }> = {
  card: { together: CARD_QUERY, apart: CARD_QUERY_WITHOUT_IMAGES },
  bulk: { together: BULK_QUERY, apart: BULK_QUERY_WITHOUT_IMAGES },
  text: { together: TEXT_QUERY, apart: TEXT_QUERY_WITHOUT_IMAGES },
}
/** Milliseconds for which a site with missing images gets separate calls. */
const REMEMBERED_MS = 3_600_000

/** One call each. A deleted image embeds the site's whole index; then images are loaded by id. */
export interface IllustratedLists {
  list(route: string, query: Query, about: CallBudget, fields?: PostFields): Promise<Listed<Illustrated> | undefined>
  /** In calls. */
  cost(): number
}

export function createIllustratedLists(client: WordPressClient, now: Clock = elapsed): IllustratedLists {
  let apartUntil = 0

  const together = async (
    route: string,
    query: Query,
    about: CallBudget,
    fields: PostFields,
  ): Promise<Listed<Illustrated> | undefined> => {
    const listed = await client.list(route, { ...query, ...QUERIES[fields].together }, restPost, about)
    if (listed?.items.some(({ _embedded }) => bringsIndex(_embedded))) apartUntil = now() + REMEMBERED_MS
    return (
      listed && { ...listed, items: listed.items.map((post) => ({ post, image: featuredMediaOf(post._embedded) })) }
    )
  }

  const apart = async (
    route: string,
    query: Query,
    about: CallBudget,
    fields: PostFields,
  ): Promise<Listed<Illustrated> | undefined> => {
    const listed = await client.list(route, { ...query, ...QUERIES[fields].apart }, restIllustrated, about)
    if (!listed) return undefined
    const ids = [...new Set(listed.items.map(({ featured_media: id }) => id).filter((id) => id > 0))]
    const images = ids.length === 0 ? [] : await imagesOf(ids, about)
    const byId = new Map(images.map((media) => [media.id, media]))
    return { ...listed, items: listed.items.map((post) => ({ post, image: byId.get(post.featured_media) })) }
  }

  /** A list can do without images. */
  const imagesOf = async (ids: readonly number[], about: CallBudget): Promise<RestMedia[]> => {
    const query = { include: ids.join(','), per_page: String(ids.length), ...MEDIA_QUERY }
    const listed = await client.list('wp/v2/media', query, restMedia, about).catch(() => undefined)
    return listed?.items ?? []
  }

  return {
    cost: () => (now() < apartUntil ? 2 : 1),
    async list(route, query, about, fields = 'card') {
      if (now() < apartUntil) return apart(route, query, about, fields)
      try {
        return await together(route, query, about, fields)
      } catch (error) {
        if (!(error instanceof SourceError) || error.reason !== 'too-large') throw error
        apartUntil = now() + REMEMBERED_MS
        return apart(route, query, about, fields)
      }
    },
  }
}
