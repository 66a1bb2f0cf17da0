import Link from 'next/link'
import { words } from '../content/content'

export function Tags({ tags }) {
  if (tags.length === 0) return null
  return (
    <ul className="quick-links" aria-label={words.article.tags}>
      {tags.map(({ name, href }) => (
        <li key={name}>
          <Link className="chip" href={href}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
