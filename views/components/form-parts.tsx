import type { CSSProperties } from 'react'
import { useMessages } from '../context.ts'

/** Only bots fill it in. */
export function Honeypot() {
  const { newsletter } = useMessages()
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {newsletter.honeypot}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

export const FIELD_STYLE: CSSProperties = {
  width: '100%',
  minHeight: 44,
  padding: 'var(--space-2) var(--space-3)',
  border: '1px solid var(--ink-soft)',
  borderRadius: 'var(--radius)',
  background: 'var(--paper)',
  color: 'inherit',
  font: 'inherit',
}
