import { LIST_PLACE, placeStyle } from './card-places.ts'

/** CARD-25. */
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
