import { cloneElement, type ReactElement, useId } from 'react'

interface TooltipProps {
  text?: string
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/** SHELL-7. */
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
