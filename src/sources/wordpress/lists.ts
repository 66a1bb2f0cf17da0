import { type FolderKind, type ListKind, type ListMonth, NEWEST_CATEGORY } from '../../services/list-kind.ts'
import { takingTurns } from '../../system/steps.ts'
import { LEADING_CARDS, POSTS_PER_BULK, POSTS_PER_PAGE, POSTS_PER_TEXTS } from '../source.ts'
import { profileOf } from './article.ts'
import { cardOf, isProtected } from './card.ts'
import type { Listed, WordPressClient } from './client.ts'
import { guestAuthor } from './co-authors.ts'
import type { SiteContent } from './content.ts'
import { COUNT_QUERY, type Query, TERM_QUERY, USER_QUERY } from './fields.ts'
import { yoastHeadOf } from './head.ts'
import type { Illustrated, IllustratedLists, PostFields } from './images.ts'
import { createMonths } from './months.ts'
import type { NewestPosts } from './newest.ts'
import type { OwnTypes } from './own-types.ts'
import { monthQuery, periodAt } from './period.ts'
import type { CallBudget } from './rest-calls.ts'
import { textField } from './text.ts'
import { createTtlCache } from './ttl-cache.ts'
import { pathOf, slugOf, TERM_FOLDERS } from './urls.ts'
import { type RestTerm, type RestUser, restId, restTerm, restUser } from './wire.ts'

/** Milliseconds; names and ids of terms and authors rarely change. */
const TTL_MS = 300_000

/** Begins the slug of a post type's whole list, which has no page: no path begins so. */
export const OF_TYPE = '@'

const ROUTES = { category: 'wp/v2/categories', tag: 'wp/v2/tags', author: 'wp/v2/users' } as const

/** Lists that WordPress itself has; a service decides which of them are series. */
export type SiteListKind = Exclude<ListKind, 'series'>

/** Lists of posts in the shape of the hub's archives. */
export interface Lists {
  /** @param page 0 for the first view */
  archive(kind: SiteListKind, slug: string, page: number, about: CallBudget): Promise<object | undefined>
  /**
   * The same for programs, in pages of `POSTS_PER_BULK`.
   * @param page counts from 1
   */
  bulk(kind: SiteListKind, slug: string, page: number, about: CallBudget): Promise<object | undefined>
  /**
   * The newest posts with their texts, in pages of `POSTS_PER_TEXTS`.
   * @param page counts from 1
   */
  texts(page: number, about: CallBudget): Promise<object | undefined>
  /** The months of the list of all, or of one type's; others have none. */
  months(kind: SiteListKind, slug: string, about: () => CallBudget): Promise<ListMonth[]>
  /**
   * Posts of one month, oldest first, in pages of `POSTS_PER_BULK`.
   * @param page counts from 1
   */
  month(kind: SiteListKind, slug: string, month: string, page: number, about: CallBudget): Promise<object | undefined>
  forget(): void
}

type Page = Pick<Listed<Illustrated>, 'items' | 'total'>
/** Page 0 is the first view with its blocks, which only readers get. */
interface PageName {
  page: number
  fields: PostFields
}

const PER_PAGE: Record<PostFields, number> = { card: POSTS_PER_PAGE, bulk: POSTS_PER_BULK, text: POSTS_PER_TEXTS }

/** The query is for posts that are not by the author's account alone. */
interface Author {
  user?: RestUser
  query?: Query
}

type Head = { name: string; [field: string]: unknown }

