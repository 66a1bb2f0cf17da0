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
