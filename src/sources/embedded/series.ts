import { MAX_PARTS } from '../../services/list-kind.ts'
import { memoizeByIdentity } from '../../system/memoize.ts'
import type { CatalogueArticle, CatalogueService } from './catalogue.ts'
import type { SeriesFile } from './front-matter.ts'

type Series = SeriesFile[number]

const bySlug = memoizeByIdentity<CatalogueArticle[], ReadonlyMap<string, CatalogueArticle>>()

function articlesOf({ articles }: CatalogueService): ReadonlyMap<string, CatalogueArticle> {
  return bySlug(articles, [], () => new Map(articles.map((article) => [article.slug, article])))
}

export function partsOf({ parts }: Series, own: CatalogueService): CatalogueArticle[] {
  const articles = articlesOf(own)
  return parts.flatMap((part) => articles.get(part) ?? [])
}

export function seriesNaming({ slug }: CatalogueArticle, own: CatalogueService): string[] {
  return own.series.flatMap((series) => (series.parts.includes(slug) ? [series.slug] : []))
}

/** On one page; undefined: no part is published. */
export function seriesArchive(
  slug: string,
  own: CatalogueService,
  card: (article: CatalogueArticle) => object,
): object | undefined {
  const series = own.series.find((one) => one.slug === slug)
  const parts = series ? partsOf(series, own) : []
  if (!series || parts.length === 0) return undefined
  return {
    type: 'series',
    name: series.title,
    lead: series.lead ?? '',
    blocks: [],
    posts: parts.map(card),
    sumOfPosts: parts.length,
    postPerPage: MAX_PARTS,
    ad_slots: [],
    wall: false,
  }
}
