import type { AdSlot } from './ads.ts'
import type { HomeBlock } from './home-block.ts'
import type { Seo } from './seo.ts'

/** A page made of editorial blocks: the home of a service (spec 3, "Page data"). */
export interface Page {
  id: string
  title?: string
  seo: Seo
  blocks: HomeBlock[]
  /** A container template gets a single-page content style (decision 12). */
  isContainer: boolean
  /** Slots of the page; an `ad-slot` block takes the one of its unit (decision 65). */
  adSlots: AdSlot[]
  /** Full-screen advertisement, welcome screen, ad exchanger, where they are on. */
  outOfPageSlots: AdSlot[]
  /** Tags of `page_slug`, for advertising only (decision 27). */
  adKeyValues: string[]
}
