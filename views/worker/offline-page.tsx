import { renderToStaticMarkup } from 'react-dom/server'
import { copy } from '../../src/copy.ts'
import type { Service } from '../../src/services/service.ts'
import { StandaloneDocument } from '../standalone-document.tsx'

/** Address of the page's script. */
export const OFFLINE_SCRIPT = '/offline.js'

/**
 * What a reader without a network gets in place of a page (decision 69). A document of its own: menus, search and footer
 * lead nowhere now, and everything it names lies in the worker's cache.
 * @param styles address of the site's style sheet
 */
export function offlinePage(service: Service, styles: string): string {
  return `<!doctype html>${renderToStaticMarkup(
    <StandaloneDocument service={service} styles={styles} title={copy.offline.title} script={OFFLINE_SCRIPT}>
      <p className="lead">{copy.offline.lead}</p>
      <p className="actions">
        <button className="button needs-script" type="button" data-retry>
          {copy.offline.retry}
        </button>
        <noscript>
          <a className="button" href="?">
            {copy.offline.retry}
          </a>
        </noscript>
      </p>
      <section className="read-articles" data-read hidden>
        <h2>{copy.offline.read}</h2>
        <ul />
      </section>
    </StandaloneDocument>,
  )}`
}
