import { words } from '../content/content'

/** Chapters of a long piece, as links. */
export function Contents({ items }) {
  if (items.length === 0) return null
  return (
    <nav className="contents" aria-label={words.article.contents}>
      <p className="contents-title">{words.article.contents}</p>
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
