import type { ListKind, ListName } from '../services/list-kind.ts'
import type { Service } from '../services/service.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import { type Archive, cardsIn } from './archive.ts'
import type { Article } from './article.ts'
import type { Card, Term } from './card.ts'
import { LIST_KINDS, slugOfList } from './links.ts'
import type { Page } from './page.ts'
import { cmsPath } from './public-paths.ts'

/**
 * Names for purging responses together: one per article, list and service in the response. The CMS sends them when
 * something changes.
 */
export type SurrogateKey = string

/** Of what shows comments on any article. */
export const COMMENTS_KEY: SurrogateKey = 'comments'

/** Of a service's feeds, maps and searches: any change of its articles may change them. */
export const feedsKey = (name: string): SurrogateKey => `feeds-${name}`

/** Of a service's maps of months that are over, and of one of them: `2026-04` (MAP-16). */
export const monthsKey = (name: string): SurrogateKey => `months-${name}`
export const monthKey = (name: string, month: string): SurrogateKey => `month-${name}-${month}`

/** Of pages that show articles which they do not name, as related ones: another list of articles may change them. */
export const articlesKey = (name: string): SurrogateKey => `articles-${name}`

export const serviceKey = (name: string): SurrogateKey => `service-${name}`

const keysOfArticles = memoizeByIdentity<Article, readonly SurrogateKey[]>()

/** The article's key and those of its lists: its categories, kind, tags, authors and series. */
export function articleKeys(article: Article, service: Service): readonly SurrogateKey[] {
  const { id, category, trail, kind, tags, authors, seriesSlugs } = article
  return keysOfArticles(article, [service.paths], () => [
    postKey(id),
    ...new Set([
      ...[category, ...trail, kind, ...tags, ...authors].flatMap((term) => termKey(term, service)),
      ...seriesSlugs.flatMap((slug) => [listKey('series', slug), listKey('tag', slug)]),
    ]),
  ])
}

/** Keys of the articles shown as cards: a changed title must purge those pages too. */
export function cardKeys(cards: readonly Card[]): SurrogateKey[] {
  return cards.map(({ id }) => postKey(id))
}

export function pageKeys({ blocks }: Page): SurrogateKey[] {
  return blocks.flatMap((block) => ('cards' in block ? cardKeys(block.cards) : []))
}

/** The list's key, then those of its articles: what begins with an article's key is that article's page. */
export function archiveKeys(archive: Archive, basePath: string, service: Service): SurrogateKey[] {
  const [own = listKey('path', basePath.slice(1))] = termKey({ href: basePath }, service)
  return [own, ...sourceKeys(archive, own), ...cardKeys(cardsIn(archive))]
}

/** A series of a CMS is a tag there: what the CMS purges with the tag is the series too (SERIES-7). */
function sourceKeys({ type }: Archive, own: SurrogateKey): SurrogateKey[] {
  return type === 'series' ? [own.replace(/^series-/, 'tag-')] : []
}

/** @param id id of a card or an article */
export function postKey(id: string): SurrogateKey {
  return `post-${keyPart(id)}`
}

/** The id of an article by its key; undefined for any other key. */
export function postOfKey(key: SurrogateKey): string | undefined {
  const [, part] = /^post-(.+)$/.exec(key) ?? []
  return part === undefined || !/^[\w-]+$/.test(part) ? undefined : part
}

/** `/kategoria/edukacja` is `category-edukacja`. */
function termKey(term: Pick<Term, 'href'> | undefined, { paths }: Service): SurrogateKey[] {
  const [, folder = '', slug = ''] = /^\/([^/]+)\/([^/]+)$/.exec(term?.href ?? '') ?? []
  const kind = LIST_KINDS.find((one) => paths[one] === folder)
  return kind === undefined ? [] : [`${kind}-${slugOfList(kind, slug, { paths })}`]
}

/** The key of a list by its slug, percent-encoded, as in WordPress, or not. */
export function listKey(kind: ListKind, slug: string): SurrogateKey {
  return `${kind}-${keyPart(cmsPath(slug).slice(1))}`
}

/** The list of a key; undefined for any other key. */
export function listOfKey(key: SurrogateKey): ListName | undefined {
  const kind = LIST_KINDS.find((one) => key.startsWith(`${one}-`))
  if (kind === undefined) return undefined
  try {
    return { kind, slug: decodeURIComponent(key.slice(kind.length + 1)) }
  } catch {
    // Not percent-encoded text.
    return undefined
  }
}

/** A key in a header must not contain spaces: they separate keys. */
function keyPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
