import type { FolderKind } from '../../services/list-kind.ts'
import { takingTurns } from '../../system/steps.ts'
import { LEADING_CARDS, POSTS_PER_BULK, POSTS_PER_PAGE, POSTS_PER_TEXTS } from '../source.ts'
import { profileOf } from './article.ts'
import { cardOf } from './card.ts'
import type { Listed } from './client.ts'
import type { Query } from './fields.ts'
import { yoastHeadOf } from './head.ts'
import type { Illustrated, IllustratedLists, PostFields } from './images.ts'
import type { CallBudget } from './rest-calls.ts'
import { textField } from './text.ts'
import type { RestTerm, RestUser } from './wire.ts'

export type Page = Pick<Listed<Illustrated>, 'items' | 'total'>
export interface PageName {
  page: number
  fields: PostFields
}

const PER_PAGE: Record<PostFields, number> = { card: POSTS_PER_PAGE, bulk: POSTS_PER_BULK, text: POSTS_PER_TEXTS }

export type ReadPage = (query: Query, name: PageName, about: CallBudget, route?: string) => Promise<Page | undefined>

export function pageReader(illustrated: IllustratedLists): ReadPage {
  return (query, { page, fields }, about, route = 'wp/v2/posts') =>
    illustrated.list(
      route,
      { status: 'publish', per_page: String(PER_PAGE[fields]), page: String(Math.max(1, page)), ...query },
      about,
      fields,
    )
}

type Head = { name: string; [field: string]: unknown }

/** One at a time spares the event loop (COST-1). */
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

export async function archiveOf(
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

export function termHead(path: string, { name, description, yoast_head_json: yoast }: RestTerm): Head {
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

export function authorHead(user: RestUser, total: number): Head {
  const profile = profileOf(user)
  return { name: profile.name, author: { ...profile, stats: { posts_count: total } } }
}
