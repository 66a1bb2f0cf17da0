import { copy } from '../../src/config/copy.ts'
import type { ContentsItem } from '../../src/content/contents.ts'

/** Table of contents of a long article. */
export function Contents({ items }: { items: readonly ContentsItem[] }) {
  if (items.length === 0) return null
  return (
    <nav className="contents" aria-label={copy.article.contents}>
      <p className="contents-title">{copy.article.contents}</p>
      <ol>
        {items.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${encodeURIComponent(id)}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
