import type { Card as CardData } from '../../src/content/card.ts'
import { CardImage } from './card-image.tsx'
import { CardMeta, Headline } from './card-meta.tsx'
import type { CardShape } from './image-sizes.ts'
import { Marked } from './marked.tsx'

interface CardProps {
  card: CardData
  shape: CardShape
  headingLevel?: 2 | 3
  isFirst?: boolean
  /** Places the image next to the text on a small screen (`cards.css`, the last rows of a page). */
  isNarrowRow?: boolean
  /** Adds the time of day to the date; absent: only in rows. */
  withClock?: boolean
}

/** A post as a card: source label, category, kind, time, kicker, title, lead, in that order (CARD-18). */
export function Card({
  card,
  shape,
  headingLevel = 3,
  isFirst = false,
  isNarrowRow = false,
  withClock = shape === 'row',
}: CardProps) {
  const Heading = `h${headingLevel}` as const
  const showsLead = card.lead !== '' && shape !== 'text'
  return (
    <article className={`card card-${shape}`}>
      {shape !== 'text' && (
        <div className="card-picture">
          {card.thumbnail ? (
            <CardImage image={card.thumbnail} shape={shape} isNarrowRow={isNarrowRow} isFirst={isFirst} />
          ) : (
            <span className="card-placeholder" aria-hidden="true" />
          )}
        </div>
      )}
      <div className="card-text">
        <CardMeta card={card} withClock={withClock} />
        {card.headline && <Headline headline={card.headline} />}
        <Heading className="card-title" style={card.titleColor ? { color: card.titleColor } : undefined}>
          <a href={card.link.href} target={card.link.target} rel={card.link.rel}>
            <Marked text={card.title} ranges={card.marks?.title} />
          </a>
        </Heading>
        {showsLead && (
          <p className="card-summary">
            <Marked text={card.lead} ranges={card.marks?.lead} />
          </p>
        )}
      </div>
    </article>
  )
}
