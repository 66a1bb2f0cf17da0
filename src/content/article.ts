import type { AuthorProfile } from './author.ts'
import type { Block, Picture } from './block.ts'
import type { Person, Published, Term } from './card.ts'
import type { Seo } from './seo.ts'

/** One article, normalised: what both renderers, the feeds and the head model are made of. */
export interface Article {
  id: string
  /** The canonical path on this service (decision 4). */
  path: string
  title: string
  lead: string
  body: Block[]
  hero?: Picture
  published?: Published
  /** When the CMS generated this revision, when it says so and it is later. */
  modified?: Published
  authors: Person[]
  author?: AuthorProfile
  category?: Term
  tags: Term[]
  seo: Seo
  isNoindex: boolean
  isProductPlacement: boolean
  /** Whole minutes, at least 1. */
  readingMinutes: number
  /** Paths of the articles to read next, as the CMS chose them. */
  nextPaths: string[]
}
