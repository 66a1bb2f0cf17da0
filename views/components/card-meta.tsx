import { type CSSProperties, createContext, useContext } from 'react'
import type { Card as CardData, CardFormat, Headline as HeadlineData, Published, Term } from '../../src/content/card.ts'
import { dayOnCard, isRecent } from '../../src/content/dates.ts'
import type { SourceLabel as LabelData } from '../../src/content/label.ts'
import { PublishedTime, Spaced } from './inline.tsx'

interface CardMetaProps {
  card: CardData
  /** For recent articles. */
  withClock: boolean
}

/** A large label has its own line (CARD-9, CARD-40). */
export function CardMeta({ card, withClock }: CardMetaProps) {
  const { published } = card
  const isMarked = card.isPromo || card.isProductPlacement
  const label = card.label?.isOwn && !card.label.isMedium ? undefined : card.label
  const category = card.category?.name === label?.name ? undefined : card.category
  const kind = [label?.name, category?.name].includes(card.kind?.name) ? undefined : card.kind
  const source = label?.isMedium ? undefined : label
  const ownList = useContext(OwnListContext)
  return (
    <>
      {label?.isMedium && (
        <p className="card-meta">
          <SourceLabel label={label} />
        </p>
      )}
      {(isMarked || card.format || source || category || kind || published) && (
        <p className="card-meta">
          <Spaced>
            {isMarked && <AdvertisingMark card={card} />}
            {card.format && <FormatMark format={card.format} />}
            {source && <SourceLabel label={source} />}
            {category && <TermLink term={category} className={category.href === ownList ? 'is-own' : undefined} />}
            {kind && <TermLink term={kind} className="card-kind" />}
            {published && <CardTime published={published} withClock={withClock} />}
          </Spaced>
        </p>
      )}
    </>
  )
}

function CardTime({ published, withClock }: { published: Published; withClock: boolean }) {
  const shown = { ...published, day: dayOnCard(published, useMarkers().year) }
  return <PublishedTime published={shown} withClock={withClock && isRecent(published, Date.now())} />
}

function FormatMark({ format }: { format: CardFormat }) {
  return <span className={`format-mark is-${format}`}>{useMarkers().formats[format]}</span>
}

function AdvertisingMark({ card }: { card: CardData }) {
  const markers = useMarkers()
  return <span className="marker">{card.isPromo ? markers.promo : markers.sponsored}</span>
}

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

export function TermLink({ term, className }: { term: Term; className?: string | undefined }) {
  return term.href ? (
    <a className={className} href={term.href}>
      {term.name}
    </a>
  ) : (
    <span className={className}>{term.name}</span>
  )
}

/** Only a bar is coloured, for contrast (CARD-8). */
export function Headline({ headline }: { headline: HeadlineData }) {
  const { text, note, color } = headline
  return (
    <p className="headline" style={color ? ({ '--bar': color } as CSSProperties) : undefined}>
      <strong>{text}</strong>
      {note && ` ${note}`}
    </p>
  )
}

export interface Markers {
  promo: string
  sponsored: string
  formats: Readonly<Record<CardFormat, string>>
  /** In the service's time zone. */
  year: number
}

/** The list's own name is left out (CARD-44). */
export const OwnListContext = createContext<string | undefined>(undefined)

const MarkersContext = createContext<Markers | undefined>(undefined)
export const MarkersProvider = MarkersContext.Provider

function useMarkers(): Markers {
  const markers = useContext(MarkersContext)
  if (!markers) throw new Error('rendered outside a MarkersProvider')
  return markers
}
