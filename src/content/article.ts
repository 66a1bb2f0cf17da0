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

export interface HeroCaption {
  html?: SafeHtml
  /** The name as the source words it. */
  credit?: string
}

/** A normalised article is the input of both renderers, the feeds and the head model. */
export interface Article extends PageAds {
  id: string
  /** The canonical path on this service (PAGE-4). */
  path: string
  title: string
  lead: string
  body: Block[]
  hero?: ResponsiveImage
  heroCaption?: HeroCaption
  /** Intrinsic size in pixels, when the CMS gives it. */
  heroSize?: { width: number; height: number }
  published?: Published
  /** The time of this revision, when it is later than the publication. */
  modified?: Published
  authors: Person[]
  author?: AuthorProfile
  category?: Term
  /** The breadcrumb's categories, top to leaf. */
  trail: Term[]
  /** A review, a guide and the like. */
  kind?: Term
  headline?: Headline
  /** Cards that link to the article show it. */
  label?: SourceLabel
  topCategory?: string
  tags: Term[]
  seo: Seo
  /** (HEAD-8) */
  isNoindex: boolean
  /** JSON-LD from the CMS replaces the portal's own (HEAD-25). */
  schema?: object
  isProductPlacement: boolean
  /** The text goes on for members of the CMS' site (SRC-26). */
  isRestricted: boolean
  /** `fields.showComments` (ART-7). */
  showsComments: boolean
  /** `nrm_interactions`; absent: none, or the CMS does not say. */
  commentCount?: number
  discussion?: { isOpen: boolean }
  /** The image that other sites show. */
  shared?: SharedImage
  /** A page such as "about" or "contact" (HEAD-32). */
  isPage?: boolean
  wordCount: number
  readingMinutes: number
  /** BCP 47, where the language differs from the service's (LANG-8). */
  language?: string
  /** Absolute URLs of the article in other languages on known portals (LANG-9). */
  translations?: ReadonlyArray<{ language: string; url: string }>
  /** Slugs of the series that the article may be a part of. */
  seriesSlugs: readonly string[]
  series?: SeriesPlace
  nextPaths: string[]
  /** Nobody chose them: the source has the nearest in time. */
  isNextComputed?: boolean
}

const cards = memoizeByIdentity<Article, Card>()

/** Returns one object per revision. */
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
    thumbnail: hero && { ...hero, alt: article.title },
    published,
    modified,
    category,
    kind,
    headline,
    label,
    topCategory: article.topCategory || undefined,
    isNoindex: article.isNoindex || undefined,
  }
}
