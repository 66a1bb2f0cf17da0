import type { CSSProperties } from 'react'
import type { Card as CardData } from '../../src/content/card.ts'
import { copy } from '../../src/copy.ts'
import { CardPicture } from './card-picture.tsx'
import type { CardShape } from './picture-sizes.ts'
import { PublishedTime } from './published-time.tsx'
import { Spaced } from './spaced.tsx'

interface CardProps {
  card: CardData
  shape: CardShape
  headingLevel?: 2 | 3
  isFirst?: boolean
  /** On a small screen the picture stands beside the text (`cards.css`, the last rows of a page). */
  isNarrowRow?: boolean
}

/** A post as a card: source label, category, time, title, lead, in that order (spec 2, "Post row card"). */
export function Card({ card, shape, headingLevel = 3, isFirst = false, isNarrowRow = false }: CardProps) {
  const Heading = `h${headingLevel}` as const
  const showsLead = card.lead !== '' && shape !== 'text'
  return (
    <article className={`card card-${shape}`}>
      {shape !== 'text' && (
        <div className="card-picture">
          {card.thumbnail ? (
            <CardPicture picture={card.thumbnail} shape={shape} isNarrowRow={isNarrowRow} isFirst={isFirst} />
          ) : (
            <span className="card-placeholder" aria-hidden="true" />
          )}
        </div>
      )}
      <div className="card-text">
        <CardMeta card={card} />
        <Heading className="card-title" style={card.titleColor ? { color: card.titleColor } : undefined}>
          <a href={card.link.href} target={card.link.target} rel={card.link.rel}>
            {card.title}
          </a>
        </Heading>
        {showsLead && <p className="card-summary">{card.lead}</p>}
      </div>
    </article>
  )
}

function CardMeta({ card }: { card: CardData }) {
  const { label, category, published } = card
  const isMarked = card.isPromo || card.isProductPlacement
  if (!label && !category && !published && !isMarked) return null
  return (
    <p className="card-meta">
      <Spaced>
        {isMarked && <span className="marker">{card.isPromo ? copy.article.promo : copy.article.sponsored}</span>}
        {label && (
          <span className="source-label" style={{ '--label': label.color } as CSSProperties}>
            {label.name}
          </span>
        )}
        {category && (category.href ? <a href={category.href}>{category.name}</a> : <span>{category.name}</span>)}
        {published && <PublishedTime published={published} />}
      </Spaced>
    </p>
  )
}
