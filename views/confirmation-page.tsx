import { renderToStaticMarkup } from 'react-dom/server'
import { copy } from '../src/copy.ts'
import type { Service } from '../src/services/service.ts'
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
