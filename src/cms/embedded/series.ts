import { MAX_PARTS } from '../../content/list-kind.ts'
import { memoizeByIdentity } from '../../memoize/by-identity.ts'
import type { CatalogueArticle, CatalogueService } from './catalogue.ts'
import { NewsroomFileError, parseYaml, type SeriesFile, seriesFile } from './front-matter.ts'

type Series = SeriesFile[number]

/** Articles by slug, once per scan. */
const bySlug = memoizeByIdentity<CatalogueArticle[], ReadonlyMap<string, CatalogueArticle>>()

function articlesOf({ articles }: CatalogueService): ReadonlyMap<string, CatalogueArticle> {
  return bySlug(articles, [], () => new Map(articles.map((article) => [article.slug, article])))
}

/**
 * Parses `series.yaml` (newsroom/README.md, "A series").
 * @throws {NewsroomFileError}
 */
export function parseSeries(file: string, text: string): SeriesFile {
  const series = parseYaml(file, text, seriesFile)
  const slugs = series.map(({ slug }) => slug)
  const twice = slugs.findIndex((slug, index) => slugs.indexOf(slug) !== index)
  if (twice !== -1) throw new NewsroomFileError(`${file}: field "${twice}.slug" names a second "${slugs[twice]}"`)
  for (const [index, { parts }] of series.entries()) {
    const again = parts.findIndex((part, at) => parts.indexOf(part) !== at)
    if (again !== -1)
      throw new NewsroomFileError(`${file}: field "${index}.parts.${again}" names "${parts[again]}" a second time`)
  }
  return series
}

/** What a file names and the service does not have; a draft is a part once it is published. */
export function unknownParts(file: string, own: CatalogueService): NewsroomFileError[] {
  const articles = articlesOf(own)
  return own.series.flatMap(({ parts }, index) =>
    parts.flatMap((part, at) =>
      articles.has(part) || own.drafts.has(part)
        ? []
        : [new NewsroomFileError(`${file}: field "${index}.parts.${at}" names no article of the service: "${part}"`)],
    ),
  )
}

/** Published parts in order. */
export function partsOf({ parts }: Series, own: CatalogueService): CatalogueArticle[] {
  const articles = articlesOf(own)
  return parts.flatMap((part) => articles.get(part) ?? [])
}

/** Slugs of the series that an article is a part of, in the order of the file. */
export function seriesNaming({ slug }: CatalogueArticle, own: CatalogueService): string[] {
  return own.series.flatMap((series) => (series.parts.includes(slug) ? [series.slug] : []))
}

/** A series as a list in the hub's shape, all on one page; undefined: there is none, or none of its parts is published. */
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
