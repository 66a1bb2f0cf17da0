import { Children, type ReactNode } from 'react'

/** Layout separates inline neighbours only visually (MARK-2). */
export function Spaced({ children }: { children: ReactNode }) {
  return Children.toArray(children).flatMap((child, index) => (index === 0 ? [child] : [' ', child]))
}
