import { type CSSProperties, type ReactNode, useId } from 'react'
import type { AdSlot } from '../../src/content/ad-slot.ts'
import type { CardBlock, CardBlockType, HomeBlock, HomeBlockType } from '../../src/content/home-block.ts'
import { isAdvertising } from '../../src/integrations/for-service.ts'
import type { Service } from '../../src/services/service.ts'
import { bodyBytes } from '../article/article-body.tsx'
import { AdBox, ListWithAd, placeClasses } from '../components/ad-box.tsx'
import { BlockStyles } from '../components/feature-styles.tsx'
import { ResponsiveImage } from '../components/images.tsx'
import { blockOfFirstImage } from '../components/lead-image.ts'
import { NewsletterBox } from '../components/newsletter.tsx'
import { useMessages, usePortal } from '../context.ts'
import { usePrerendered } from '../prerendered.tsx'
import { CardsBlock, CarouselBlock, MostRead, PathBlock, SectionHeader } from './card-blocks.tsx'
import { ChannelBox, TiktokRow } from './video-blocks.tsx'

type HomeBlockOf<T extends HomeBlockType> = T extends CardBlockType ? CardBlock : Extract<HomeBlock, { type: T }>
type BlockProps<B> = { block: B; isFirst: boolean; isNarrow: boolean; adSlot: AdSlot | undefined }
type HomeComponents = { [T in HomeBlockType]: (props: BlockProps<HomeBlockOf<T>>) => ReactNode }

const HOME_COMPONENTS = {
  'big-posts': CardsBlock,
  'hot-posts': CardsBlock,
  'scroll-posts': CarouselBlock,
  'list-posts': CardsBlock,
  'special-posts': CardsBlock,
  'premium-posts': CardsBlock,
  'large-posts': CardsBlock,
  'grid-posts': (props) => (props.block.isPath ? <PathBlock {...props} /> : <CardsBlock {...props} />),
  polecane: CardsBlock,
  postsrow: CardsBlock,
  'section-title': ({ block }) => <SectionHeader header={block.header} link={block.link} isMajor />,
  'big-title': ({ block }) => (
    <section className="big-title">
      <h2>{block.header}</h2>
      {block.description && <p>{block.description}</p>}
    </section>
  ),
  partner: Partner,
  'szybkie-linki': QuickLinks,
  'tiktok-row': ({ block }) => <TiktokRow videos={block.videos} />,
  newsletter: ({ block }) => <NewsletterBox header={block.header} description={block.description} isSection />,
  'ad-slot': ({ block, adSlot }) => adSlot && <AdBox slot={adSlot} className={block.className} />,
  spacer: ({ block }) => <div style={{ height: block.height }} aria-hidden="true" />,
  'yt-sw-chanel-box': ({ block }) => <ChannelBox {...block} />,
  'most-read': ({ block }) => <MostRead cards={block.cards} header={block.header} />,
  content: ContentBlock,
} satisfies HomeComponents

interface HomeBlocksProps {
  service: Service
  blocks: readonly HomeBlock[]
  /** Without its slot it renders nothing (ADS-1). */
  adSlots?: readonly AdSlot[]
  listAd?: AdSlot
}

interface ShownBlock {
  /** Among all blocks. */
  key: number
  block: HomeBlock
  adSlot?: AdSlot
}

