import type { ReactNode } from 'react'
import type { CardBlockType, HomeBlock, HomeBlockType } from '../../src/content/home-block.ts'
import type { LinkTarget } from '../../src/content/links.ts'
import { copy } from '../../src/copy.ts'
import { bodyHtml } from '../article/article-body.tsx'
import { Card, type CardShape } from '../components/card.tsx'
import { Picture } from '../components/picture.tsx'
import { usePortal } from '../context.ts'

/** The blocks with cards are one member of the union: all their types share one shape. */
type HomeBlockOf<T extends HomeBlockType> = T extends CardBlockType
  ? Extract<HomeBlock, { cards: unknown }>
  : Extract<HomeBlock, { type: T }>
type HomeComponents = { [T in HomeBlockType]: (props: { block: HomeBlockOf<T>; isFirst: boolean }) => ReactNode }

/** The rhythm of each block with cards: the shape of its first card and of the others. */
const RHYTHM: Record<CardBlockType, { first: CardShape; rest: CardShape }> = {
  'big-posts': { first: 'lead', rest: 'row' },
  'hot-posts': { first: 'text', rest: 'text' },
  'scroll-posts': { first: 'stack', rest: 'stack' },
  'list-posts': { first: 'row', rest: 'row' },
  'special-posts': { first: 'stack', rest: 'stack' },
  'premium-posts': { first: 'stack', rest: 'text' },
  'large-posts': { first: 'lead', rest: 'lead' },
  'grid-posts': { first: 'stack', rest: 'stack' },
  polecane: { first: 'row', rest: 'row' },
  postsrow: { first: 'stack', rest: 'stack' },
}

/** How each home block looks. A new type does not compile until it stands here. */
const HOME_COMPONENTS = {
  'big-posts': CardsBlock,
  'hot-posts': CardsBlock,
  'scroll-posts': CardsBlock,
  'list-posts': CardsBlock,
  'special-posts': CardsBlock,
  'premium-posts': CardsBlock,
  'large-posts': CardsBlock,
  'grid-posts': CardsBlock,
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
  'szybkie-linki': ({ block }) => (
    <ul className="quick-links">
      {block.links.map(({ title, link }) => (
        <li key={title + link.href}>
          <a className="chip" href={link.href} rel={link.rel}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  ),
  'tiktok-row': ({ block }) => (
    <ul className="quick-links">
      {block.urls.map((url, index) => (
        <li key={url}>
          <a className="chip" href={url} rel="noopener">
            {copy.tiktok(index + 1)}
          </a>
        </li>
      ))}
    </ul>
  ),
  newsletter: ({ block }) => (
    <section className="channel-box" aria-label={copy.newsletter.label}>
      <h2>{block.header ?? copy.newsletter.header}</h2>
      <p>{block.description ?? copy.newsletter.description}</p>
    </section>
  ),
  // Nothing of the advertisement is in the server's HTML (spec 8, "The ad component").
  'ad-slot': ({ block }) => <div className="ad-slot" data-ad-unit={block.adUnit} hidden />,
  spacer: ({ block }) => <div style={{ height: block.height }} aria-hidden="true" />,
  'yt-sw-chanel-box': ({ block }) => (
    <section className="channel-box">
      <h2>{block.header}</h2>
      <p>{block.description}</p>
      <p className="channel-count">{copy.subscribe.count}</p>
      <a className="button" href={block.videos[0]} rel="noopener">
        {copy.subscribe.action}
      </a>
    </section>
  ),
  content: ContentBlock,
} satisfies HomeComponents

/** The blocks of a home page or an archive, in order. */
export function HomeBlocks({ blocks }: { blocks: readonly HomeBlock[] }) {
  const firstWithCards = blocks.findIndex((block) => 'cards' in block)
  return blocks.map((block, index) => {
    const Component = HOME_COMPONENTS[block.type] as (props: { block: HomeBlock; isFirst: boolean }) => ReactNode
    return <Component key={index} block={block} isFirst={index === firstWithCards} />
  })
}

function CardsBlock({ block, isFirst }: { block: HomeBlockOf<CardBlockType>; isFirst: boolean }) {
  const rhythm = RHYTHM[block.type]
  return (
    <section className={`cards ${block.type}`}>
      {block.header && <SectionHeader header={block.header} link={block.link} />}
      <div className="cards-grid">
        {block.cards.map((card, index) => (
          <Card
            key={card.id}
            card={card}
            shape={index === 0 ? rhythm.first : rhythm.rest}
            headingLevel={block.header ? 3 : 2}
            isFirst={isFirst && index === 0}
          />
        ))}
      </div>
    </section>
  )
}

function SectionHeader({
  header,
  link,
  isMajor,
}: {
  header: string
  link?: LinkTarget | undefined
  isMajor?: boolean
}) {
  return (
    <h2 className={isMajor ? 'section-title major' : 'section-title'}>
      {link ? (
        <a href={link.href} rel={link.rel}>
          {header}
        </a>
      ) : (
        header
      )}
    </h2>
  )
}

function Partner({ block }: { block: HomeBlockOf<'partner'> }) {
  return (
    <aside className="partner">
      <p className="marker">{block.header ?? copy.partner}</p>
      {block.logo && <Picture picture={block.logo} sizes="153px" isDecorative />}
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
  const { report } = usePortal()
  return <div className="article-body" dangerouslySetInnerHTML={{ __html: bodyHtml(block.blocks, 'page', report) }} />
}
