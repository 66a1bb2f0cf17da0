import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { ParsedBlock } from '../block-grammar.ts'
import { MADE_HOME } from '../source.ts'
import { noneIfClosed } from '../upstream/errors.ts'
import { cardBlock, cardsOf } from './archives.ts'
import { isPublished, named } from './card.ts'
import type { Located, WordPressClient } from './client.ts'
import { blocksOf, publicBlocksOf, publicRendering, rawContent, type SiteContent } from './content.ts'
import { ARTICLE_QUERY, SETTINGS_QUERY } from './fields.ts'
import { seoOf, yoastHeadOf } from './head.ts'
import type { Illustrated, IllustratedLists } from './images.ts'
import type { NewestPosts } from './newest.ts'
import type { CallBudget } from './rest-calls.ts'
import { textField } from './text.ts'
import { createTtlCache } from './ttl-cache.ts'
import { TERM_FOLDERS } from './urls.ts'
import { type RestPost, type RestTerm, restPost, restSettings, termsOf } from './wire.ts'

/** Sticky posts that lead, though others may be newer. */
const STICKY = 2
const TTL_MS = 300_000
const MISSED_TTL_MS = 30_000

export interface Home {
  get(about: CallBudget): Promise<object>
  forget(): void
}

export function createHome(
  reader: WordPressClient,
  client: WordPressClient,
  publicClient: WordPressClient,
  illustrated: IllustratedLists,
  newest: NewestPosts,
  site: SiteContent,
): Home {
  const cache = createTtlCache<{ id?: number }>(TTL_MS)
  let known: { id?: number } = {}
  let missedAt = Number.NEGATIVE_INFINITY

  /** The site's root names the front page publicly; administrators can read the setting. */
  const frontPageId = async (about: CallBudget): Promise<{ id?: number }> => {
    const located = reader.locate('/', about)
    const { status, route, id } = await (client.isAnonymous ? located : located.catch((): Located => ({ status: 0 })))
    if (route === 'wp/v2/pages' && id !== undefined) return { id }
    if (status === 200 || client.isAnonymous) return {}
    const settings = await client.item('wp/v2/settings', SETTINGS_QUERY, restSettings, about).catch(noneIfClosed)
    return settings?.show_on_front === 'page' && settings.page_on_front ? { id: settings.page_on_front } : {}
  }

  const front = async (about: CallBudget): Promise<{ id?: number }> => {
    if (performance.now() - missedAt < MISSED_TTL_MS) return known
    try {
      known = await cache.get('front page', about.rank, () => frontPageId(about))
    } catch {
      missedAt = performance.now()
    }
    return known
  }

  /** Undefined without blocks. */
  const frontPage = async (id: number, about: CallBudget): Promise<object | undefined> => {
    const page = await reader.item(`wp/v2/pages/${id}`, { context: reader.context, ...ARTICLE_QUERY }, restPost, about)
    if (!page || !isPublished(page)) return undefined
    const blocks = await frontPageBlocks(page, about)
    if (page.content?.protected || blocks.every(({ blockName }) => blockName === null)) return undefined
    return {
      ...EMPTY_PAGE,
      ID: page.id,
      title: textField(page.title?.rendered),
      seo: seoOf(page, '/', yoastHeadOf(page.yoast_head_json)),
      blocks,
    }
  }

  const frontPageBlocks = async ({ id, content }: RestPost, about: CallBudget): Promise<ParsedBlock[]> => {
    const route = `wp/v2/pages/${id}`
    if (!reader.isAnonymous) return blocksOf(content, publicRendering(publicClient, route, about).render, site)
    return (await publicBlocksOf(content, await rawContent(client, route, about), site)).blocks
  }

  const generated = async (about: CallBudget): Promise<object> => {
    const [{ posts }, sticky] = await Promise.all([
      newest.get(about),
      illustrated
        .list('wp/v2/posts', { status: 'publish', sticky: 'true', per_page: String(STICKY) }, about)
        .then((listed) => listed?.items ?? [])
        .catch(() => []),
    ])
    const others = posts.filter(({ post }) => !sticky.some((first) => first.post.id === post.id))
    return { ...EMPTY_PAGE, ID: 0, blocks: await sections([...sticky, ...others], site) }
  }

  return {
    async get(about) {
      const { id } = await front(about)
      return (id !== undefined && (await frontPage(id, about))) || generated(about)
    },
    forget: () => cache.forget(),
  }
}

const EMPTY_PAGE = { page_slug: '', ad_slots: [], page_template: '', wall: false, screaningOn: false }

/** Leading, following, and the rest by category, each once. */
async function sections(posts: readonly Illustrated[], site: SiteContent): Promise<object[]> {
  const [leading, following] = [
    posts.slice(0, MADE_HOME.leading),
    posts.slice(MADE_HOME.leading, MADE_HOME.leading + MADE_HOME.following),
  ]
  const rest = posts.slice(MADE_HOME.leading + MADE_HOME.following)
  const categories = byCategory(rest).filter(({ posts: own }) => own.length >= MADE_HOME.least)
  const blocks = await Promise.all([
    block('big-posts', leading),
    block('list-posts', following, { header: site.newest, link: `${TERM_FOLDERS.category}${NEWEST_CATEGORY}` }),
    ...categories.slice(0, MADE_HOME.sections).map(({ term, posts: own }) => {
      const { name, relative_link: link } = named(term, TERM_FOLDERS.category)
      return block('grid-posts', own.slice(0, MADE_HOME.ofCategory), { header: name, link })
    }),
  ])
  return blocks.flat()
}

async function block(type: string, posts: readonly Illustrated[], fields: object = {}): Promise<object[]> {
  const cards = await cardsOf(posts)
  return cards.length === 0 ? [] : [cardBlock(type, cards, fields)]
}

/** Largest first; a post counts in its first category. */
function byCategory(posts: readonly Illustrated[]): Array<{ term: RestTerm; posts: Illustrated[] }> {
  const entries = new Map<string, { term: RestTerm; posts: Illustrated[] }>()
  for (const illustrated of posts) {
    const term = termsOf(illustrated.post._embedded).find(({ taxonomy }) => taxonomy === 'category')
    if (!term) continue
    const entry = entries.get(term.slug) ?? { term, posts: [] }
    entry.posts.push(illustrated)
    entries.set(term.slug, entry)
  }
  return [...entries.values()].sort((a, b) => b.posts.length - a.posts.length)
}
