import { words } from '../content/content'
import { SiteLink } from './site-link'

export function Tags({ tags }) {
  if (tags.length === 0) return null
  return (
    <ul className="quick-links" aria-label={words.article.tags}>
      {tags.map(({ name, href }) => (
        <li key={name}>
          <SiteLink className="chip" href={href}>
            {name}
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}
