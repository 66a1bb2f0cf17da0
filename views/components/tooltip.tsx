import type { ReactNode } from 'react'

/**
 * Makes what it wraps brighter and larger under a pointer or the focus, and shows the words then (spec 4, "Tooltip
 * wrapper").
 * @param text absent: nothing is said
 */
export function Tooltip({ text, children }: { text?: string | undefined; children: ReactNode }) {
  return (
    <span className="tooltip">
      <span className="tooltip-content">{children}</span>
      {text && (
        <span className="tooltip-dialog" role="tooltip">
          {text}
        </span>
      )}
    </span>
  )
}
