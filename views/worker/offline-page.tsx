import type { CSSProperties } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { copy } from '../../src/copy.ts'
import { siteNameOf } from '../../src/seo/head.ts'
import type { Service } from '../../src/services/service.ts'
import { InstallLinks } from '../install-links.tsx'
import { themeScript } from '../theme.ts'
import { TransitionOptIn } from '../transition-opt-in.tsx'

/**
 * What a reader without a network gets in place of a page (decision 69). A document of its own: menus, search and footer
 * lead nowhere now, and everything it names lies in the worker's cache.
 * @param styles address of the site's style sheet
 */
export function offlinePage(service: Service, styles: string): string {
  return `<!doctype html>${renderToStaticMarkup(<OfflineDocument service={service} styles={styles} />)}`
}

function OfflineDocument({ service, styles }: { service: Service; styles: string }) {
  const accents = { '--accent-light': service.color, '--accent-dark': service.colorOnDark } as CSSProperties
  return (
    <html lang="pl" data-theme={service.theme === 'light' ? 'light' : undefined} style={accents}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {service.theme === 'switchable' && <script dangerouslySetInnerHTML={{ __html: themeScript }} />}
        <title>{`${copy.offline.title} – ${siteNameOf(service)}`}</title>
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={styles} />
        <TransitionOptIn />
        <InstallLinks service={service} />
        <script type="module" src="/offline.js" />
      </head>
      <body className={service.name}>
        <header className="header">
          <div className="header-bar">
            <a className="wordmark" href="/">
              <span className="wordmark-group">{copy.group}</span>{' '}
              <span className="wordmark-service">{service.title}</span>
            </a>
          </div>
        </header>
        <main>
          <div className="page message">
            <h1>{copy.offline.title}</h1>
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
          </div>
        </main>
      </body>
    </html>
  )
}
