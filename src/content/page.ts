import type { HomeBlock } from './home-block.ts'
import type { PageAds } from './page-ads.ts'
import type { Seo } from './seo.ts'

/** A page of editorial blocks: the home of a service (HOME-1). */
export interface Page extends PageAds {
  id: string
  title?: string
  seo: Seo
  blocks: HomeBlock[]
  /** A container template has the single-page content style (PAGE-24). */
  isContainer: boolean
  /** Tags of `page_slug`, for advertising only (ADS-10). */
  adKeyValues: string[]
  /** `nrm_ad_code`, for advertising only (ADS-11). */
  adCode?: string
}
