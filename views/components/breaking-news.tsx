import type { BreakingLine } from '../../src/content/breaking.ts'
import { useMessages } from '../context.ts'
import { breakingScript } from '../document/breaking.ts'
import { FeatureStyles } from './feature-styles.tsx'
import { CloseIcon } from './icons.tsx'

/** BREAK-1. */
export function BreakingNews({ line: { id, text, href, until } }: { line: BreakingLine }) {
  const { breaking } = useMessages()
  return (
    <>
      <FeatureStyles names={['breaking']} />
      <aside
        className="breaking"
        aria-label={breaking.name}
        data-feature="breaking"
        data-breaking={id}
        data-until={until}
      >
        <script dangerouslySetInnerHTML={{ __html: breakingScript }} />
        <p>
          <strong>{breaking.label}</strong> <a href={href}>{text}</a>
        </p>
        <button type="button" className="icon-button" aria-label={breaking.hide} hidden>
          <CloseIcon />
        </button>
      </aside>
    </>
  )
}
