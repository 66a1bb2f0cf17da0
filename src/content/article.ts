import type { SafeHtml } from '../system/escape.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import type { AuthorProfile } from './author.ts'
import type { Block, ResponsiveImage } from './block.ts'
import type { Card, Headline, Person, Published, Term } from './card.ts'
import { introOf } from './intro.ts'
import type { SourceLabel } from './label.ts'
import type { PageAds } from './page-ads.ts'
import type { Seo } from './seo.ts'
import type { SeriesPlace } from './series.ts'
import type { SharedImage } from './shared-image.ts'

/** At least one of them is set. */
export interface HeroCaption {
  html?: SafeHtml
  /** Who made the image, as the source words it. */
  credit?: string
}

/** A normalised article: the input of both renderers, the feeds and the head model. */
export interface Article extends PageAds {
  id: string
  /** The canonical path on this service (PAGE-4). */
  path: string
  title: string
  lead: string
  body: Block[]
  hero?: ResponsiveImage
  /** What stands below it. */
  heroCaption?: HeroCaption
  /** Intrinsic size of the lead image in pixels, when the CMS gives it. */
  heroSize?: { width: number; height: number }
  published?: Published
  /** When the CMS generated this revision, when it is later than the publication. */
  modified?: Published
  authors: Person[]
  author?: AuthorProfile
  category?: Term
  /** The breadcrumb's categories, top to leaf; at least the article's category, where it has one. */
  trail: Term[]
  /** Kind of text: a review, a guide. */
  kind?: Term
  headline?: Headline
  /** On cards that link to the article. Absent: hidden. */
  label?: SourceLabel
  /** Name of the top-level category, the key of lists of further articles. */
  topCategory?: string
  tags: Term[]
  seo: Seo
  /** Set by a field of its own, or by the CMS' robots tag (HEAD-8). */
  isNoindex: boolean
  /** JSON-LD from the CMS: it replaces the portal's own (HEAD-25). */
  schema?: object
  isProductPlacement: boolean
  /** The text goes on for members of the CMS' site (SRC-26). */
  isRestricted: boolean
  /** `fields.showComments` (ART-7). */
  showsComments: boolean
  /** Number of reader comments (`nrm_interactions`); absent: none, or the CMS does not say. */
  commentCount?: number
  /** The CMS has readers' comments for it (COMM-1); absent: it has none, or others keep them. */
  discussion?: { isOpen: boolean }
  /** Its image on other sites; absent: it has none that is fit for it. */
  shared?: SharedImage
  /** A page of the site and no article: about, contact, rules (HEAD-32). */
  isPage?: boolean
  wordCount: number
  /** Whole minutes, at least 1. */
  readingMinutes: number
  /** BCP 47, where it is another language than the service's (LANG-8). */
  language?: string
  /** The same article in other languages on known portals: absolute URLs (LANG-9). */
  translations?: ReadonlyArray<{ language: string; url: string }>
  /** Slugs of the series that it may be a part of, the first one first. */
  seriesSlugs: readonly string[]
  /** Its place in the first of them that has it; absent: it is in none, or the series is late or failing. */
  series?: SeriesPlace
  /** Paths of the articles to read next, chosen by the CMS. */
  nextPaths: string[]
  /** Nobody chose them: the source has the nearest in time. */
  isNextComputed?: boolean
}

const cards = memoizeByIdentity<Article, Card>()

/** An article as a card: one object per revision. */
export function cardOf(article: Article): Card {
  return cards(article, [], () => makeCard(article))
}

function makeCard(article: Article): Card {
  const { hero, published, modified, category, kind, headline, label } = article
  return {
    id: article.id,
    link: { href: article.path },
    title: article.title,
    lead: introOf(article),
    authors: article.authors,
    tags: article.tags,
    isPromo: false,
    isProductPlacement: article.isProductPlacement,
    ...(hero && { thumbnail: { ...hero, alt: article.title } }),
    ...(published && { published }),
    ...(modified && { modified }),
    ...(category && { category }),
    ...(kind && { kind }),
    ...(headline && { headline }),
    ...(label && { label }),
    ...(article.topCategory && { topCategory: article.topCategory }),
    ...(article.isNoindex && { isNoindex: true }),
  }
}
