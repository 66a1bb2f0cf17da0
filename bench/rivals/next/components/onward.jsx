import { words } from '../content/content'
import { Card } from './card'
import { SiteLink } from './site-link'

/** Where to go from here. */
export function Onward({ order: { related, earlier, later } }) {
  return (
    <>
      {related.length > 0 && (
        <section className="cards read-next">
          <h2 className="section-title">{words.article.related}</h2>
          <div className="cards-grid">
            {related.map((card) => (
              <Card key={card.id} card={card} />
            ))}
          </div>
        </section>
      )}
      {(earlier || later) && (
        <nav className="onward" aria-label={words.article.onward}>
          {earlier && <Neighbour card={earlier} label={words.article.earlier} rel="prev" />}
          {later && <Neighbour card={later} label={words.article.later} rel="next" />}
        </nav>
      )}
    </>
  )
}

function Neighbour({ card, label, rel }) {
  return (
    <SiteLink className={`onward-${rel}`} href={card.link.href} rel={rel}>
      <span className="onward-label">{label}</span> <span className="onward-title">{card.title}</span>
    </SiteLink>
  )
}
