import { renderToStaticMarkup } from 'react-dom/server'
import { copy } from '../../src/config/copy.ts'
import { TOKEN_DAYS } from '../../src/content/newsletter.ts'
import type { Service } from '../../src/services/service.ts'
import { StandaloneDocument } from '../document/standalone-document.tsx'
import { NewsletterForm } from '../islands/newsletter-form.island.tsx'

/** Confirms a subscription by a button, because merely opening the URL must not confirm anything. */
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

/** For an expired link, with a form to subscribe again. The page has no script, so the form is plain. */
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
