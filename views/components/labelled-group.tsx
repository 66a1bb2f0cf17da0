import type { HTMLAttributes } from 'react'

interface LabelledGroupProps extends HTMLAttributes<HTMLElement> {
  label: string
  role?: 'group' | 'note'
}

/**
 * A part of a text with a name. No landmark, as a page has many (A11Y-11), and no `<div>`: of these reader views drop any
 * that is mostly links (ART-16).
 */
export function LabelledGroup({ label, role = 'group', ...rest }: LabelledGroupProps) {
  return <section {...rest} role={role} aria-label={label} />
}
