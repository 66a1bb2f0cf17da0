import { NEWEST_CATEGORY } from '../../content/reader.ts'
import { copy } from '../../copy.ts'
import { TERM_FOLDERS } from './addresses.ts'
import { isPublished, named } from './card.ts'
import type { Asking, Located, WordPressClient } from './client.ts'
import { blocksOf } from './content.ts'
import { termsOf } from './embedded.ts'
import { ARTICLE_QUERY, SETTINGS_QUERY } from './fields.ts'
import { seoOf, yoastHeadOf } from './head.ts'
import { createKept } from './kept.ts'
import { cardBlock, cardsOf } from './lists.ts'
import type { NewestPosts } from './newest.ts'
import type { Pictured, PicturedLists } from './pictures.ts'
import { publicRendering } from './rendering.ts'
import { textField } from './text.ts'
import { type RestTerm, restPost, restSettings } from './wire.ts'

/** Cards of the generated home page: those that lead, those that follow, and those of each category. */
const LEADING = 4
const FOLLOWING = 8
const OF_A_CATEGORY = 4
/** A category with fewer is no section of its own. */
const LEAST = 2
const SECTIONS = 6
/** Sticky posts that lead; they may be older than all others. */
const STICKY = 2
const KEPT_MS = 300_000

/** The home page as a page of the contract. */
export interface Home {
  get(about: Asking): Promise<object>
  forget(): void
}

export function createHome(
  client: WordPressClient,
  everyone: WordPressClient,
  pictured: PicturedLists,
  newest: NewestPosts,
): Home {
  const kept = createKept<{ id?: number }>(KEPT_MS)

  /** What stands at the site's own home says so to everyone. Where that leads elsewhere, administrators may ask. */
  const frontPageId = async (about: Asking): Promise<{ id?: number }> => {
    const { status, route, id } = await client.locate('/', about).catch((): Located => ({ status: 0 }))
    if (route === 'wp/v2/pages' && id !== undefined) return { id }
    if (status === 200 || client.isAnonymous) return {}
    const settings = await client.item('wp/v2/settings', SETTINGS_QUERY, restSettings, about).catch(() => undefined)
    return settings?.show_on_front === 'page' && settings.page_on_front ? { id: settings.page_on_front } : {}
  }

  /** The front page, when it has blocks. */
  const frontPage = async (id: number, about: Asking): Promise<object | undefined> => {
    const page = await client.item(`wp/v2/pages/${id}`, { context: client.context, ...ARTICLE_QUERY }, restPost, about)
    if (!page || !isPublished(page)) return undefined
    const { render } = publicRendering(everyone, `wp/v2/pages/${id}`, about)
    const blocks = await blocksOf(page.content, render)
    if (page.content?.protected || blocks.every(({ blockName }) => blockName === null)) return undefined
    return {
      ...EMPTY_PAGE,
      ID: page.id,
      title: textField(page.title?.rendered),
      seo: seoOf(page, '/', yoastHeadOf(page.yoast_head_json)),
      blocks,
    }
  }

  const generated = async (about: Asking): Promise<object> => {
    const [{ posts }, sticky] = await Promise.all([
      newest.get(about),
      pictured
        .list('wp/v2/posts', { status: 'publish', sticky: 'true', per_page: String(STICKY) }, about)
        .then((found) => found?.items ?? [])
        .catch(() => []),
    ])
    const others = posts.filter(({ post }) => !sticky.some((first) => first.post.id === post.id))
    return { ...EMPTY_PAGE, ID: 0, blocks: await sections([...sticky, ...others]) }
  }

  return {
    async get(about) {
      const { id } = await kept.get('front page', about.rank, () => frontPageId(about))
      return (id !== undefined && (await frontPage(id, about))) || generated(about)
    },
    forget: () => kept.forget(),
  }
}

const EMPTY_PAGE = { page_slug: '', ad_slots: [], page_template: '', wall: false, screaningOn: false }

/** Each post once: what leads, what follows, and what is left of each category. */
async function sections(posts: readonly Pictured[]): Promise<object[]> {
  const [leading, following] = [posts.slice(0, LEADING), posts.slice(LEADING, LEADING + FOLLOWING)]
  const rest = posts.slice(LEADING + FOLLOWING)
  const categories = byCategory(rest).filter(({ posts: own }) => own.length >= LEAST)
  const blocks = await Promise.all([
    block('big-posts', leading),
    block('list-posts', following, { header: copy.newest, link: `${TERM_FOLDERS.category}${NEWEST_CATEGORY}` }),
    ...categories.slice(0, SECTIONS).map(({ term, posts: own }) => {
      const { name, relative_link: link } = named(term, TERM_FOLDERS.category)
      return block('grid-posts', own.slice(0, OF_A_CATEGORY), { header: name, link })
    }),
  ])
  return blocks.flat()
}

async function block(type: string, posts: readonly Pictured[], fields: object = {}): Promise<object[]> {
  const cards = await cardsOf(posts)
  return cards.length === 0 ? [] : [cardBlock(type, cards, fields)]
}

/** Those with most posts first; a post counts in the first of its categories. */
function byCategory(posts: readonly Pictured[]): Array<{ term: RestTerm; posts: Pictured[] }> {
  const found = new Map<string, { term: RestTerm; posts: Pictured[] }>()
  for (const pictured of posts) {
    const term = termsOf(pictured.post._embedded).find(({ taxonomy }) => taxonomy === 'category')
    if (!term) continue
    const entry = found.get(term.slug) ?? { term, posts: [] }
    entry.posts.push(pictured)
    found.set(term.slug, entry)
  }
  return [...found.values()].sort((a, b) => b.posts.length - a.posts.length)
}
