import type { AuthorProfile } from '../../src/content/card.ts'
import type { ReadingOrder } from '../../src/content/reading-order.ts'
import { Card } from '../components/card.tsx'
import { cardPlaces, placeAt } from '../components/card-places.ts'
import { Portrait } from '../components/images.tsx'
import { Spaced } from '../components/inline.tsx'
import { useMessages } from '../context.ts'

export function Share({ url, title }: { url: string; title: string }) {
  const messages = useMessages()
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`
  return (
    <div className="share">
      <Spaced>
        <button
          className="button button-quiet needs-script"
          type="button"
          data-share={url}
          data-share-title={title}
          data-done={messages.article.linkCopied}
        >
          {messages.article.share}
        </button>
        <a className="button button-quiet" href={mail}>
          {messages.article.shareByMail}
        </a>
        <span role="status" />
      </Spaced>
    </div>
  )
}

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

/** Links lead on without JavaScript (PAGE-10). */
export function Onward({ order }: { order: ReadingOrder }) {
  const messages = useMessages()
  const { earlier, later, related } = order
  const places = cardPlaces('postsrow', related.length)
  return (
    <>
      {related.length > 0 && (
        <section className="cards read-next">
          <h2 className="section-title">{messages.article.related}</h2>
          <div className="cards-grid">
            {related.map((card, index) => (
              <Card key={card.id} card={card} place={placeAt(places, index)} />
            ))}
          </div>
        </section>
      )}
      {(earlier || later) && (
        <nav className="onward" aria-label={messages.article.onward}>
          <Spaced>
            {earlier && <Neighbour card={earlier} label={messages.article.earlier} rel="prev" />}
            {later && <Neighbour card={later} label={messages.article.later} rel="next" />}
          </Spaced>
        </nav>
      )}
    </>
  )
}

function Neighbour({
  card,
  label,
  rel,
}: {
  card: NonNullable<ReadingOrder['later']>
  label: string
  rel: 'prev' | 'next'
}) {
  return (
    <a className={`onward-${rel}`} href={card.link.href} rel={rel}>
      <span className="onward-label">{label}</span> <span className="onward-title">{card.title}</span>
    </a>
  )
}
