import type { Card as CardData } from '../../src/content/card.ts'
import type { ReadingOrder } from '../../src/content/reading-order.ts'
import { Card } from '../components/card.tsx'
import { cardPlaces, placeAt } from '../components/card-places.ts'
import { Spaced } from '../components/spaced.tsx'
import { useMessages } from '../context.ts'

/** PAGE-10. */
export function Onward({ order }: { order: ReadingOrder }) {
  const messages = useMessages()
  const { earlier, later, related } = order
  const places = cardPlaces('postsrow', related.length)
  return (
    <>
      {related.length > 0 && (
        <section className="cards read-next">
          <h2 className="section-title">{messages.article.related}</h2>
          <div className="cards-grid">
            {related.map((card, index) => (
              <Card key={card.id} card={card} place={placeAt(places, index)} />
            ))}
          </div>
        </section>
      )}
      {(earlier || later) && (
        <nav className="onward" aria-label={messages.article.onward}>
          <Spaced>
            {earlier && <Neighbour card={earlier} label={messages.article.earlier} rel="prev" />}
            {later && <Neighbour card={later} label={messages.article.later} rel="next" />}
          </Spaced>
        </nav>
      )}
    </>
  )
}

function Neighbour({ card, label, rel }: { card: CardData; label: string; rel: 'prev' | 'next' }) {
  return (
    <a className={`onward-${rel}`} href={card.link.href} rel={rel}>
      <span className="onward-label">{label}</span> <span className="onward-title">{card.title}</span>
    </a>
  )
}
