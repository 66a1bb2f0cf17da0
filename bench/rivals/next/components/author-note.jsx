import Link from 'next/link'
import { words } from '../content/content'

/** Who wrote this, below the text. */
export function AuthorNote({ author: { name, href, avatar, description } }) {
  if (!description) return null
  return (
    <aside className="author-note" aria-label={words.article.aboutAuthor}>
      {avatar && <img src={avatar} alt="" width="64" height="64" loading="lazy" />}
      <div>
        <p className="author-note-name">{href ? <Link href={href}>{name}</Link> : name}</p>
        <p>{description}</p>
      </div>
    </aside>
  )
}
