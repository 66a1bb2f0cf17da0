import type { HTMLAttributes } from 'react'

interface ScrollBoxProps extends HTMLAttributes<HTMLElement> {
  /** A box that is no list is a group, and no landmark, because a page has many of one name (A11Y-11). */
  as?: 'div' | 'ol' | 'ul'
  label: string
  /** src/client/features/carousel.ts scrolls the row. */
  'data-carousel-row'?: true
}

/** Scrolls also by keyboard, so that the page itself never does. */
export function ScrollBox({ as: Box = 'div', label, ...rest }: ScrollBoxProps) {
  return <Box {...rest} role={Box === 'div' ? 'group' : undefined} tabIndex={0} aria-label={label} />
}
