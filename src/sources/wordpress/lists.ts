import { type ListKind, type ListMonth, NEWEST_CATEGORY } from '../../services/list-kind.ts'
import { POSTS_PER_PAGE } from '../source.ts'
import { archiveOf, authorHead, type Page, type PageName, pageReader, type ReadPage, termHead } from './archives.ts'
import { type Author, authorReader } from './authors.ts'
import { isProtected } from './card.ts'
import type { WordPressClient } from './client.ts'
import type { SiteContent } from './content.ts'
import { type Query, TERM_QUERY } from './fields.ts'
import type { IllustratedLists } from './images.ts'
import { createMonths } from './months.ts'
import type { NewestPosts } from './newest.ts'
import { type FoundTerm, OF_TYPE, ownArchives, typeOf } from './own-archives.ts'
import type { OwnTypes } from './own-types.ts'
import { monthQuery } from './period.ts'
import type { CallBudget } from './rest-calls.ts'
import { createTtlCache } from './ttl-cache.ts'
import { pathOf, TERM_FOLDERS } from './urls.ts'
import { restTerm } from './wire.ts'

/** Milliseconds. */
const TTL_MS = 300_000

const ROUTES = { category: 'wp/v2/categories', tag: 'wp/v2/tags' } as const

/** A service decides which of WordPress' lists are series. */
export type SiteListKind = Exclude<ListKind, 'series'>

export interface Lists {
  archive(kind: SiteListKind, slug: string, page: number, about: CallBudget): Promise<object | undefined>
  /**
   * For programs, in pages of `POSTS_PER_BULK`.
   * @param page counts from 1
   */
  bulk(kind: SiteListKind, slug: string, page: number, about: CallBudget): Promise<object | undefined>
  /**
   * The newest posts with texts, in pages of `POSTS_PER_TEXTS`.
   * @param page counts from 1
   */
  texts(page: number, about: CallBudget): Promise<object | undefined>
  /** Of the list of all, or of one type; others have none. */
  months(kind: SiteListKind, slug: string, about: () => CallBudget): Promise<ListMonth[]>
  /**
   * Oldest first, in pages of `POSTS_PER_BULK`.
   * @param page counts from 1
   */
  month(kind: SiteListKind, slug: string, month: string, page: number, about: CallBudget): Promise<object | undefined>
  forget(): void
}

export function createLists(
  client: WordPressClient,
  illustrated: IllustratedLists,
  newest: NewestPosts,
  ownTypes: OwnTypes,
  site: SiteContent,
): Lists {
  const terms = createTtlCache<FoundTerm>(TTL_MS)
  const users = createTtlCache<Author>(TTL_MS)
  const readAuthor = authorReader(client, ownTypes)
  const months = createMonths(client)
  const pageOf = pageReader(illustrated)
  const ownArchive = ownArchives(client, pageOf, ownTypes, site.language, terms)

  const termOf = (kind: 'category' | 'tag', slug: string, about: CallBudget) =>
    terms.get(`${kind} ${slug}`, about.rank, async () => {
      const listed = await client.list(ROUTES[kind], { slug, ...TERM_QUERY }, restTerm, about)
      return { term: listed?.items[0] }
    })

  const listOf = async (
    kind: SiteListKind,
    slug: string,
    page: PageName,
    about: CallBudget,
  ): Promise<object | undefined> => {
    if (kind === 'category' && slug === NEWEST_CATEGORY) {
      return archiveOf(kind, { name: site.newest }, await newestPage(newest, pageOf, page, about), page)
    }
    if (kind === 'author') {
      await ownTypes.ready(about)
      const { user, query, isPartial } = await users.get(slug, about.rank, () => readAuthor(slug, about))
      if (isPartial) users.forget(slug)
      if (!user) return undefined
      const listPage = await pageOf(query ?? {}, page, about)
      // Only users with posts are authors.
      return listPage && listPage.total > 0
        ? archiveOf(kind, authorHead(user, listPage.total), listPage, page)
        : undefined
    }
    if (kind === 'path') return ownArchive(slug, page, about)
    const { term } = await termOf(kind, slug, about)
    if (!term) return undefined
    const query: Query =
      kind === 'tag'
        ? { tags: String(term.id) }
        : { 'categories[terms]': String(term.id), 'categories[include_children]': 'true' }
    return archiveOf(kind, termHead(`${TERM_FOLDERS[kind]}${term.slug}`, term), await pageOf(query, page, about), page)
  }

  return {
    archive: (kind, slug, page, about) => listOf(kind, slug, { page, fields: 'card' }, about),
    bulk: (kind, slug, page, about) => listOf(kind, slug, { page, fields: 'bulk' }, about),
    async texts(page, about) {
      const name: PageName = { page, fields: 'text' }
      const listPage = await pageOf({}, name, about)
      const list = await archiveOf('category', { name: site.newest }, listPage, name)
      const open = listPage?.items.filter(({ post }) => !isProtected(post)) ?? []
      const texts = open.map(({ post }) => ({ relative_link: pathOf(post.link), html: post.content?.rendered }))
      return list && { list, texts }
    },
    async months(kind, slug, about) {
      const route = await countedRoute(kind, slug, ownTypes, about())
      return route === undefined ? [] : months(route, about)
    },
    async month(kind, slug, month, page, about) {
      const route = await countedRoute(kind, slug, ownTypes, about)
      if (route === undefined) return undefined
      const name: PageName = { page, fields: 'bulk' }
      const query = { ...monthQuery(month), orderby: 'date', order: 'asc' }
      return archiveOf('category', { name: month }, await pageOf(query, name, about, route), name)
    },
    forget() {
      terms.forget()
      users.forget()
    },
  }
}

async function newestPage(
  newest: NewestPosts,
  pageOf: ReadPage,
  name: PageName,
  about: CallBudget,
): Promise<Page | undefined> {
  const page = Math.max(1, name.page)
  if (name.fields === 'bulk' || !newest.covers(page)) return pageOf({}, name, about)
  const { posts, total } = await newest.get(about)
  const items = posts.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE)
  return page === 1 || items.length > 0 ? { items, total } : undefined
}

/** Of a list whose months are counted. */
async function countedRoute(
  kind: SiteListKind,
  slug: string,
  ownTypes: OwnTypes,
  about: CallBudget,
): Promise<string | undefined> {
  if (kind === 'category') return slug === NEWEST_CATEGORY ? 'wp/v2/posts' : undefined
  if (kind !== 'path' || !slug.startsWith(OF_TYPE)) return undefined
  await ownTypes.ready(about)
  return typeOf(slug, ownTypes)?.route
}
