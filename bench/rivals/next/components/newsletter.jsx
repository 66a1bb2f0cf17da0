import { words } from '../content/content'
import { NewsletterForm } from './newsletter-form'

/** The newsletter's invitation. */
export function Newsletter({ header, description }) {
  const { newsletter } = words
  const { email, consent, submit } = newsletter
  return (
    <aside className="newsletter" aria-label={newsletter.label}>
      <div className="newsletter-words">
        <h2 className="newsletter-title">{header ?? newsletter.header}</h2>
        <p>{description ?? newsletter.description}</p>
        <p>{words.privacy.title}</p>
      </div>
      <NewsletterForm words={{ email, consent, submit }} />
    </aside>
  )
}
