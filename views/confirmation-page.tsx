import { renderToStaticMarkup } from 'react-dom/server'
import { TOKEN_DAYS } from '../src/content/newsletter.ts'
import { copy } from '../src/copy.ts'
import type { Service } from '../src/services/service.ts'
import { NewsletterForm } from './islands/newsletter-form.island.tsx'
import { StandaloneDocument } from './standalone-document.tsx'

/** Asks a subscriber to confirm, by a button: what merely opens the address confirms nothing. */
export function confirmationPage(service: Service, styles: string): string {
  const { title, lead, action } = copy.newsletter.confirm
  return `<!doctype html>${renderToStaticMarkup(
    <StandaloneDocument service={service} styles={styles} title={title}>
      <p className="lead">{lead}</p>
      <form className="actions" method="post">
        <button className="button" type="submit">
          {action}
        </button>
      </form>
      <p>
        <a href="/">{copy.home}</a>
      </p>
    </StandaloneDocument>,
  )}`
}

/** For who comes too late: the way to subscribe again is on the page. It has no script, so the form is a plain one. */
export function expiredConfirmationPage(service: Service, styles: string): string {
  const { title, lead } = copy.newsletter.expired
  return `<!doctype html>${renderToStaticMarkup(
    <StandaloneDocument service={service} styles={styles} title={title}>
      <p className="lead">{lead(TOKEN_DAYS)}</p>
      <section className="newsletter" aria-label={copy.newsletter.label}>
        <div className="newsletter-words">
          <p className="newsletter-title">{copy.newsletter.header}</p>
          <p>{copy.newsletter.description}</p>
        </div>
        <NewsletterForm id="newsletter" />
      </section>
      <p>
        <a href="/">{copy.home}</a>
      </p>
    </StandaloneDocument>,
  )}`
}
