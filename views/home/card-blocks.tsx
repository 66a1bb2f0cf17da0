import type { ReactNode } from 'react'
import type { Card as CardData } from '../../src/content/card.ts'
import type { CardBlock } from '../../src/content/home-block.ts'
import type { LinkTarget } from '../../src/content/links.ts'
import { Card } from '../components/card.tsx'
import { cardPlaces, pathPlaces, placeAt, placeStyle } from '../components/card-places.ts'
import { ScrollBox } from '../components/groups.tsx'
import { placeOfImage } from '../components/lead-image.ts'
import { useMessages, useService } from '../context.ts'

interface CardsProps {
  block: CardBlock
  isFirst: boolean
  isNarrow?: boolean
}

function Frame({ block, className, children }: { block: CardBlock; className: string; children: ReactNode }) {
  if (!block.header) return <div className={className}>{children}</div>
  return (
    <section className={className}>
      <SectionHeader header={block.header} link={block.link} />
      {children}
    </section>
  )
}

export function CardsBlock({ block, isFirst, isNarrow = false }: CardsProps) {
  return (
    <Frame block={block} className={`cards ${block.type}`}>
      <div className="cards-grid">
        <Cards block={block} isFirst={isFirst} isNarrow={isNarrow} />
      </div>
    </Frame>
  )
}

/** Steps of a course, in order (HOME-15). */
export function PathBlock({ block, isFirst }: CardsProps) {
  const places = pathPlaces(block.cards.length)
  const first = isFirst ? placeOfImage(block.cards) : -1
  return (
    <Frame block={block} className={`cards ${block.type} is-path`}>
      <ol className="cards-grid">
        {block.cards.map((card, index) => {
          const place = placeAt(places, index)
          return (
            <li key={card.id} style={placeStyle(place, true)}>
              <Card card={card} place={place} headingLevel={block.header ? 3 : 2} isFirst={index === first} isItem />
            </li>
          )
        })}
      </ol>
    </Frame>
  )
}

/** Cards that fit a wide screen. */
const FITTING = 4

export function CarouselBlock({ block, isFirst }: CardsProps) {
  const { messages, direction } = useService()
  const [back, onward] = direction === undefined ? ['←', '→'] : ['→', '←']
  const label = block.header ?? messages.carousel.label
  return (
    <section className={`cards ${block.type}`} data-carousel>
      <div className="carousel-head">
        {block.header && <SectionHeader header={block.header} link={block.link} />}
        <div className={`carousel-arrows needs-script${block.cards.length > FITTING ? '' : ' is-fitting'}`}>
          <button
            type="button"
            className="icon-button"
            data-carousel-step="-1"
            disabled
            aria-label={messages.carousel.previous}
          >
            <span aria-hidden="true">{back}</span>
          </button>
          <button type="button" className="icon-button" data-carousel-step="1" aria-label={messages.carousel.next}>
            <span aria-hidden="true">{onward}</span>
          </button>
        </div>
      </div>
      <ScrollBox className="cards-grid" label={label} data-carousel-row>
        <Cards block={block} isFirst={isFirst} />
      </ScrollBox>
    </section>
  )
}

function Cards({ block, isFirst, isNarrow = false }: CardsProps) {
  const places = isNarrow ? [] : cardPlaces(block.type, block.cards.length)
  const first = isFirst ? placeOfImage(block.cards) : -1
  return block.cards.map((card, index) => (
    <Card
      key={card.id}
      card={card}
      place={placeAt(places, index)}
      headingLevel={block.header ? 3 : 2}
      isFirst={index === first}
    />
  ))
}

interface SectionHeaderProps {
  header: string
  link?: LinkTarget
  isMajor?: boolean
}

export function SectionHeader({ header, link, isMajor }: SectionHeaderProps) {
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

export function MostRead({ cards, header }: { cards: readonly CardData[]; header?: string | undefined }) {
  const messages = useMessages()
  if (cards.length === 0) return null
  const places = cardPlaces('hot-posts', cards.length)
  return (
    <section className="cards hot-posts most-read">
      <h2 className="section-title">{header ?? messages.mostRead}</h2>
      <ol className="cards-grid">
        {cards.map((card, index) => (
          <li key={card.id} style={placeStyle(placeAt(places, index), false)}>
            <Card card={card} place={placeAt(places, index)} isItem />
          </li>
        ))}
      </ol>
    </section>
  )
}
