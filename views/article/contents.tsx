import type { ContentsItem } from '../../src/content/contents.ts'
import { useMessages } from '../context.ts'

export function Contents({ items }: { items: readonly ContentsItem[] }) {
  const messages = useMessages()
  if (items.length === 0) return null
  return (
    <nav className="contents" aria-label={messages.article.contents}>
      <p className="contents-title">{messages.article.contents}</p>
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
