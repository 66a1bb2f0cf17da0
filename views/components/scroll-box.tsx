import type { HTMLAttributes } from 'react'

interface ScrollBoxProps extends HTMLAttributes<HTMLElement> {
  /**
   * A list keeps its role; any other box is a group, and no landmark, because a page has many of one name (A11Y-11).
   */
  as?: 'div' | 'ol' | 'ul'
  label: string
  /** Arrows scroll the row (src/client/features/carousel.ts). */
  'data-carousel-row'?: true
}

/** Scrolls sideways, also by keyboard, so that the page itself never does. */
export function ScrollBox({ as: Box = 'div', label, ...rest }: ScrollBoxProps) {
  return <Box {...rest} role={Box === 'div' ? 'group' : undefined} tabIndex={0} aria-label={label} />
}
