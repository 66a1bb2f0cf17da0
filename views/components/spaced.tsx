import { Children, type ReactNode } from 'react'

/** Puts a space between inline neighbours: layout separates them only visually (MARK-2). */
export function Spaced({ children }: { children: ReactNode }) {
  return Children.toArray(children).flatMap((child, index) => (index === 0 ? [child] : [' ', child]))
}
