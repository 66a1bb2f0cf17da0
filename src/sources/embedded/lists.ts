import { parseDate } from '../../content/dates.ts'
import { CMS_FOLDERS } from '../../content/links.ts'
import {
  type DirectoryEntry,
  type DirectoryKind,
  type ListKind,
  type ListMonth,
  NEWEST_CATEGORY,
} from '../../services/list-kind.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { LEADING_CARDS, POSTS_PER_PAGE } from '../source.ts'
import type { Catalogue, CatalogueArticle, CatalogueService } from './catalogue.ts'
import type { Term } from './front-matter.ts'
import { partsOf, seriesArchive } from './series.ts'
import { termOf } from './terms.ts'
import { articlesBy, articlesIn, lastRevision, type WireBuilder, withoutTags } from './wire.ts'

/** Lists pages, and what articles of the service name (MAP-9). */
export function directoryOf(kind: DirectoryKind, own: CatalogueService, { pages }: Catalogue): DirectoryEntry[] {
  const { articles, series } = own
  // Oldest first: a new article's terms move nothing to another sitemap (MAP-16).
  const shown = articles.filter(({ meta }) => !meta.noindex && meta.promo === undefined).reverse()
  const below = (folder: string, slugs: readonly string[]): DirectoryEntry[] =>
    [...new Set(slugs)].map((slug) => ({ path: `/${folder}/${slug}` }))
  switch (kind) {
    case 'category':
      return below(
        CMS_FOLDERS.category,
        shown.flatMap(({ meta }) => (meta.category === '' ? [] : [meta.category])),
      )
    case 'tag':
      return below(
        CMS_FOLDERS.tag,
        shown.flatMap(({ meta }) => meta.tags),
      )
    case 'author':
      return below(
        CMS_FOLDERS.author,
        shown.flatMap(({ meta }) => meta.author),
      )
    case 'series':
      return below(
        CMS_FOLDERS.series,
        series.flatMap((one) => (partsOf(one, own).length > 0 ? [one.slug] : [])),
      )
    case 'path':
      return []
    case 'page':
      return [...pages.values()].filter(({ meta }) => !meta.noindex).map(({ path }) => ({ path }))
  }
}

/** @param articles newest first */
export function monthsOf(articles: readonly CatalogueArticle[], zone: TimeZone): ListMonth[] {
  const months = new Map<string, { count: number; changed: string }>()
  for (const { meta } of articles) {
    const month = meta.date.slice(0, 7)
    const { count = 0, changed = '' } = months.get(month) ?? {}
    const date = lastRevision(meta, zone) ?? meta.date
    months.set(month, { count: count + 1, changed: date > changed ? date : changed })
  }
  return [...months].map(([month, { count, changed }]) => {
    return { month, count, modified: parseDate(changed, zone)?.iso }
  })
}

export function listOf(
  kind: ListKind,
  slug: string,
  page: number,
  own: CatalogueService,
  build: WireBuilder,
): object | undefined {
  if (kind === 'path') return undefined
  if (kind === 'series') return page <= 1 ? seriesArchive(slug, own, build.card) : undefined
  const articles = kind === 'author' ? articlesBy(own, slug) : articlesIn(own, kind, slug)
  const list = archiveOf(articles, build.card, page)
  if (kind === 'author') {
    const author = build.author(slug)
    return author && { type: kind, name: slug, ...author, ...list, author }
  }
  const terms = kind === 'category' ? own.terms.categories : own.terms.tags
  const isNewest = kind === 'category' && slug === NEWEST_CATEGORY
  const isKnown = isNewest || articles.length > 0 || terms.some((term) => term.slug === slug)
  return isKnown
    ? { type: kind, ...termHead(kind, termOf(kind === 'category' ? 'categories' : 'tags', slug, own)), ...list }
    : undefined
}

export function archiveOf(
  articles: readonly CatalogueArticle[],
  card: (article: CatalogueArticle) => object,
  page: number,
  perPage = POSTS_PER_PAGE,
) {
  const from = (Math.max(1, page) - 1) * perPage
  const posts = articles.slice(from, from + perPage).map(card)
  return {
    blocks: page === 0 ? firstViewBlocks(posts) : [],
    posts,
    sumOfPosts: articles.length,
    postPerPage: perPage,
    ad_slots: [],
    wall: false,
  }
}

function firstViewBlocks(posts: readonly object[]): object[] {
  const block = (type: string, cards: readonly object[]) => ({
    blockType: type,
    blockName: `acf/${type}`,
    attrs: [],
    innerHTML: '',
    innerBlocks: [],
    blockContent: { posts: cards, fields: [] },
  })
  if (posts.length <= LEADING_CARDS) return [block('list-posts', posts)]
  return [block('big-posts', posts.slice(0, LEADING_CARDS)), block('list-posts', posts.slice(LEADING_CARDS))]
}

function termHead(kind: 'category' | 'tag', term: Term) {
  return {
    name: term.name,
    titleToHeader: term.heading ?? '',
    lead: term.lead ?? '',
    seo: {
      title: term.heading ?? term.name,
      canonical: `/${kind === 'category' ? 'kategoria' : 'tag'}/${term.slug}`,
      meta: term.description ? [{ name: 'description', content: withoutTags(term.description) }] : [],
    },
  }
}
