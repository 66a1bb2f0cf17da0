import type { SafeHtml } from '../system/escape.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import { type Block, innerBlocks, type ResponsiveImage } from './block.ts'
import type { AuthorProfile, Card, Headline, Person, Published, Term } from './card.ts'
import { beginningOf } from './html/size.ts'
import { elementsNamed, parseHtml, textOf } from './html/tree.ts'
import type { SourceLabel } from './label.ts'
import type { PageAds } from './page-ads.ts'
import { plainLine } from './plain-line.ts'
import type { Seo } from './seo.ts'
import type { SeriesPlace } from './series.ts'
import type { SharedImage } from './shared-image.ts'
import { firstSentence, foldWhiteSpace, plainText } from './text.ts'

export interface HeroCaption {
  html?: SafeHtml
  credit?: string
}

export interface Article extends PageAds {
  id: string
  /** The canonical path on this service (PAGE-4). */
  path: string
  title: string
  lead: string
  body: Block[]
  hero?: ResponsiveImage
  heroCaption?: HeroCaption
  /** Pixels. */
  heroSize?: { width: number; height: number }
  published?: Published
  /** Absent: not after the publication. */
  modified?: Published
  authors: Person[]
  author?: AuthorProfile
  category?: Term
  /** Top to leaf. */
  trail: Term[]
  /** A review, a guide and the like. */
  kind?: Term
  headline?: Headline
  label?: SourceLabel
  topCategory?: string
  tags: Term[]
  seo: Seo
  isNoindex: boolean
  /** JSON-LD of the CMS, in place of the portal's (HEAD-25). */
  schema?: object
  isProductPlacement: boolean
  /** The rest is for members of the CMS' site (SRC-26). */
  isRestricted: boolean
  showsComments: boolean
  /** `nrm_interactions`; absent: none, or unknown. */
  commentCount?: number
  discussion?: { isOpen: boolean }
  shared?: SharedImage
  /** A page such as "about" or "contact" (HEAD-32). */
  isPage?: boolean
  wordCount: number
  readingMinutes: number
  /** BCP 47, where the language differs from the service's (LANG-8). */
  language?: string
  /** Absolute, on known portals (LANG-7). */
  translations?: ReadonlyArray<{ language: string; url: string }>
  seriesSlugs: readonly string[]
  series?: SeriesPlace
  nextPaths: string[]
  /** Nobody chose them: they are the nearest in time. */
  isNextComputed?: boolean
}

const cards = memoizeByIdentity<Article, Card>()

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
    thumbnail: hero && { ...hero, alt: plainLine(article.title) },
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
  /** At least two steps; empty when the category says the same. */
  trail: Term[]
  terms: Term[]
}

/** Returns each name once (CARD-9, CARD-12). */
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

/** The lead, else the first paragraph's first sentence (CARD-34). */
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

/** Bounds the search for first words (COST-5). */
const SEARCH_LIMIT = { tags: 1000, characters: 50_000 }

/** Older articles are one piece of HTML. */
function paragraphIn(block: Block): string {
  if (block.type === 'paragraph') return plainText(beginningOf(block.html, SEARCH_LIMIT))
  if (block.type !== 'html') return firstParagraph(innerBlocks(block))
  const beginning = beginningOf(block.html, SEARCH_LIMIT)
  const paragraphs = elementsNamed(parseHtml(beginning), 'p').map((element) => textOf([element]))
  return foldWhiteSpace(paragraphs.find((words) => words.trim() !== '') ?? '')
}
