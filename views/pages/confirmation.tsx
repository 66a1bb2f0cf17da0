import { renderToStaticMarkup } from 'react-dom/server'
import { TOKEN_DAYS } from '../../src/content/newsletter.ts'
import type { Service } from '../../src/services/service.ts'
import { NewsletterForm } from '../components/newsletter-form.tsx'
import { type PageStyles, ServiceProvider } from '../context.ts'
import { StandaloneDocument } from '../document/standalone-document.tsx'

/** Merely opening the URL must not confirm anything. */
export function confirmationPage(service: Service, styles: PageStyles): string {
  const { home, newsletter } = service.messages
  const { title, lead, action } = newsletter.confirm
  return `<!doctype html>${renderToStaticMarkup(
    <StandaloneDocument service={service} styles={styles} title={title}>
      <p className="lead">{lead}</p>
      <form className="actions" method="post">
        <button className="button" type="submit">
          {action}
        </button>
      </form>
      <p>
        <a href="/">{home}</a>
      </p>
    </StandaloneDocument>,
  )}`
}

/** For an expired link. */
export function expiredConfirmationPage(service: Service, styles: PageStyles): string {
  const { home, newsletter } = service.messages
  const { title, lead } = newsletter.expired
  return `<!doctype html>${renderToStaticMarkup(
    <StandaloneDocument service={service} styles={styles} title={title}>
      <p className="lead">{lead({ count: TOKEN_DAYS })}</p>
      <section className="newsletter" aria-label={newsletter.label}>
        <div className="newsletter-words">
          <p className="newsletter-title">{newsletter.header}</p>
          <p>{newsletter.description}</p>
        </div>
        <ServiceProvider service={service}>
          <NewsletterForm id="newsletter" />
        </ServiceProvider>
      </section>
      <p>
        <a href="/">{home}</a>
      </p>
    </StandaloneDocument>,
  )}`
}
