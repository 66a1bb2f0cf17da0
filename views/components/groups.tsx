import type { HTMLAttributes } from 'react'

interface LabelledGroupProps extends HTMLAttributes<HTMLElement> {
  label: string
  role?: 'group' | 'note'
}

/** No landmark, as a page has many (A11Y-11); no `<div>`, as reader views drop one that is mostly links (ART-16). */
export function LabelledGroup({ label, role = 'group', ...rest }: LabelledGroupProps) {
  return <section {...rest} role={role} aria-label={label} />
}

interface ScrollBoxProps extends HTMLAttributes<HTMLElement> {
  /** Any box but a list is a group, not a landmark (A11Y-11). */
  as?: 'div' | 'ol' | 'ul'
  label: string
  /** For src/client/features/carousel.ts. */
  'data-carousel-row'?: true
}

/** Scrolls by keyboard too, in place of the page. */
export function ScrollBox({ as: Box = 'div', label, ...rest }: ScrollBoxProps) {
  return <Box {...rest} role={Box === 'div' ? 'group' : undefined} tabIndex={0} aria-label={label} />
}
