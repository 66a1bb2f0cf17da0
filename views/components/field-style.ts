import type { CSSProperties } from 'react'

/** Few documents have such fields, so the shared style sheet has no rule for them. */
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
