import { useId } from 'react'
import { privacyPath } from '../../src/languages/language.ts'
import { useMessages, useService } from '../context.ts'
import { newsletterTexts, ScriptedIsland } from '../islands/island.tsx'
import { Honeypot } from './form-parts.tsx'

interface NewsletterBoxProps {
  header?: string
  description?: string
  /** In the page's outline. */
  isSection?: boolean
}

export function NewsletterBox({ header, description, isSection = false }: NewsletterBoxProps) {
  const messages = useMessages()
  const service = useService()
  const Title = isSection ? 'h2' : 'p'
  const id = `newsletter${useId().replace(/\W/g, '')}`
  return (
    <aside className="newsletter" aria-label={messages.newsletter.label}>
      <div className="newsletter-words">
        <Title className="newsletter-title">{header ?? messages.newsletter.header}</Title>
        <p>{description ?? messages.newsletter.description}</p>
        <p>
          <a href={privacyPath(service)}>{messages.privacy.title}</a>
        </p>
      </div>
      <ScriptedIsland name="newsletter-form" texts={newsletterTexts(service)}>
        <NewsletterForm id={id} />
      </ScriptedIsland>
    </aside>
  )
}

interface NewsletterFormProps {
  id: string
}

/** src/client/islands/newsletter-form.ts sends it (NEWS-2, NEWS-12). */
export function NewsletterForm({ id }: NewsletterFormProps) {
  const { email, consent, submit } = useMessages().newsletter
  return (
    <form className="newsletter-form" action="/api/sare/" method="post">
      <div className="field">
        <label htmlFor={`${id}-email`}>{email}</label>
        <input
          id={`${id}-email`}
          name="email"
          type="email"
          autoComplete="email"
          required
          aria-describedby={`${id}-email-error`}
        />
        <p className="field-error" id={`${id}-email-error`} aria-live="polite" />
      </div>
      <div className="field">
        <label className="consent">
          <input name="consent" type="checkbox" required aria-describedby={`${id}-consent-error`} />
          <span>{consent}</span>
        </label>
        <p className="field-error" id={`${id}-consent-error`} aria-live="polite" />
      </div>
      <Honeypot />
      <button className="button" type="submit">
        {submit}
      </button>
      <p className="form-message" role="status" />
    </form>
  )
}
