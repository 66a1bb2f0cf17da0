import type { HTMLAttributes } from 'react'

interface LabelledGroupProps extends HTMLAttributes<HTMLElement> {
  label: string
  role?: 'group' | 'note'
}

/** Landmarks would repeat (A11Y-11); reader views drop a `<div>` of links (ART-16). */
export function LabelledGroup({ label, role = 'group', ...rest }: LabelledGroupProps) {
  return <section {...rest} role={role} aria-label={label} />
}

interface ScrollBoxProps extends HTMLAttributes<HTMLElement> {
  /** Other boxes are groups (A11Y-11). */
  as?: 'div' | 'ol' | 'ul'
  label: string
  'data-carousel-row'?: true
}

/** Scrolls by keyboard too. */
export function ScrollBox({ as: Box = 'div', label, ...rest }: ScrollBoxProps) {
  return <Box {...rest} role={Box === 'div' ? 'group' : undefined} tabIndex={0} aria-label={label} />
}
