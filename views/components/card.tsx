import type { CSSProperties } from 'react'
import type { Card as CardData } from '../../src/content/card.ts'
import { CardImage } from './card-image.tsx'
import { CardMeta, Headline } from './card-meta.tsx'
import { type CardPlace, placeStyle } from './card-places.ts'
import { Marked } from './marked.tsx'

interface CardProps {
  card: CardData
  place: CardPlace
  headingLevel?: 2 | 3
  isFirst?: boolean
  /** Absent: only in rows that are wide enough. */
  withClock?: boolean
  /** The element around the card has its place. */
  isItem?: boolean
}

/** Columns of twelve. */
const NARROW_COLUMN = 4
const HALF = 6

/** Without an image a card has a placeholder, unless it dominates its page (CARD-18, CARD-39). */
export function Card({
  card,
  place,
  headingLevel = 3,
  isFirst = false,
  withClock = place.shape === 'row' && place.wide.span > NARROW_COLUMN,
  isItem = false,
}: CardProps) {
  const Heading = `h${headingLevel}` as const
  const { shape } = place
  const summary = card.snippet ?? card.lead
  const showsSummary = summary !== '' && shape !== 'text'
  const isWords = shape === 'lead' && place.wide.span > HALF && card.thumbnail === undefined
  const hasImage = shape !== 'text' && !isWords
  const style: CSSProperties | undefined = isItem ? undefined : placeStyle(place, hasImage)
  return (
    <article className={`card card-${shape}${isWords ? ' card-words' : ''}`} style={style}>
      {hasImage && <CardImage image={card.thumbnail} place={place} isFirst={isFirst} />}
      <div className="card-text">
        <CardMeta card={card} withClock={withClock} />
        {card.headline && <Headline headline={card.headline} />}
        <Heading className="card-title" style={card.titleColor ? { color: card.titleColor } : undefined}>
          <a href={card.link.href} target={card.link.target} rel={card.link.rel}>
            <Marked text={card.title} ranges={card.marks?.title} />
          </a>
        </Heading>
        {showsSummary && (
          <p className="card-summary">
            <Marked text={summary} ranges={card.snippet === undefined ? card.marks?.lead : card.marks?.snippet} />
          </p>
        )}
      </div>
    </article>
  )
}
