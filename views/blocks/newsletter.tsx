import { copy } from '../../src/copy.ts'
import type { BlockProps } from './props.ts'

/** Invites to the newsletter. */
export function Newsletter({ block }: BlockProps<'newsletter'>) {
  return (
    <aside className="offer-box newsletter" aria-label={copy.newsletter.label}>
      <p className="offer-title">{block.header ?? copy.newsletter.header}</p>
      <p>{block.description ?? copy.newsletter.description}</p>
    </aside>
  )
}
