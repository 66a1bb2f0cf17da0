import type { AdSlot } from './ad-slot.ts'
import type { Block, EmbedFacts, ResponsiveImage } from './block.ts'
import type { Card } from './card.ts'
import type { EmbedTarget } from './embeds/providers/provider.ts'
import type { LinkTarget } from './links.ts'
import type { MostReadWindow } from './most-read.ts'
import type { PageAds } from './page-ads.ts'
import type { Seo } from './seo.ts'

export const CARD_BLOCK_TYPES = [
  'big-posts',
  'hot-posts',
  'scroll-posts',
  'list-posts',
  'special-posts',
  'premium-posts',
  'large-posts',
  'grid-posts',
  'polecane',
  'postsrow',
] as const
export type CardBlockType = (typeof CARD_BLOCK_TYPES)[number]

export interface CardBlock {
  type: CardBlockType
  header?: string
  link?: LinkTarget
  cards: Card[]
  /** The cards are the ordered steps of a course. */
  isPath?: boolean
}

export type HomeVideo = Pick<EmbedTarget, 'url' | 'provider' | 'frame'> & EmbedFacts

export type HomeBlock =
  | CardBlock
  | { type: 'section-title'; header: string; link?: LinkTarget }
  | { type: 'big-title'; header: string; description?: string }
  | { type: 'partner'; header?: string; name: string; link?: LinkTarget; logo?: ResponsiveImage }
  | { type: 'szybkie-linki'; links: Array<{ title: string; link: LinkTarget }> }
  | { type: 'tiktok-row'; videos: HomeVideo[] }
  | { type: 'newsletter'; header?: string; description?: string }
  /** The browser decides what the slot shows. */
  | { type: 'ad-slot'; adUnit: string; className?: string }
  | { type: 'spacer'; height: number }
  /** `main` is absent when the URL is a channel's. `others` are left, centre and right. */
  | {
      type: 'yt-sw-chanel-box'
      header: string
      description: string
      channelUrl: string
      main?: HomeVideo
      others: HomeVideo[]
    }
  /** `cards` are filled when the page is rendered; without any there is no block. */
  | { type: 'most-read'; header?: string; count: number; window: MostReadWindow; cards: Card[] }
  /** The content of a container template. */
  | { type: 'content'; blocks: Block[] }

export type HomeBlockType = HomeBlock['type']

/** Pixels (HOME-10). */
export const DEFAULT_SPACER_HEIGHT = 10

export function isCardBlock(block: HomeBlock): block is CardBlock {
  return (CARD_BLOCK_TYPES as readonly string[]).includes(block.type)
}

export interface Page extends PageAds {
  id: string
  title?: string
  seo: Seo
  blocks: HomeBlock[]
  /** The page has the single-page content style (PAGE-24). */
  isContainer: boolean
  /** For advertising only (ADS-10). */
  adKeyValues: string[]
  /** For advertising only (ADS-10). */
  adCode?: string
}

/** CSS pixels (views/styles/lists.css). */
const SIDEBAR_WIDTH = 300

/**
 * The slot next to a list on a large screen is the first that no block uses, that is not sticky and has a size for
 * the column (CARD-21). It keeps only those sizes.
 */
export function sidebarSlot(slots: readonly AdSlot[], blocks: readonly HomeBlock[]): AdSlot | undefined {
  const taken = new Set(blocks.flatMap((block) => (block.type === 'ad-slot' ? [block.adUnit] : [])))
  for (const slot of slots) {
    if (!/^\d+$/.test(slot.key) || slot.isSticky || taken.has(slot.adUnit)) continue
    const desktop = slot.sizes.desktop?.filter(([width]) => width <= SIDEBAR_WIDTH) ?? []
    if (desktop.length > 0) return { ...slot, sizes: { desktop } }
  }
  return undefined
}
