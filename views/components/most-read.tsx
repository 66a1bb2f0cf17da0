import type { Card as CardData } from '../../src/content/card.ts'
import { useMessages } from '../context.ts'
import { Card } from './card.tsx'
import { cardPlaces, placeAt, placeStyle } from './card-places.ts'

/** READ-8. */
export function MostRead({ cards, header }: { cards: readonly CardData[]; header?: string | undefined }) {
  const messages = useMessages()
  if (cards.length === 0) return null
  const places = cardPlaces('hot-posts', cards.length)
  return (
    <section className="cards hot-posts most-read">
      <h2 className="section-title">{header ?? messages.mostRead}</h2>
      <ol className="cards-grid">
        {cards.map((card, index) => (
          <li key={card.id} style={placeStyle(placeAt(places, index), false)}>
            <Card card={card} place={placeAt(places, index)} isItem />
          </li>
        ))}
      </ol>
    </section>
  )
}
