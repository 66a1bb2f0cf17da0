import type { Card as CardData } from '../../src/content/card.ts'
import { Card } from './card.tsx'
import { LIST_PLACE } from './card-places.ts'
import { FeatureStyles } from './feature-styles.tsx'
import { placeOfImage } from './first-image.ts'

/** SERIES-2. */
export function SeriesParts({ parts }: { parts: readonly CardData[] }) {
  const first = placeOfImage(parts)
  return (
    <div className="cards list-posts">
      <FeatureStyles names={['series']} />
      <ol className="series-parts">
        {parts.map((card, index) => (
          <li key={card.id}>
            <Card card={card} place={LIST_PLACE} headingLevel={2} isFirst={index === first} />
          </li>
        ))}
      </ol>
    </div>
  )
}
