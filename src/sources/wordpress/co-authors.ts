import * as z from 'zod'
import { text } from '../../content/wire.ts'
import { isRecord } from '../../system/record.ts'
import type { WordPressClient } from './client.ts'
import type { Illustrated, IllustratedLists } from './images.ts'
import type { CallBudget } from './rest-calls.ts'
import { createTtlCache } from './ttl-cache.ts'
import { authorsOf, type RestPost, type RestTerm, type RestUser, termsOf } from './wire.ts'

/** Plugins for several authors keep them in its terms, which are no topics. */
export const AUTHOR_TAXONOMY = 'author'
export const CO_AUTHORS = 'coauthors/v1'
/** Begins its terms' slugs. */
const PREFIX = /^cap-/
/** More are no byline. */
const MAX_AUTHORS = 20

const words = z.union([z.string(), z.object({ rendered: z.string() }).transform(({ rendered }) => rendered)]).catch('')

/** Of Co-Authors Plus, or of PublishPress Authors in a post's own field. */
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

function once(authors: ReadonlyArray<RestUser | undefined>): RestUser[] | undefined {
  const bySlug = new Map(authors.flatMap((one) => (one ? [[one.slug, one] as const] : [])))
  return bySlug.size > 0 ? [...bySlug.values()].slice(0, MAX_AUTHORS) : undefined
}

export function authorsInField(post: RestPost): RestUser[] | undefined {
  return once(list.parse(post.authors))
}

export function hasOtherAuthors(post: RestPost, own: RestUser | undefined): boolean {
  const slugs = slugsOf(post)
  return slugs.length > 1 || (slugs.length === 1 && slugs[0] !== own?.slug)
}

export function isAuthorOf(post: RestPost, slug: string): boolean {
  return termsOf(post._embedded).some((term) => isAuthorTerm(term) && slugOfAuthor(term) === slug)
}

function isAuthorTerm({ taxonomy }: RestTerm): boolean {
  return taxonomy === AUTHOR_TAXONOMY
}

function slugOfAuthor({ slug }: RestTerm): string {
  return slug.replace(PREFIX, '')
}

/** By Co-Authors Plus: guests have no account, and their terms only a login name (SRC-54). */
export async function coAuthorsOf(
  { id }: RestPost,
  client: WordPressClient,
  about: CallBudget,
): Promise<RestUser[] | undefined> {
  const named = await client.item(`${CO_AUTHORS}/coauthors`, { post_id: String(id) }, list, about)
  return once(named ?? [])
}

export async function guestAuthor(
  slug: string,
  client: WordPressClient,
  about: CallBudget,
): Promise<RestUser | undefined> {
  return client.item(`${CO_AUTHORS}/coauthors/${encodeURIComponent(slug)}`, {}, person, about)
}

/** Milliseconds. */
const GUESTS_TTL_MS = 3_600_000
/** A list waits for so many; the next one has the others. */
const MAX_GUESTS = 8

/** With a call for each guest of Co-Authors Plus (SRC-54). */
export function withGuests(lists: IllustratedLists, client: WordPressClient, isThere: () => boolean): IllustratedLists {
  const guests = createTtlCache<{ guest?: RestUser }>(GUESTS_TTL_MS)
  const guestOf = async (slug: string, about: CallBudget): Promise<readonly [string, RestUser | undefined]> => {
    const { guest } = await guests
      .get(slug, about.rank, async () => {
        const guest = await guestAuthor(slug, client, about)
        return guest ? { guest } : {}
      })
      .catch((): { guest?: RestUser } => ({}))
    return [slug, guest]
  }
  return {
    ...lists,
    async list(route, query, about, fields) {
      const listed = await lists.list(route, query, about, fields)
      if (!listed || !isThere()) return listed
      const signed = listed.items.filter(({ post }) => hasOtherAuthors(post, authorsOf(post._embedded)[0]))
      const slugs = [...new Set(signed.flatMap(({ post }) => slugsOf(post)))]
      const known = slugs.filter((slug) => guests.has(slug))
      const wanted = [...known, ...slugs.filter((slug) => !guests.has(slug)).slice(0, MAX_GUESTS)]
      const named = new Map(await Promise.all(wanted.map((slug) => guestOf(slug, about))))
      return { ...listed, items: listed.items.map((item) => signedBy(item, named)) }
    },
  }
}

function signedBy(item: Illustrated, named: ReadonlyMap<string, RestUser | undefined>): Illustrated {
  const { post } = item
  if (post.authors !== undefined || !hasOtherAuthors(post, authorsOf(post._embedded)[0])) return item
  const own = authorsOf(post._embedded)
  const authors = slugsOf(post).flatMap((slug) => named.get(slug) ?? own.find((user) => user.slug === slug) ?? [])
  return authors.length > 0 ? { ...item, post: { ...post, authors } } : item
}

function slugsOf(post: RestPost): string[] {
  return termsOf(post._embedded).filter(isAuthorTerm).map(slugOfAuthor)
}
