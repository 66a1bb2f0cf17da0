import * as z from 'zod'
import { isRecord } from '../../content/record.ts'
import { text } from '../../content/wire.ts'
import type { CallBudget } from './call-budget.ts'
import type { WordPressClient } from './client.ts'
import { termsOf } from './embedded.ts'
import type { RestPost, RestTerm, RestUser } from './wire.ts'

/** The taxonomy in which plugins for several authors keep them; its terms are no topics. */
export const AUTHOR_TAXONOMY = 'author'
/** Route of Co-Authors Plus. */
export const CO_AUTHORS = 'coauthors/v1'
/** Its terms' slugs begin so. */
const PREFIX = /^cap-/
/** More are no byline. */
const MAX_AUTHORS = 20

const words = z.union([z.string(), z.object({ rendered: z.string() }).transform(({ rendered }) => rendered)]).catch('')

/** An author of Co-Authors Plus, or of PublishPress Authors in a post's own field. */
const person = z
  .object({
    id: z.coerce.number().int().catch(0),
    display_name: text,
    displayName: text,
    name: text,
    user_nicename: text,
    userNicename: text,
    slug: text,
    description: words,
  })
  .transform((written, context): RestUser => {
    const name = written.display_name ?? written.displayName ?? written.name
    const slug = written.user_nicename ?? written.userNicename ?? written.slug
    if (!name || !slug) {
      context.addIssue('has no name or no slug')
      return z.NEVER
    }
    return { id: written.id, name, slug: slug.replace(PREFIX, ''), description: written.description }
  })
/** PHP sends a list with a gap as a map. */
const list = z.preprocess(
  (value) => (isRecord(value) ? Object.values(value) : value),
  z.array(person.optional().catch(undefined)).catch([]),
)

/** Each author once, as far as they make a byline. */
function once(authors: ReadonlyArray<RestUser | undefined>): RestUser[] | undefined {
  const bySlug = new Map(authors.flatMap((one) => (one ? [[one.slug, one] as const] : [])))
  return bySlug.size > 0 ? [...bySlug.values()].slice(0, MAX_AUTHORS) : undefined
}

/** The authors in a post's own field, as PublishPress Authors has them; undefined: it has none there. */
export function authorsInField(post: RestPost): RestUser[] | undefined {
  return once(list.parse(post.authors))
}

/** Whether the authors of a post are others than the one that WordPress itself names. */
export function hasOtherAuthors(post: RestPost, own: RestUser | undefined): boolean {
  const slugs = termsOf(post._embedded).filter(isAuthorTerm).map(slugOfAuthor)
  return slugs.length > 1 || (slugs.length === 1 && slugs[0] !== own?.slug)
}

/** Whether a user is among the authors that a plugin has. */
export function isAuthorOf(post: RestPost, slug: string): boolean {
  return termsOf(post._embedded).some((term) => isAuthorTerm(term) && slugOfAuthor(term) === slug)
}

function isAuthorTerm({ taxonomy }: RestTerm): boolean {
  return taxonomy === AUTHOR_TAXONOMY
}

function slugOfAuthor({ slug }: RestTerm): string {
  return slug.replace(PREFIX, '')
}

/** The authors of a post by Co-Authors Plus: guests have no account, and their terms only a login name (SRC-54). */
export async function coAuthorsOf(
  { id }: RestPost,
  client: WordPressClient,
  about: CallBudget,
): Promise<RestUser[] | undefined> {
  const named = await client.item(`${CO_AUTHORS}/coauthors`, { post_id: String(id) }, list, about)
  return once(named ?? [])
}

/** A guest author by the last part of the path of his page. */
export async function guestAuthor(
  slug: string,
  client: WordPressClient,
  about: CallBudget,
): Promise<RestUser | undefined> {
  return client.item(`${CO_AUTHORS}/coauthors/${encodeURIComponent(slug)}`, {}, person, about)
}