/** A known height lets places of advertisements stay drawn (HOME-13, HOME-14). */
export function HomeBlocks({ service, blocks, adSlots = [], listAd }: HomeBlocksProps) {
  const { integrations } = usePortal()
  const firstList = blocks.find(({ type }) => type === 'list-posts')
  const firstShown = blockOfFirstImage(blocks)
  const lazy = new Set(blocks.filter(({ type }) => type !== 'ad-slot').slice(EAGER_BLOCKS))
  const shown = shownBlocks(blocks, isAdvertising(integrations, service) ? adSlots : [])
  const contentOf = ({ block, adSlot, key }: ShownBlock): ReactNode => {
    const Component = HOME_COMPONENTS[block.type] as (props: BlockProps<HomeBlock>) => ReactNode
    const ownAd = block === firstList ? listAd : undefined
    return (
      <ListWithAd key={key} slot={ownAd}>
        <Component block={block} isFirst={block === firstShown} isNarrow={ownAd !== undefined} adSlot={adSlot} />
      </ListWithAd>
    )
  }
  const inPlace = shown.filter(({ adSlot }) => !adSlot?.isSticky)
  return (
    <>
      {inPlace.map((one, index) => {
        const { block, adSlot, key } = one
        if (adSlot && index === 0) return <LeadingAd key="leading" slot={adSlot} content={contentOf(one)} />
        const isLazy = lazy.has(block)
        const style = { '--lazy-height': `${lazyHeight(block)}px` } as CSSProperties
        const classes = ['home-block', isLazy && 'is-lazy', adSlot && placeClasses(adSlot)].filter(Boolean).join(' ')
        return (
          <div key={key} className={classes} style={isLazy ? style : undefined}>
            {contentOf(one)}
          </div>
        )
      })}
      {/* Sticky slots cover the page. */}
      {shown.filter(({ adSlot }) => adSlot?.isSticky).map(contentOf)}
    </>
  )
}

function shownBlocks(blocks: readonly HomeBlock[], adSlots: readonly AdSlot[]): ShownBlock[] {
  return blocks.flatMap((block, key): ShownBlock[] => {
    if (block.type !== 'ad-slot') return [{ key, block }]
    const adSlot = adSlots.find(({ adUnit }) => adUnit === block.adUnit)
    return adSlot ? [{ key, block, adSlot }] : []
  })
}

/** Where the slot is hidden, the next block is first. */
function LeadingAd({ slot, content }: { slot: AdSlot; content: ReactNode }) {
  return (
    <div className={placeClasses(slot)} style={{ paddingBottom: 'calc(var(--space-12) + 8px)' }}>
      {content}
    </div>
  )
}

function QuickLinks({ block }: { block: HomeBlockOf<'szybkie-linki'> }) {
  const messages = useMessages()
  return (
    <ul className="quick-links" aria-label={messages.quickLinks}>
      {block.links.map(({ title, link }) => (
        <li key={title + link.href}>
          <a className="chip" href={link.href} rel={link.rel}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Partner({ block }: { block: HomeBlockOf<'partner'> }) {
  const messages = useMessages()
  return (
    <aside className="partner" aria-label={block.header ?? messages.partner}>
      <p className="marker">{block.header ?? messages.partner}</p>
      {block.logo && <ResponsiveImage image={block.logo} sizes="153px" isDecorative />}
      {block.link ? (
        <a href={block.link.href} rel="sponsored nofollow noopener">
          {block.name}
        </a>
      ) : (
        <span>{block.name}</span>
      )}
    </aside>
  )
}

function ContentBlock({ block }: { block: HomeBlockOf<'content'> }) {
  const portal = usePortal()
  const idPrefix = useId().replace(/\W/g, '')
  return (
    <>
      <BlockStyles blocks={block.blocks} />
      <div
        className="article-body"
        dangerouslySetInnerHTML={usePrerendered(() => [bodyBytes(block.blocks, 'page', portal, idPrefix)])}
      />
    </>
  )
}

export const EAGER_BLOCKS = 2

const HEIGHTS: Partial<Record<HomeBlock['type'], number>> = {
  'big-posts': 569,
  'hot-posts': 321,
  'scroll-posts': 490,
  newsletter: 480,
  'big-title': 272,
  'large-posts': 1068,
  'grid-posts': 516,
  'szybkie-linki': 126,
}
const DEFAULT_HEIGHT = 200
const MOST_READ_COLUMNS = 3

/** Pixels (HOME-14). */
export function lazyHeight(block: HomeBlock): number {
  if (block.type === 'list-posts') return 127 + 167 * block.cards.length - 40
  if (block.type === 'most-read') return 65 + 100 * Math.ceil(block.cards.length / MOST_READ_COLUMNS)
  return HEIGHTS[block.type] ?? DEFAULT_HEIGHT
}
