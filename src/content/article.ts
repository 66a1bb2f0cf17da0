import type { SafeHtml } from '../system/escape.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import { type Block, innerBlocks, type ResponsiveImage } from './block.ts'
import type { AuthorProfile, Card, Headline, Person, Published, Term } from './card.ts'
import { beginningOf } from './html/size.ts'
import { elementsNamed, parseHtml, textOf } from './html/tree.ts'
import type { SourceLabel } from './label.ts'
import type { PageAds } from './page-ads.ts'
import type { Seo } from './seo.ts'
import type { SeriesPlace } from './series.ts'
import type { SharedImage } from './shared-image.ts'
import { firstSentence, foldWhiteSpace, plainText } from './text.ts'

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
  /** Absolute URLs of the article in other languages on known portals (LANG-7). */
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

interface ArticleTerms {
  /** It has at least two steps, and is empty when the category alone says the same. */
  trail: Term[]
  terms: Term[]
}

/** Returns the terms above an article's title, each name once (CARD-9, CARD-12). */
export function articleTerms({ category, kind, trail }: Pick<Article, 'category' | 'kind' | 'trail'>): ArticleTerms {
  const shownTrail = trail.length > 1 ? trail : []
  const names = new Set(shownTrail.map(({ name }) => name))
  const terms = [category, kind].filter((term) => {
    const isNew = term !== undefined && !names.has(term.name)
    if (term) names.add(term.name)
    return isNew
  })
  return { trail: shownTrail, terms: terms.filter((term) => term !== undefined) }
}

/**
 * Summarises an article where its text is not shown (CARD-34): the lead, else the first sentence of the first
 * paragraph.
 */
export function introOf({ lead, body }: { lead: string; body: readonly Block[] }): string {
  return lead || firstSentence(firstParagraph(body))
}

function firstParagraph(blocks: readonly Block[]): string {
  for (const block of blocks) {
    const firstWords = paragraphIn(block)
    if (firstWords !== '') return firstWords
  }
  return ''
}

/** Limits how much HTML is searched for first words (COST-5). */
const SEARCH_LIMIT = { tags: 1000, characters: 50_000 }

/** Articles older than blocks are one piece of HTML. */
function paragraphIn(block: Block): string {
  if (block.type === 'paragraph') return plainText(beginningOf(block.html, SEARCH_LIMIT))
  if (block.type !== 'html') return firstParagraph(innerBlocks(block))
  const beginning = beginningOf(block.html, SEARCH_LIMIT)
  const paragraphs = elementsNamed(parseHtml(beginning), 'p').map((element) => textOf([element]))
  return foldWhiteSpace(paragraphs.find((words) => words.trim() !== '') ?? '')
}
