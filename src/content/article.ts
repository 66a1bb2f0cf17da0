import type { AuthorProfile } from './author.ts'
import type { Block, Picture } from './block.ts'
import type { Card, Headline, Person, Published, Term } from './card.ts'
import { introOf } from './intro.ts'
import type { SourceLabel } from './label.ts'
import { onceWhile } from './once-while.ts'
import type { PageAds } from './page-ads.ts'
import type { Seo } from './seo.ts'

/** One article, normalised: what both renderers, the feeds and the head model are made of. */
export interface Article extends PageAds {
  id: string
  /** The canonical path on this service (decision 4). */
  path: string
  title: string
  lead: string
  body: Block[]
  hero?: Picture
  /** Intrinsic size of the lead picture in pixels, when the CMS says it. */
  heroSize?: { width: number; height: number }
  published?: Published
  /** When the CMS generated this revision, when it says so and it is later. */
  modified?: Published
  authors: Person[]
  author?: AuthorProfile
  category?: Term
  /** The categories that lead to it, top to leaf: the way there; at least its category, where it has one. */
  trail: Term[]
  /** What kind of text it is: a review, a guide. */
  kind?: Term
  headline?: Headline
  /** On the cards that lead to it. Absent: hidden. */
  label?: SourceLabel
  /** Name of the top-level category, by which lists of further articles are kept. */
  topCategory?: string
  tags: Term[]
  seo: Seo
  /** By a field of its own, or by the CMS' robots tag (HEAD-8). */
  isNoindex: boolean
  /** JSON-LD, ready-made by the CMS: it wins over the portal's own (decision 57). */
  schema?: object
  isProductPlacement: boolean
  /** `fields.showComments` (decision 26). */
  showsComments: boolean
  /** Comments that readers have left (`nrm_interactions`); absent: none, or the CMS does not say. */
  commentCount?: number
  /** The lead picture cut to 1:1, 4:3 and 16:9, where its host cuts pictures. */
  previews: string[]
  wordCount: number
  /** Whole minutes, at least 1. */
  readingMinutes: number
  /** Paths of the articles to read next, as the CMS chose them. */
  nextPaths: string[]
}

const cards = onceWhile<Article, Card>()

/** An article as the card that leads to it: one object for as long as its revision is there. */
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