export function createLists(
  client: WordPressClient,
  illustrated: IllustratedLists,
  newest: NewestPosts,
  ownTypes: OwnTypes,
  site: SiteContent,
): Lists {
  const terms = createTtlCache<{ term?: RestTerm }>(TTL_MS)
  const users = createTtlCache<Author>(TTL_MS)
  const months = createMonths(client)

  /** The route of a list whose months are counted. */
  const routeOf = async (kind: SiteListKind, slug: string, about: CallBudget): Promise<string | undefined> => {
    if (kind === 'category') return slug === NEWEST_CATEGORY ? 'wp/v2/posts' : undefined
    if (kind !== 'path' || !slug.startsWith(OF_TYPE)) return undefined
    await ownTypes.ready(about)
    return ownTypes.all().find((type) => `${OF_TYPE}${type.slug}` === slug)?.route
  }

  const pageOf = (query: Query, { page, fields }: PageName, about: CallBudget, route = 'wp/v2/posts') =>
    illustrated.list(
      route,
      { status: 'publish', per_page: String(PER_PAGE[fields]), page: String(Math.max(1, page)), ...query },
      about,
      fields,
    )

  const newestPage = async (name: PageName, about: CallBudget): Promise<Page | undefined> => {
    const page = Math.max(1, name.page)
    if (name.fields === 'bulk' || !newest.covers(page)) return pageOf({}, name, about)
    const { posts, total } = await newest.get(about)
    const items = posts.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE)
    return page === 1 || items.length > 0 ? { items, total } : undefined
  }

  const termOf = (kind: 'category' | 'tag', slug: string, about: CallBudget) =>
    terms.get(`${kind} ${slug}`, about.rank, async () => {
      const listed = await client.list(ROUTES[kind], { slug, ...TERM_QUERY }, restTerm, about)
      const term = listed?.items[0]
      return term ? { term } : {}
    })

  const userOf = (slug: string, about: CallBudget) =>
    users.get(slug, about.rank, async () => {
      const listed = await client.list(ROUTES.author, { slug, ...USER_QUERY }, restUser, about)
      const user = listed?.items[0]
      const term = await termOfAuthor(slug, about)
      const guest = user ?? (term && (await guestOf(term, slug, about)))
      return { user: guest, ...(await queryOf(user, term, about)) }
    })

  /** An author's posts by the account, or by the plugin's term where that has more of them. */
  const queryOf = async (
    user: RestUser | undefined,
    term: RestTerm | undefined,
    about: CallBudget,
  ): Promise<{ query?: Query }> => {
    const taxonomy = ownTypes.authors()
    const own: Query | undefined = user && { author: String(user.id) }
    const signed: Query | undefined = term && taxonomy && { [taxonomy.parameter]: String(term.id) }
    if (!own || !signed) return own || signed ? { query: own ?? signed ?? {} } : {}
    // The plugin knows a text from its next saving on.
    const totals = [own, signed].map((query) =>
      client.list('wp/v2/posts', { status: 'publish', per_page: '1', ...query, ...COUNT_QUERY }, restId, about),
    )
    const [ofOwn, ofSigned] = await Promise.all(totals)
    return { query: (ofSigned?.total ?? 0) >= (ofOwn?.total ?? 0) ? signed : own }
  }

  const termOfAuthor = async (slug: string, about: CallBudget): Promise<RestTerm | undefined> => {
    const taxonomy = ownTypes.authors()
    if (!taxonomy) return undefined
    const query = { slug: `${slug},cap-${slug}`, ...TERM_QUERY }
    const listed = await client.list(taxonomy.route, query, restTerm, about).catch(() => undefined)
    return listed?.items[0]
  }

  /** In Co-Authors Plus the term has a login alone; elsewhere it has the name. */
  const guestOf = async (term: RestTerm, slug: string, about: CallBudget): Promise<RestUser | undefined> => {
    const { id, name, description } = term
    if (!term.slug.startsWith('cap-')) return { id, name, slug, description }
    return guestAuthor(slug, client, about).catch(() => undefined)
  }

  /** A list at a path of WordPress' own. */
  const ownArchive = async (slug: string, page: PageName, about: CallBudget): Promise<object | undefined> => {
    const period = periodAt(`/${slug}`, site.language)
    if (period) {
      const listPage = await pageOf(period.query, page, about)
      const head = { name: period.name, seo: { canonical: `/${slug}` } }
      return listPage && listPage.total > 0 ? archiveOf('category', head, listPage, page) : undefined
    }
    await ownTypes.ready(about)
    const all = slug.startsWith(OF_TYPE) && ownTypes.all().find((type) => `${OF_TYPE}${type.slug}` === slug)
    const list = all ? { type: all } : ownTypes.listAt(`/${slug}`)
    if (!list) return undefined
    if ('type' in list) {
      const head = { name: textField(list.type.name), seo: { canonical: list.type.archive } }
      return archiveOf('category', head, await pageOf({}, page, about, list.type.route), page)
    }
    const { taxonomy, path } = list
    const { term } = await terms.get(path, about.rank, async () => {
      const query = { slug: slugOf(path), ...TERM_QUERY }
      const listed = await client.list(taxonomy.route, query, restTerm, about)
      const term = listed?.items.find(({ link }) => link !== undefined && pathOf(link) === path)
      return term ? { term } : {}
    })
    if (!term) return undefined
    const { parameter, isHierarchical, posts } = taxonomy
    const query: Query = isHierarchical
      ? { [`${parameter}[terms]`]: String(term.id), [`${parameter}[include_children]`]: 'true' }
      : { [parameter]: String(term.id) }
    return archiveOf('category', termHead(path, term), await pageOf(query, page, about, posts), page)
  }

  const listOf = async (
    kind: SiteListKind,
    slug: string,
    page: PageName,
    about: CallBudget,
  ): Promise<object | undefined> => {
    if (kind === 'category' && slug === NEWEST_CATEGORY) {
      return archiveOf(kind, { name: site.newest }, await newestPage(page, about), page)
    }
    if (kind === 'author') {
      await ownTypes.ready(about)
      const { user, query } = await userOf(slug, about)
      if (!user) return undefined
      const listPage = await pageOf(query ?? {}, page, about)
      // Readers and editors have accounts too: only users with posts are authors.
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
      const route = await routeOf(kind, slug, about())
      return route === undefined ? [] : months(route, about)
    },
    async month(kind, slug, month, page, about) {
      const route = await routeOf(kind, slug, about)
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

/** Makes one card at a time, so as not to block the event loop (COST-1). */
export async function cardsOf(posts: readonly Illustrated[]): Promise<object[]> {
  const pause = takingTurns()
  const cards: object[] = []
  for (const { post, image: media } of posts) {
    const card = cardOf(post, media)
    if (card) cards.push(card)
    await pause()
  }
  return cards
}

export function cardBlock(type: string, cards: readonly object[], fields: object = {}): object {
  return {
    blockType: type,
    blockName: `acf/${type}`,
    attrs: [],
    innerHTML: '',
    innerBlocks: [],
    blockContent: { posts: cards, fields },
  }
}

async function archiveOf(
  kind: Exclude<FolderKind, 'series'>,
  head: Head,
  listPage: Page | undefined,
  { page, fields }: PageName,
): Promise<object | undefined> {
  if (!listPage) return undefined
  const posts = await cardsOf(listPage.items)
  return {
    type: kind,
    ...head,
    blocks: page === 0 ? firstView(posts) : [],
    posts,
    sumOfPosts: listPage.total,
    postPerPage: PER_PAGE[fields],
    ad_slots: [],
    wall: false,
  }
}

function firstView(posts: readonly object[]): object[] {
  if (posts.length === 0) return []
  if (posts.length <= LEADING_CARDS) return [cardBlock('list-posts', posts)]
  return [cardBlock('big-posts', posts.slice(0, LEADING_CARDS)), cardBlock('list-posts', posts.slice(LEADING_CARDS))]
}

function termHead(path: string, { name, description, yoast_head_json: yoast }: RestTerm): Head {
  const plugin = yoastHeadOf(yoast)
  return {
    name: textField(name),
    lead: description ?? '',
    seo: {
      title: textField(plugin?.title ?? name),
      canonical: path,
      meta: plugin?.meta ?? [],
    },
  }
}

function authorHead(user: RestUser, total: number): Head {
  const profile = profileOf(user)
  return { name: profile.name, author: { ...profile, stats: { posts_count: total } } }
}
