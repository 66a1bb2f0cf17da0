import { cloneElement, type ReactElement, useId } from 'react'

interface TooltipProps {
  /** Absent: nothing is said. */
  text?: string | undefined
  /** A link or a button; the words describe it. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/**
 * Makes what it wraps brighter and larger under a pointer or the focus, and shows the words then (spec 4, "Tooltip
 * wrapper").
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = `tooltip${useId().replace(/\W/g, '')}`
  return (
    <span className="tooltip">
      <span className="tooltip-content">{text ? cloneElement(children, { 'aria-describedby': id }) : children}</span>
      {text && ' '}
      {text && (
        <span className="tooltip-dialog" role="tooltip" id={id}>
          {text}
        </span>
      )}
    </span>
  )
}
