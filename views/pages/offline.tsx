import { renderToStaticMarkup } from 'react-dom/server'
import { savedPath } from '../../src/languages/language.ts'
import type { Service } from '../../src/services/service.ts'
import type { PageStyles } from '../context.ts'
import { StandaloneDocument } from '../document/standalone-document.tsx'

export const OFFLINE_SCRIPT = '/offline.js'

/** Menus would lead nowhere (OFFLINE-1). */
export function offlinePage(service: Service, styles: PageStyles): string {
  const { offline, aids } = service.messages
  const { textSize, saved, savedOnline, removed, resume, hide } = aids
  return `<!doctype html>${renderToStaticMarkup(
    <StandaloneDocument service={service} styles={styles} title={offline.title} script={OFFLINE_SCRIPT}>
      <p className="lead">{offline.lead}</p>
      <p className="actions">
        <button className="button needs-script" type="button" data-retry>
          {offline.retry}
        </button>
        <noscript>
          <a className="button" href="?">
            {offline.retry}
          </a>
        </noscript>
      </p>
      {/* The aids read them offline too (docs/decisions/125). */}
      <p data-saved hidden data-words={JSON.stringify({ textSize, saved, savedOnline, removed, resume, hide })}>
        <a href={savedPath(service)}>{service.messages.saved.title}</a>
      </p>
      <section className="read-articles" data-read hidden>
        <h2>{offline.read}</h2>
        <ul />
      </section>
    </StandaloneDocument>,
  )}`
}
