import type { Block, ResponsiveImage } from './block.ts'
import type { Card } from './card.ts'
import type { EmbedTarget } from './embeds/provider.ts'
import type { LinkTarget } from './links.ts'
import type { MostReadWindow } from './most-read.ts'

/** Home blocks that show cards (HOME-2). */
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

/** A block with cards. */
export interface CardBlock {
  type: CardBlockType
  header?: string
  link?: LinkTarget
  cards: Card[]
  /** The cards are the ordered steps of a course. */
  isPath?: boolean
}

/** A third-party video; without a frame it is a link. */
export type HomeVideo = Pick<EmbedTarget, 'url' | 'provider' | 'frame'>

/** One block of a home page or of an archive's first view. */
export type HomeBlock =
  | CardBlock
  | { type: 'section-title'; header: string; link?: LinkTarget }
  | { type: 'big-title'; header: string; description?: string }
  | { type: 'partner'; header?: string; name: string; link?: LinkTarget; logo?: ResponsiveImage }
  | { type: 'szybkie-linki'; links: Array<{ title: string; link: LinkTarget }> }
  /** Six videos. */
  | { type: 'tiktok-row'; videos: HomeVideo[] }
  | { type: 'newsletter'; header?: string; description?: string }
  /** A place for advertising; the browser decides what it shows. */
  | { type: 'ad-slot'; adUnit: string; className?: string }
  | { type: 'spacer'; height: number }
  /** `main`: absent when the URL is a channel's. `others`: left, centre, right. */
  | {
      type: 'yt-sw-chanel-box'
      header: string
      description: string
      channelUrl: string
      main?: HomeVideo
      others: HomeVideo[]
    }
  /** `cards`: of the moment when the page is rendered, so empty in content; with none of them there is no block. */
  | { type: 'most-read'; header?: string; count: number; window: MostReadWindow; cards: Card[] }
  /** Article blocks on a page: the content of a container template. */
  | { type: 'content'; blocks: Block[] }

export type HomeBlockType = HomeBlock['type']

/** Pixels (HOME-10). */
export const DEFAULT_SPACER_HEIGHT = 10

/** Whether a block's cards are content. */
export function isCardBlock(block: HomeBlock): block is CardBlock {
  return (CARD_BLOCK_TYPES as readonly string[]).includes(block.type)
}
