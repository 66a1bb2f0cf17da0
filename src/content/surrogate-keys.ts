import type { ListKind, ListName } from '../services/list-kind.ts'
import type { Service } from '../services/service.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import { type Archive, cardsIn } from './archive.ts'
import type { Article } from './article.ts'
import type { Card, Term } from './card.ts'
import type { Page } from './home-block.ts'
import { LIST_KINDS, slugOfList } from './links.ts'
import { cmsPath } from './public-paths.ts'

/** A response has one for each article, list and service in it; the CMS sends those of changes. */
export type SurrogateKey = string

export const COMMENTS_KEY: SurrogateKey = 'comments'

/** For feeds, maps and searches, which any article may change. */
export const feedsKey = (name: string): SurrogateKey => `feeds-${name}`

/** `2026-04`: one month (MAP-16). */
export const monthsKey = (name: string): SurrogateKey => `months-${name}`
export const monthKey = (name: string, month: string): SurrogateKey => `month-${name}-${month}`

/** For pages with unnamed articles, such as related ones. */
export const articlesKey = (name: string): SurrogateKey => `articles-${name}`

export const serviceKey = (name: string): SurrogateKey => `service-${name}`

const keysOfArticles = memoizeByIdentity<Article, readonly SurrogateKey[]>()

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

/** A title's change purges pages with its cards. */
export function cardKeys(cards: readonly Card[]): SurrogateKey[] {
  return cards.map(({ id }) => postKey(id))
}

export function pageKeys({ blocks }: Page): SurrogateKey[] {
  return blocks.flatMap((block) => ('cards' in block ? cardKeys(block.cards) : []))
}

/** An article's page alone begins with its key. */
export function archiveKeys(archive: Archive, basePath: string, service: Service): SurrogateKey[] {
  const [own = listKey('path', basePath.slice(1))] = termKey({ href: basePath }, service)
  return [own, ...sourceKeys(archive, own), ...cardKeys(cardsIn(archive))]
}

/** A series is purged with its tag (SERIES-7). */
function sourceKeys({ type }: Archive, own: SurrogateKey): SurrogateKey[] {
  return type === 'series' ? [own.replace(/^series-/, 'tag-')] : []
}

export function postKey(id: string): SurrogateKey {
  return `post-${keyPart(id)}`
}

export function postOfKey(key: SurrogateKey): string | undefined {
  const [, part] = /^post-(.+)$/.exec(key) ?? []
  return part === undefined || !/^[\w-]+$/.test(part) ? undefined : part
}

function termKey(term: Pick<Term, 'href'> | undefined, { paths }: Service): SurrogateKey[] {
  const [, folder = '', slug = ''] = /^\/([^/]+)\/([^/]+)$/.exec(term?.href ?? '') ?? []
  const kind = LIST_KINDS.find((one) => paths[one] === folder)
  return kind === undefined ? [] : [`${kind}-${slugOfList(kind, slug, { paths })}`]
}

export function listKey(kind: ListKind, slug: string): SurrogateKey {
  return `${kind}-${keyPart(cmsPath(slug).slice(1))}`
}

export function listOfKey(key: SurrogateKey): ListName | undefined {
  const kind = LIST_KINDS.find((one) => key.startsWith(`${one}-`))
  if (kind === undefined) return undefined
  try {
    return { kind, slug: decodeURIComponent(key.slice(kind.length + 1)) }
  } catch {
    // It is not percent-encoded.
    return undefined
  }
}

/** Spaces separate keys. */
function keyPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
