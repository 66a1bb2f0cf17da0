import * as z from 'zod'
import { type Clock, elapsed } from '../../clock.ts'
import { SourceError } from '../errors.ts'
import type { Asking, Listed, WordPressClient } from './client.ts'
import { bringsIndex, pictureOf } from './embedded.ts'
import { CARD_QUERY, CARD_QUERY_WITHOUT_PICTURES, MEDIA_QUERY, type Query } from './fields.ts'
import { type RestMedia, type RestPost, restMedia, restPost } from './wire.ts'

/** A post with its picture, wherever that came from. */
export interface Pictured {
  post: RestPost
  picture: RestMedia | undefined
}

const restPictured = restPost.extend({ featured_media: z.number().int().catch(0) })
/** How long a site with missing pictures is asked for them in a call of their own. Milliseconds. */
const REMEMBERED_MS = 3_600_000

/**
 * Lists of posts with their pictures, in one call each. Where a picture is deleted but still named, WordPress brings the
 * whole index of the site in its place, for every such post: seen once, pictures are asked for by their ids.
 */
export interface PicturedLists {
  list(route: string, query: Query, about: Asking): Promise<Listed<Pictured> | undefined>
  /** Calls that a list costs now. */
  cost(): number
}

export function createPicturedLists(client: WordPressClient, now: Clock = elapsed): PicturedLists {
  let apartUntil = 0

  const together = async (route: string, query: Query, about: Asking): Promise<Listed<Pictured> | undefined> => {
    const found = await client.list(route, { ...query, ...CARD_QUERY }, restPost, about)
    if (found?.items.some(({ _embedded }) => bringsIndex(_embedded))) apartUntil = now() + REMEMBERED_MS
    return found && { ...found, items: found.items.map((post) => ({ post, picture: pictureOf(post._embedded) })) }
  }

  const apart = async (route: string, query: Query, about: Asking): Promise<Listed<Pictured> | undefined> => {
    const found = await client.list(route, { ...query, ...CARD_QUERY_WITHOUT_PICTURES }, restPictured, about)
    if (!found) return undefined
    const ids = [...new Set(found.items.map(({ featured_media: id }) => id).filter((id) => id > 0))]
    const pictures = ids.length === 0 ? [] : await picturesOf(ids, about)
    const byId = new Map(pictures.map((picture) => [picture.id, picture]))
    return { ...found, items: found.items.map((post) => ({ post, picture: byId.get(post.featured_media) })) }
  }

  /** A list without its pictures is better than none. */
  const picturesOf = async (ids: readonly number[], about: Asking): Promise<RestMedia[]> => {
    const query = { include: ids.join(','), per_page: String(ids.length), ...MEDIA_QUERY }
    const found = await client.list('wp/v2/media', query, restMedia, about).catch(() => undefined)
    return found?.items ?? []
  }

  return {
    cost: () => (now() < apartUntil ? 2 : 1),
    async list(route, query, about) {
      if (now() < apartUntil) return apart(route, query, about)
      try {
        return await together(route, query, about)
      } catch (error) {
        if (!(error instanceof SourceError) || error.reason !== 'too-large') throw error
        apartUntil = now() + REMEMBERED_MS
        return apart(route, query, about)
      }
    },
  }
}
