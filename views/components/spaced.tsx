import { Children, type ReactNode } from 'react'

/** Neighbours in one line, with a space between each two: layout keeps them apart for the eye only (MARK-2). */
export function Spaced({ children }: { children: ReactNode }) {
  return Children.toArray(children).flatMap((child, index) => (index === 0 ? [child] : [' ', child]))
}
