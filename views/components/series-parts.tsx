import type { Card as CardData } from '../../src/content/card.ts'
import { Card } from './card.tsx'
import { FeatureStyles } from './feature-styles.tsx'

/** The parts of a series in order, numbered (SERIES-2). */
export function SeriesParts({ parts }: { parts: readonly CardData[] }) {
  return (
    <div className="cards list-posts">
      <FeatureStyles names={['series']} />
      <ol className="series-parts">
        {parts.map((card, index) => (
          <li key={card.id}>
            <Card card={card} shape="row" headingLevel={2} isFirst={index === 0} />
          </li>
        ))}
      </ol>
    </div>
  )
}
