import type { CSSProperties } from 'react'
import type { Card as CardData, Headline as HeadlineData, Term } from '../../src/content/card.ts'
import type { SourceLabel as LabelData } from '../../src/content/label.ts'
import { useMarkers } from '../card-markers.ts'
import { PublishedTime } from './published-time.tsx'
import { Spaced } from './spaced.tsx'

interface CardMetaProps {
  card: CardData
  /** Adds the time of day to the date, where a line has room for it. */
  withClock: boolean
}

/**
 * One line about a card: the mark of advertising alone, else the source or the category, the kind, the time (CARD-40). A label
 * that an editor made large has a line of its own above.
 */
export function CardMeta({ card, withClock }: CardMetaProps) {
  const { category, kind, published, label } = card
  const isMarked = card.isPromo || card.isProductPlacement
  const source = label?.isMedium || label?.isOwn ? undefined : label
  return (
    <>
      {label?.isMedium && (
        <p className="card-meta">
          <SourceLabel label={label} />
        </p>
      )}
      {(isMarked || source || category || kind || published) && (
        <p className="card-meta">
          {isMarked ? (
            <AdvertisingMark card={card} />
          ) : (
            <Spaced>
              {source ? <SourceLabel label={source} /> : category && <TermLink term={category} />}
              {kind && kind.name !== category?.name && <TermLink term={kind} />}
              {published && <PublishedTime published={published} withClock={withClock} />}
            </Spaced>
          )}
        </p>
      )}
    </>
  )
}

function AdvertisingMark({ card }: { card: CardData }) {
  const markers = useMarkers()
  return <span className="marker">{card.isPromo ? markers.promo : markers.sponsored}</span>
}

/** The portal that a post comes from; a link if it is another portal (CARD-1 to CARD-5). */
function SourceLabel({ label }: { label: LabelData }) {
  const style = { '--label': label.color } as CSSProperties
  const className = label.isMedium ? 'source-label is-medium' : 'source-label'
  return label.href ? (
    <a className={className} style={style} href={label.href}>
      {label.name}
    </a>
  ) : (
    <span className={className} style={style}>
      {label.name}
    </span>
  )
}

export function TermLink({ term }: { term: Term }) {
  return term.href ? <a href={term.href}>{term.name}</a> : <span>{term.name}</span>
}

/** The kicker above a title. Its colour is only a bar at its side, so the text stays readable (CARD-8). */
export function Headline({ headline }: { headline: HeadlineData }) {
  const { text, note, color } = headline
  return (
    <p className="headline" style={color ? ({ '--bar': color } as CSSProperties) : undefined}>
      <strong>{text}</strong>
      {note && ` ${note}`}
    </p>
  )
}
