import { type ListKind, NEWEST_CATEGORY } from '../../content/reader.ts'
import { takingTurns } from '../../content/steps.ts'
import { copy } from '../../copy.ts'
import { TERM_FOLDERS } from './addresses.ts'
import { profileOf } from './article.ts'
import { cardOf, isProtected } from './card.ts'
import type { Asking, Listed, WordPressClient } from './client.ts'
import { type Query, TERM_QUERY, USER_QUERY } from './fields.ts'
import { yoastHeadOf } from './head.ts'
import { createKept } from './kept.ts'
import { type NewestPosts, POSTS_PER_PAGE } from './newest.ts'
import type { Pictured, PicturedLists } from './pictures.ts'
import { textField } from './text.ts'
import { type RestTerm, type RestUser, restTerm, restUser } from './wire.ts'

const RESULTS_PER_PAGE = 10
/** Cards of a list's first view that stand large above the others. */
const LEADING_CARDS = 4
/** Names and numbers of terms and authors hardly ever change. Milliseconds. */
const KEPT_MS = 300_000

const ROUTES = { category: 'wp/v2/categories', tag: 'wp/v2/tags', author: 'wp/v2/users' } as const

/** Lists of posts as archives of the contract. */
export interface Lists {
  /** @param page 0 for the first view */
  archive(kind: ListKind, slug: string, page: number, about: Asking): Promise<object | undefined>
  search(query: string, page: number, about: Asking): Promise<object>
  forget(): void
}

type Page = Pick<Listed<Pictured>, 'items' | 'total'>
type Head = { name: string; [field: string]: unknown }

export function createLists(client: WordPressClient, pictured: PicturedLists, newest: NewestPosts): Lists {
  const terms = createKept<{ term?: RestTerm }>(KEPT_MS)
  const users = createKept<{ user?: RestUser }>(KEPT_MS)

  const pageOf = (query: Query, page: number, about: Asking) =>
    pictured.list(
      'wp/v2/posts',
      { status: 'publish', per_page: String(POSTS_PER_PAGE), page: String(page), ...query },
      about,
    )

  const newestPage = async (page: number, about: Asking): Promise<Page | undefined> => {
    if (!newest.covers(page)) return pageOf({}, page, about)
    const { posts, total } = await newest.get(about)
    const items = posts.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE)
    return page === 1 || items.length > 0 ? { items, total } : undefined
  }

  const termOf = (kind: 'category' | 'tag', slug: string, about: Asking) =>
    terms.get(`${kind} ${slug}`, about.rank, async () => {
      const found = await client.list(ROUTES[kind], { slug, ...TERM_QUERY }, restTerm, about)
      const term = found?.items[0]
      return term ? { term } : {}
    })

  const userOf = (slug: string, about: Asking) =>
    users.get(slug, about.rank, async () => {
      const found = await client.list(ROUTES.author, { slug, ...USER_QUERY }, restUser, about)
      const user = found?.items[0]
      return user ? { user } : {}
    })

  return {
    async archive(kind, slug, page, about) {
      const number = Math.max(1, page)
      if (kind === 'category' && slug === NEWEST_CATEGORY) {
        return archiveOf(kind, { name: copy.newest }, await newestPage(number, about), page)
      }
      if (kind === 'author') {
        const { user } = await userOf(slug, about)
        if (!user) return undefined
        const found = await pageOf({ author: String(user.id) }, number, about)
        // Readers and editors have accounts too: an author is who has written something.
        return found && found.total > 0 ? archiveOf(kind, authorHead(user, found.total), found, page) : undefined
      }
      const { term } = await termOf(kind, slug, about)
      if (!term) return undefined
      const query: Query =
        kind === 'tag'
          ? { tags: String(term.id) }
          : { 'categories[terms]': String(term.id), 'categories[include_children]': 'true' }
      return archiveOf(kind, termHead(kind, term), await pageOf(query, number, about), page)
    },
    async search(query, page, about) {
      const asked = {
        search: query,
        orderby: 'relevance',
        status: 'publish',
        page: String(page),
        per_page: String(RESULTS_PER_PAGE),
      }
      const found = await pictured.list('wp/v2/posts', asked, about)
      // To those who log in WordPress finds words behind passwords too: the list would say that they are there.
      const open = found?.items.filter(({ post }) => !isProtected(post)) ?? []
      const hasMore = found !== undefined && page * RESULTS_PER_PAGE < found.total
      // Those who log in may be shown a further page with nothing but locked posts: only a look at it says.
      return { posts: await cardsOf(open), ...((!hasMore || client.isAnonymous) && { hasMore }) }
    },
    forget() {
      terms.forget()
      users.forget()
    },
  }
}

/** One after the other: others have their turn in between (COST-2). */
export async function cardsOf(posts: readonly Pictured[]): Promise<object[]> {
  const pause = takingTurns()
  const cards: object[] = []
  for (const { post, picture } of posts) {
    const card = cardOf(post, picture)
    if (card) cards.push(card)
    await pause()
  }
  return cards
}

/** A home block with cards, as the hub has them. */
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

/** @returns undefined when there is no such page */
async function archiveOf(
  kind: ListKind,
  head: Head,
  found: Page | undefined,
  page: number,
): Promise<object | undefined> {
  if (!found) return undefined
  const posts = await cardsOf(found.items)
  return {
    type: kind,
    ...head,
    blocks: page === 0 ? firstView(posts) : [],
    posts,
    sumOfPosts: found.total,
    postPerPage: POSTS_PER_PAGE,
    ad_slots: [],
    wall: false,
  }
}

function firstView(posts: readonly object[]): object[] {
  if (posts.length === 0) return []
  if (posts.length <= LEADING_CARDS) return [cardBlock('list-posts', posts)]
  return [cardBlock('big-posts', posts.slice(0, LEADING_CARDS)), cardBlock('list-posts', posts.slice(LEADING_CARDS))]
}

function termHead(kind: 'category' | 'tag', { name, slug, description, yoast_head_json: yoast }: RestTerm): Head {
  const plugin = yoastHeadOf(yoast)
  const isDescribed = plugin?.meta.some((tag) => tag.name === 'description') ?? false
  return {
    name: textField(name),
    seo: {
      title: textField(plugin?.title ?? name),
      canonical: `${TERM_FOLDERS[kind]}${slug}`,
      meta: [
        ...(description && !isDescribed ? [{ name: 'description', content: textField(description) }] : []),
        ...(plugin?.meta ?? []),
      ],
    },
  }
}

function authorHead(user: RestUser, total: number): Head {
  const profile = profileOf(user)
  return { name: profile.name, author: { ...profile, stats: { posts_count: total } } }
}
