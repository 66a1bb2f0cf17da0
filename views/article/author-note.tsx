import { copy } from '../../src/config/copy.ts'
import type { AuthorProfile } from '../../src/content/author.ts'

/** The author's profile, below the text. */
export function AuthorNote({ author }: { author: AuthorProfile }) {
  if (!author.description) return null
  return (
    <aside className="author-note" aria-label={copy.article.aboutAuthor}>
      {author.avatar && <img src={author.avatar} alt="" width="64" height="64" loading="lazy" />}
      <div>
        <p className="author-note-name">{author.href ? <a href={author.href}>{author.name}</a> : author.name}</p>
        <p>{author.description}</p>
      </div>
    </aside>
  )
}
