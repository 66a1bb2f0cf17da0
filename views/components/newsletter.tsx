import { type CSSProperties, useId } from 'react'
import { privacyPath } from '../../src/languages/language.ts'
import { type Newsletter, newslettersOf } from '../../src/services/newsletters.ts'
import { useMessages, useService } from '../context.ts'
import { newsletterTexts, ScriptedIsland } from '../islands/island.tsx'
import { Honeypot } from './form-parts.tsx'

interface NewsletterBoxProps {
  header?: string
  description?: string
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
  const newsletters = newslettersOf(useService())
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
      {newsletters.length > 1 && <Choices newsletters={newsletters} />}
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

/** Removes a browser's border and least width. */
const CHOICES: CSSProperties = { border: 0, margin: 0, padding: 0, minWidth: 0, display: 'grid', gap: 'var(--space-3)' }
const LEGEND: CSSProperties = { padding: 0, marginBottom: 'var(--space-3)' }

/** Stands where there are several (NEWS-30). */
function Choices({ newsletters }: { newsletters: readonly Newsletter[] }) {
  return (
    <fieldset className="field" style={CHOICES}>
      <legend style={LEGEND}>{useMessages().newsletter.choose}</legend>
      {newsletters.map(({ key, name, title, text }) => (
        <label key={key} className="consent">
          <input name="newsletter" value={key} type="checkbox" defaultChecked={name === undefined} />
          <span>
            {title}
            {text !== undefined && <small style={{ display: 'block' }}>{text}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
