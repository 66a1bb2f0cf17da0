import type { ReactNode } from 'react'
import type { CardBlock } from '../../src/content/home-block.ts'
import { Card } from '../components/card.tsx'
import { useMessages } from '../context.ts'
import { RHYTHM } from './rhythm.ts'
import { SectionHeader } from './section-header.tsx'

interface CardsProps {
  block: CardBlock
  /** The page's first block with cards: its first image loads eagerly. */
  isFirst: boolean
}

/** A section when it has a heading as its name. */
function Frame({ block, className, children }: { block: CardBlock; className: string; children: ReactNode }) {
  if (!block.header) return <div className={className}>{children}</div>
  return (
    <section className={className}>
      <SectionHeader header={block.header} link={block.link} />
      {children}
    </section>
  )
}

export function CardsBlock({ block, isFirst }: CardsProps) {
  return (
    <Frame block={block} className={`cards ${block.type}`}>
      <div className="cards-grid">
        <Cards block={block} isFirst={isFirst} />
      </div>
    </Frame>
  )
}

/** A course: its lessons are numbered steps (HOME-15). */
export function PathBlock({ block, isFirst }: CardsProps) {
  return (
    <Frame block={block} className={`cards ${block.type} is-path`}>
      <ol className="cards-grid">
        {block.cards.map((card, index) => (
          <li key={card.id}>
            <Card
              card={card}
              shape="stack"
              headingLevel={block.header ? 3 : 2}
              isFirst={isFirst && index === 0}
              isNarrowRow
            />
          </li>
        ))}
      </ol>
    </Frame>
  )
}

/** Cards in a row with scroll snapping; scrolls by touch, by keyboard or by its arrows. */
export function CarouselBlock({ block, isFirst }: CardsProps) {
  const messages = useMessages()
  const label = block.header ?? messages.carousel.label
  return (
    <section className={`cards ${block.type}`} data-carousel>
      <div className="carousel-head">
        {block.header && <SectionHeader header={block.header} link={block.link} />}
        <div className="carousel-arrows needs-script">
          <button type="button" className="icon-button" data-carousel-step="-1" aria-label={messages.carousel.previous}>
            <span aria-hidden="true">←</span>
          </button>
          <button type="button" className="icon-button" data-carousel-step="1" aria-label={messages.carousel.next}>
            <span aria-hidden="true">→</span>
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="cards-grid" tabIndex={0} aria-label={label} data-carousel-row>
        <Cards block={block} isFirst={isFirst} />
      </section>
    </section>
  )
}

function Cards({ block, isFirst }: CardsProps) {
  const rhythm = RHYTHM[block.type]
  const isRow = block.type === 'postsrow'
  return block.cards.map((card, index) => (
    <Card
      key={card.id}
      card={card}
      shape={index === 0 ? rhythm.first : rhythm.rest}
      headingLevel={block.header ? 3 : 2}
      isFirst={isFirst && index === 0}
      isNarrowRow={isRow}
      {...(isRow && { withClock: true })}
    />
  ))
}
