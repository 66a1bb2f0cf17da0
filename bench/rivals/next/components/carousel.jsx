'use client'

import { useRef } from 'react'

/** A row that scrolls by touch, by keyboard or by its arrows. */
export function Carousel({ label, isFitting, words, head, children }) {
  const row = useRef(null)
  const step = (way) => () => row.current.scrollBy({ left: way * row.current.clientWidth, behavior: 'smooth' })
  return (
    <>
      <div className="carousel-head">
        {head}
        <div className={`carousel-arrows${isFitting ? ' is-fitting' : ''}`}>
          <button type="button" className="icon-button" aria-label={words.previous} onClick={step(-1)}>
            <span aria-hidden="true">←</span>
          </button>
          <button type="button" className="icon-button" aria-label={words.next} onClick={step(1)}>
            <span aria-hidden="true">→</span>
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="cards-grid" tabIndex={0} aria-label={label} ref={row}>
        {children}
      </section>
    </>
  )
}
