/** Placeholders while posts load (CARD-25). */
const BOXES = 6

export function CardSkeletons() {
  return Array.from({ length: BOXES }, (_, index) => (
    <div key={index} className="card card-row card-skeleton" aria-hidden="true">
      <div className="card-picture" />
      <div className="card-text">
        <span />
        <span />
        <span />
      </div>
    </div>
  ))
}
