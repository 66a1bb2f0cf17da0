import { CMS_FOLDERS } from '../../content/links.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import { type ParsedBlock, parseBlocks } from '../block-grammar.ts'
import { MADE_HOME } from '../source.ts'
import type { CatalogueArticle, CatalogueService } from './catalogue.ts'
import { postsQuery } from './front-matter.ts'
import { termOf } from './terms.ts'

type Card = (article: CatalogueArticle) => object

export function homeOf(service: Service, own: CatalogueService, card: Card): object | undefined {
  const { home } = own
  if (!home) return madeHome(service, own, card)
  return {
    ID: home.meta.id,
    page_slug: home.meta.slug,
    title: home.meta.title,
    blocks: homeBlocks(parseBlocks(home.body), own, card),
    ad_slots: [],
    page_template: home.meta.template ?? '',
    wall: false,
    screaningOn: home.meta.screaningOn ?? false,
  }
}

/** Newest articles, as in front of a WordPress (SRC-53); undefined: there are none. */
function madeHome({ messages, title }: Service, own: CatalogueService, card: Card): object | undefined {
  if (own.articles.length === 0) return undefined
  const rest = own.articles.slice(MADE_HOME.leading + MADE_HOME.following)
  const sizes = new Map<string, number>()
  for (const { meta } of rest) if (meta.category !== '') sizes.set(meta.category, (sizes.get(meta.category) ?? 0) + 1)
  const categories = [...sizes]
    .filter(([category, size]) => size >= MADE_HOME.least && category !== NEWEST_CATEGORY)
    .sort(([, a], [, b]) => b - a)
  const block = (name: string, posts: object, fields: object = {}): ParsedBlock => ({
    ...{ blockName: `acf/${name}`, innerHTML: '', innerContent: [], innerBlocks: [] },
    attrs: { fields, posts },
  })
  const blocks = [
    block('big-posts', { limit: MADE_HOME.leading }),
    ...(own.articles.length > MADE_HOME.leading
      ? [
          block(
            'list-posts',
            { limit: MADE_HOME.following },
            { header: messages.newest, link: `/${CMS_FOLDERS.category}/${NEWEST_CATEGORY}` },
          ),
        ]
      : []),
    ...categories.slice(0, MADE_HOME.sections).map(([category]) => {
      const { name } = termOf('categories', category, own)
      const link = `/${CMS_FOLDERS.category}/${category}`
      return block('grid-posts', { category, limit: MADE_HOME.ofCategory }, { header: name, link })
    }),
  ]
  return {
    ...{ ID: 0, page_slug: '', ad_slots: [], page_template: '', wall: false, screaningOn: false },
    title,
    blocks: homeBlocks(blocks, own, card),
  }
}

/** Moves settings to the hub's fields, and replaces queries by cards. */
function homeBlocks(blocks: readonly ParsedBlock[], own: CatalogueService, card: Card): object[] {
  const shown = new Set<CatalogueArticle>()
  const written = blocks.filter(({ blockName, innerHTML }) => blockName !== null || innerHTML.trim() !== '')
  return written.map((block) => {
    const { fields = {}, posts, ...attrs } = block.attrs
    if (!block.blockName?.startsWith('acf/')) return block
    const chosen = posts === undefined ? [] : chooseArticles(posts, own, shown)
    for (const article of chosen) shown.add(article)
    return { ...block, attrs, blockContent: { fields, posts: chosen.map(card) } }
  })
}

function chooseArticles(
  query: unknown,
  own: CatalogueService,
  shown: ReadonlySet<CatalogueArticle>,
): CatalogueArticle[] {
  const { category, tag, slugs, limit } = postsQuery.parse(query)
  if (slugs) return slugs.flatMap((slug) => own.articles.find((article) => article.slug === slug) ?? []).slice(0, limit)
  return own.articles
    .filter((article) => !shown.has(article))
    .filter(({ meta }) => category === undefined || category === NEWEST_CATEGORY || meta.category === category)
    .filter(({ meta }) => tag === undefined || meta.tags.includes(tag))
    .slice(0, limit)
}
