import type { CSSProperties } from 'react'
import type { Card as CardData } from '../../src/content/card.ts'
import { copy } from '../../src/copy.ts'
import { Picture } from './picture.tsx'
import { type CardShape, PICTURE_SIZES } from './picture-sizes.ts'
import { PublishedTime } from './published-time.tsx'

interface CardProps {
  card: CardData
  shape: CardShape
  headingLevel?: 2 | 3
  isFirst?: boolean
}

/** A post as a card: source label, category, time, title, lead, in that order (spec 2, "Post row card"). */
export function Card({ card, shape, headingLevel = 3, isFirst = false }: CardProps) {
  const Heading = `h${headingLevel}` as const
  const showsLead = card.lead !== '' && shape !== 'text'
  return (
    <article className={`card card-${shape}`}>
      {shape !== 'text' && (
        <div className="card-picture">
          {card.thumbnail ? (
            <Picture picture={card.thumbnail} sizes={PICTURE_SIZES[shape]} isFirst={isFirst} isDecorative />
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
      {isMarked && <span className="marker">{card.isPromo ? copy.article.promo : copy.article.sponsored}</span>}
      {label && (
        <span className="source-label" style={{ '--label': label.color } as CSSProperties}>
          {label.name}
        </span>
      )}
      {category && (category.href ? <a href={category.href}>{category.name}</a> : <span>{category.name}</span>)}
      {published && <PublishedTime published={published} />}
    </p>
  )
}
