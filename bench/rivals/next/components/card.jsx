import { Picture } from './picture'
import { SiteLink } from './site-link'

/** Where the content says nothing of a card's place. */
const STACK = { shape: 'stack', sizes: '(min-width: 1200px) 380px, (min-width: 768px) 50vw, 100vw' }

/** An article as a card: one line about it, title, lead; its place in the grid comes with the content. */
export function Card({ card, headingLevel = 3, isFirst = false, isItem = false }) {
  const { link, title, lead, headline, thumbnail, place = STACK } = card
  const Heading = `h${headingLevel}`
  const image = place.shape === 'text' ? undefined : thumbnail
  const isWords = place.shape !== 'text' && !image
  return (
    <article
      className={`card card-${place.shape}${isWords ? ' card-words' : ''}`}
      style={isItem ? undefined : place.style}
    >
      {image && (
        <div className="card-picture">
          <Picture picture={{ ...image, alt: '' }} sizes={place.sizes} isFirst={isFirst} />
        </div>
      )}
      <div className="card-text">
        <CardMeta card={card} withClock={place.withClock} />
        {headline && <Headline headline={headline} />}
        <Heading className="card-title">
          <SiteLink href={link.href} rel={link.rel}>
            {title}
          </SiteLink>
        </Heading>
        {lead && place.shape !== 'text' && <p className="card-summary">{lead}</p>}
      </div>
    </article>
  )
}

/** Source or category, kind, time. */
function CardMeta({ card: { label, category, kind, published }, withClock }) {
  const source = label && !label.isOwn ? label : undefined
  return (
    <p className="card-meta">
      {source ? (
        <span className="source-label" style={{ '--label': source.color }}>
          {source.name}
        </span>
      ) : (
        category && <TermLink term={category} />
      )}{' '}
      {kind && kind.name !== category?.name && <TermLink term={kind} />}{' '}
      {published && (
        <time dateTime={published.time.iso}>
          {published.day}
          {withClock && <span className="card-clock">, {published.clock}</span>}
        </time>
      )}
    </p>
  )
}

export function TermLink({ term: { name, href } }) {
  return href ? <SiteLink href={href}>{name}</SiteLink> : <span>{name}</span>
}

/** The kicker above a title. */
export function Headline({ headline: { text, note, color } }) {
  return (
    <p className="headline" style={color ? { '--bar': color } : undefined}>
      <strong>{text}</strong>
      {note && ` ${note}`}
    </p>
  )
}
