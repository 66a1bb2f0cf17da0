import type { AuthorProfile } from '../../src/content/card.ts'
import { Portrait } from '../components/portrait.tsx'
import { useMessages } from '../context.ts'

export function AuthorNote({ author }: { author: AuthorProfile }) {
  const messages = useMessages()
  if (!author.description) return null
  return (
    <aside className="author-note" aria-label={messages.article.aboutAuthor}>
      <Portrait person={author} size={64} />
      <div>
        <p className="author-note-name">{author.href ? <a href={author.href}>{author.name}</a> : author.name}</p>
        <p>{author.description}</p>
      </div>
    </aside>
  )
}
