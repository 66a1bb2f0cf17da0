import { noneIfClosed } from '../upstream/errors.ts'
import type { WordPressClient } from './client.ts'
import { guestAuthor } from './co-authors.ts'
import { COUNT_QUERY, type Query, TERM_QUERY, USER_QUERY } from './fields.ts'
import type { OwnTypes } from './own-types.ts'
import type { CallBudget } from './rest-calls.ts'
import { type RestTerm, type RestUser, restId, restTerm, restUser } from './wire.ts'

export interface Author {
  user?: RestUser
  query?: Query
  isPartial?: boolean
}

export function authorReader(
  client: WordPressClient,
  ownTypes: OwnTypes,
): (slug: string, about: CallBudget) => Promise<Author> {
  /** By the account, or by the plugin's term where that has more posts. */
  const queryOf = async (
    user: RestUser | undefined,
    term: RestTerm | undefined,
    about: CallBudget,
  ): Promise<Query | undefined> => {
    const taxonomy = ownTypes.authors()
    const own: Query | undefined = user && { author: String(user.id) }
    const signed: Query | undefined = term && taxonomy && { [taxonomy.parameter]: String(term.id) }
    if (!own || !signed) return own ?? signed
    // The plugin knows texts saved since it came.
    const totals = [own, signed].map((query) =>
      client.list('wp/v2/posts', { status: 'publish', per_page: '1', ...query, ...COUNT_QUERY }, restId, about),
    )
    const [ofOwn, ofSigned] = await Promise.all(totals)
    return (ofSigned?.total ?? 0) >= (ofOwn?.total ?? 0) ? signed : own
  }

  const termOfAuthor = async (slug: string, about: CallBudget): Promise<RestTerm | undefined> => {
    const taxonomy = ownTypes.authors()
    if (!taxonomy) return undefined
    const query = { slug: `${slug},cap-${slug}`, ...TERM_QUERY }
    const listed = await client.list(taxonomy.route, query, restTerm, about).catch(noneIfClosed)
    return listed?.items[0]
  }

  /** Co-Authors Plus' term has only a login; elsewhere it has the name. */
  const guestOf = async (term: RestTerm, slug: string, about: CallBudget): Promise<RestUser | undefined> => {
    const { id, name, description } = term
    if (!term.slug.startsWith('cap-')) return { id, name, slug, description }
    return guestAuthor(slug, client, about).catch(noneIfClosed)
  }

  return async (slug, about) => {
    const listed = await client.list('wp/v2/users', { slug, ...USER_QUERY }, restUser, about)
    const user = listed?.items[0]
    let isPartial = false
    const term = await termOfAuthor(slug, about).catch((error: unknown) => {
      if (!user) throw error
      isPartial = true
      return undefined
    })
    const guest = user ?? (term && (await guestOf(term, slug, about)))
    return { user: guest, query: await queryOf(user, term, about), isPartial }
  }
}
