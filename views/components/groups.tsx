import type { HTMLAttributes } from 'react'

interface LabelledGroupProps extends HTMLAttributes<HTMLElement> {
  label: string
  role?: 'group' | 'note'
}

/**
 * No landmark, because a page has many (A11Y-11), and no `<div>`, because reader views drop one that is mostly links
 * (ART-16).
 */
export function LabelledGroup({ label, role = 'group', ...rest }: LabelledGroupProps) {
  return <section {...rest} role={role} aria-label={label} />
}

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
