import type { CSSProperties } from 'react'
import type { ResponsiveImage as ResponsiveImageData } from '../../src/content/block.ts'
import type { Card as CardData } from '../../src/content/card.ts'
import { CardMeta, Headline } from './card-meta.tsx'
import { type CardPlace, LIST_PLACE, placeStyle } from './card-places.ts'
import { ResponsiveImage } from './images.tsx'
import { Marked } from './inline.tsx'
import { cardImage } from './sizes-attribute.ts'

interface CardProps {
  card: CardData
  place: CardPlace
  headingLevel?: 2 | 3
  isFirst?: boolean
  /** Absent: in wide rows only. */
  withClock?: boolean
  isItem?: boolean
}

/** Of twelve. */
const NARROW_COLUMN = 4
const HALF = 6

/** A placeholder replaces a missing image, but not in a dominating card (CARD-18, CARD-39). */
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
  // On the accent an editor's colour may be unreadable.
  const titleColor = isWords ? undefined : card.titleColor
  const style: CSSProperties | undefined = isItem ? undefined : placeStyle(place, hasImage)
  return (
    <article className={`card card-${shape}${isWords ? ' card-words' : ''}`} style={style}>
      {hasImage && <CardImage image={card.thumbnail} place={place} isFirst={isFirst} />}
      <div className="card-text">
        <CardMeta card={card} withClock={withClock} />
        {card.headline && <Headline headline={card.headline} />}
        <Heading className="card-title" style={titleColor ? { color: titleColor } : undefined}>
          <a href={card.link.href} target={card.link.target} rel={card.link.rel}>
            <Marked text={card.title} ranges={card.marks?.title} />
          </a>
        </Heading>
        {showsSummary && (
          <p className="card-summary">
            <Marked text={summary} ranges={card.snippet === undefined ? card.marks?.lead : card.marks?.snippet} />
          </p>
        )}
        {shape === 'lead' && card.authors.length > 0 && (
          <p className="card-authors">{card.authors.map(({ name }) => name).join(', ')}</p>
        )}
      </div>
    </article>
  )
}

interface CardImageProps {
  image: ResponsiveImageData | undefined
  place: CardPlace
  isFirst: boolean
}

/** Screen readers hear the title once (CARD-17). */
function CardImage({ image, isFirst, place }: CardImageProps) {
  return image ? (
    <div className="card-picture" inert>
      <ResponsiveImage {...cardImage(image, place)} isFirst={isFirst} />
    </div>
  ) : (
    <ImagePlaceholder />
  )
}

export function ImagePlaceholder() {
  return <div className="card-picture is-placeholder" aria-hidden="true" />
}

const BOXES = 6

export function CardSkeletons({ place = LIST_PLACE }) {
  return Array.from({ length: BOXES }, (_, index) => (
    <div key={index} className="card card-row card-skeleton" style={placeStyle(place, true)} aria-hidden="true">
      <div className="card-picture" />
      <div className="card-text">
        <span />
        <span />
        <span />
      </div>
    </div>
  ))
}
