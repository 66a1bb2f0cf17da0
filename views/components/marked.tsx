import type { ReactNode } from 'react'
import type { TextRange } from '../../src/content/card.ts'

/** @param ranges in order; invalid ones mark nothing */
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
