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
  /** Ordered steps of a course. */
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
  /** Browsers fill it. */
  | { type: 'ad-slot'; adUnit: string; className?: string }
  | { type: 'spacer'; height: number }
  /** No `main` for a channel's URL. `others`: left, centre, right. */
  | {
      type: 'yt-sw-chanel-box'
      header: string
      description: string
      channelUrl: string
      main?: HomeVideo
      others: HomeVideo[]
    }
  /** Filled at rendering; without `cards` no block. */
  | { type: 'most-read'; header?: string; count: number; window: MostReadWindow; cards: Card[] }
  /** A container template's content. */
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
  /** With the single-page style (PAGE-24). */
  isContainer: boolean
  /** For advertising (ADS-10). */
  adKeyValues: string[]
  /** For advertising (ADS-10). */
  adCode?: string
}

/** CSS pixels (views/styles/lists.css). */
const SIDEBAR_WIDTH = 300

/** The first that no block uses, is not sticky and fits the column (CARD-21), with fitting sizes only. */
export function sidebarSlot(slots: readonly AdSlot[], blocks: readonly HomeBlock[]): AdSlot | undefined {
  const taken = new Set(blocks.flatMap((block) => (block.type === 'ad-slot' ? [block.adUnit] : [])))
  for (const slot of slots) {
    if (!/^\d+$/.test(slot.key) || slot.isSticky || taken.has(slot.adUnit)) continue
    const desktop = slot.sizes.desktop?.filter(([width]) => width <= SIDEBAR_WIDTH) ?? []
    if (desktop.length > 0) return { ...slot, sizes: { desktop } }
  }
  return undefined
}
