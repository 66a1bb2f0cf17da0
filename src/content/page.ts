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
}
