import { isRecord } from '../system/record.ts'

type Fields = Readonly<Record<string, unknown>>

const FLAT_FIELDS = [
  'authorName',
  'authorAvatar',
  'authorDescription',
  'authorStartDate',
  'authorPostCount',
  'authorSocial',
  'authorUrl',
  'authorEmail',
] as const

/**
 * Reads long (`name`, `socialMedia`, `stats`), flat (`authorName`, `authorSocial`, `authorPostCount`) or mixed forms
 * (ART-3): the first field present counts.
 * @param forms values of any shape, the most important first
 * @returns undefined when none of them has a field of an author
 */
export function longAuthor(...forms: readonly unknown[]): Fields | undefined {
  const records = forms.filter(isRecord)
  const first = (...names: readonly string[]): unknown =>
    records.flatMap((record) => names.map((name) => record[name])).find(isScalar)
  const author = {
    name: first('name', 'authorName'),
    avatar: first('avatar', 'authorAvatar'),
    description: first('description', 'authorDescription'),
    email: first('email', 'authorEmail'),
    relative_link: first('relative_link'),
    canonical: first('canonical', 'authorUrl'),
    socialMedia: merged(records.flatMap(({ socialMedia, authorSocial }) => [socialMedia, authorSocial])),
    stats: merged(
      records.flatMap(({ stats, authorStartDate, authorPostCount }) => [
        stats,
        { start_date: authorStartDate, posts_count: authorPostCount },
      ]),
    ),
  }
  return Object.values(author).some((field) => field !== undefined) ? author : undefined
}

export function authorOf(value: unknown): unknown {
  return isRecord(value) ? longAuthor(value) : value
}

/** An item is `{ author }`, or the author itself. */
export function authorOfItem(item: unknown): unknown {
  return isRecord(item) ? longAuthor(item.author, item) : item
}

/** Moves a post's top-level author into `author`. */
export function withAuthor(post: unknown): unknown {
  const flat = flatOf(post)
  return isRecord(post) && flat ? { ...post, author: longAuthor(post.author, flat) } : post
}

export function withListedAuthor(list: unknown): unknown {
  if (!isRecord(list)) return list
  const author = listedAuthor(list)
  return author ? { ...list, author: longAuthor(author, { name: list.titleToHeader }, { name: list.name }) } : list
}

export function listedAuthor(list: Fields): Fields | undefined {
  return longAuthor(list.author, flatOf(list))
}

function flatOf(response: unknown): Fields | undefined {
  if (!isRecord(response)) return undefined
  const names = FLAT_FIELDS.filter((name) => Object.hasOwn(response, name))
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, response[name]])) : undefined
}

function merged(maps: readonly unknown[]): Fields | undefined {
  const entries = maps.filter(isRecord).flatMap((map) => Object.entries(map).filter(([, value]) => isScalar(value)))
  return entries.length > 0 ? Object.fromEntries(entries.reverse()) : undefined
}

/** Other values mean "absent" (WIRE-3). */
function isScalar(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : typeof value === 'number'
}
