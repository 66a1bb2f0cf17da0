import { listedAuthor, longAuthor } from '../../content/author-forms.ts'
import { isRecord } from '../../system/record.ts'

/**
 * Adds the biography to a list of an author's texts (PAGE-13), from a path of its own where the list has none or is
 * missing. A failure leaves the list as it is.
 * @param json the list; undefined: there is none
 */
export async function withBiography(
  json: unknown,
  { slug, page, read }: { slug: string; page: number; read(): Promise<unknown> },
): Promise<unknown> {
  if (json !== undefined && !isRecord(json)) return json
  const own = json && listedAuthor(json)
  const isList = json !== undefined && hasPosts(json)
  if (json?.errors || (isList && own?.description) || (!isList && page > 1)) return json
  const biography = await read().catch(() => undefined)
  const author = isRecord(biography) ? longAuthor(own, biography.author, biography) : own
  if (isList) return { ...json, author }
  return author?.name === undefined ? json : { ...emptyList(slug), author }
}

function hasPosts({ posts, blocks }: Readonly<Record<string, unknown>>): boolean {
  return posts !== undefined || blocks !== undefined
}

function emptyList(slug: string): object {
  return { type: 'author', name: slug, blocks: [], posts: [], sumOfPosts: 0, postPerPage: 1, ad_slots: [] }
}
