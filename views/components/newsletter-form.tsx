import { useMessages } from '../context.ts'
import { Honeypot } from './honeypot.tsx'

interface NewsletterFormProps {
  /** Unique on the page. */
  id: string
}

/** NEWS-2, NEWS-12. The island's script is src/client/islands/newsletter-form.ts. */
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
