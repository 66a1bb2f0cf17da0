import { words } from '../content/content'
import { Portrait } from './portrait'
import { SiteLink } from './site-link'

/** Who wrote this, below the text. */
export function AuthorNote({ author }) {
  const { name, href, description } = author
  if (!description) return null
  return (
    <aside className="author-note" aria-label={words.article.aboutAuthor}>
      <Portrait person={author} size={64} />
      <div>
        <p className="author-note-name">{href ? <SiteLink href={href}>{name}</SiteLink> : name}</p>
        <p>{description}</p>
      </div>
    </aside>
  )
}
