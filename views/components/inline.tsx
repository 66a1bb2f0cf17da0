import { Children, cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import type { Published, TextRange } from '../../src/content/card.ts'

/** Layout separates neighbours visually only (MARK-2). */
export function Spaced({ children }: { children: ReactNode }) {
  return Children.toArray(children).flatMap((child, index) => (index === 0 ? [child] : [' ', child]))
}

export function PublishedTime({ published, withClock = false }: { published: Published; withClock?: boolean }) {
  return (
    <time dateTime={published.time.iso}>
      {published.day}
      {withClock && <span className="card-clock">{`, ${published.clock}`}</span>}
    </time>
  )
}

/** @param ranges in order; invalid ones are ignored */
export function Marked({ text, ranges = [] }: { text: string; ranges?: readonly TextRange[] | undefined }): ReactNode {
  if (ranges.length === 0) return text
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of ranges) {
    if (from < end || to <= from || to > text.length) continue
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>)
    end = to
  }
  return [...parts, text.slice(end)]
}

interface TooltipProps {
  text?: string
  children: ReactElement<{ 'aria-describedby'?: string }>
}

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
