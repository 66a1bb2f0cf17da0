import { RESULTS_PER_PAGE } from '../source.ts'
import { cardsOf } from './archives.ts'
import { isProtected } from './card.ts'
import type { WordPressClient } from './client.ts'
import type { Illustrated, IllustratedLists } from './images.ts'
import type { OwnTypes } from './own-types.ts'
import type { CallBudget } from './rest-calls.ts'

export type Search = (query: string, page: number, about: CallBudget) => Promise<object>

interface Results {
  items: Illustrated[]
  hasMore: boolean
}

/** Each is a call for every search. */
const MAX_OWN_TYPES = 10

/** Posts, pages and own types have a call each (SEARCH-25); only a failure for posts is one of the search. */
export function createSearch(client: WordPressClient, illustrated: IllustratedLists, ownTypes: OwnTypes): Search {
  return async (query, page, about) => {
    const resultsOf = async (route: string): Promise<Results> => {
      const searchQuery = {
        search: query,
        orderby: 'relevance',
        status: 'publish',
        page: String(page),
        per_page: String(RESULTS_PER_PAGE),
      }
      const listed = await illustrated.list(route, searchQuery, about)
      // WordPress searches posts with passwords for authenticated users: listing them would reveal their words.
      const items = listed?.items.filter(({ post }) => !isProtected(post)) ?? []
      return { items, hasMore: listed !== undefined && page * RESULTS_PER_PAGE < listed.total }
    }
    const beside = (route: string): Promise<Results> => resultsOf(route).catch(() => ({ items: [], hasMore: false }))
    const ofOwnTypes = async (): Promise<Results[]> => {
      await ownTypes.ready(about)
      return Promise.all(
        ownTypes
          .all()
          .slice(0, MAX_OWN_TYPES)
          .map(({ route }) => beside(route)),
      )
    }
    const [posts, pages, own] = await Promise.all([resultsOf('wp/v2/posts'), beside('wp/v2/pages'), ofOwnTypes()])
    const all = [posts, pages, ...own]
    const hasMore = all.some((one) => one.hasMore)
    // With credentials a further page may have only protected posts.
    const isSure = !hasMore || client.isAnonymous
    return { posts: await cardsOf(all.flatMap(({ items }) => items)), hasMore: isSure ? hasMore : undefined }
  }
}
