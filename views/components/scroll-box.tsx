import type { ReactNode } from 'react'

interface ScrollBoxProps {
  className: string
  label: string
  children: ReactNode
}

/** Scrolls sideways, also by keyboard, so that the page itself never does. */
export function ScrollBox({ className, label, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, as a page has many of one name (A11Y-11)
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div role="group" className={className} tabIndex={0} aria-label={label}>
      {children}
    </div>
  )
}
