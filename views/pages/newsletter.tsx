import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { TOKEN_DAYS } from '../../src/content/newsletter.ts'
import { ALL_PARAMETER } from '../../src/content/newsletter-paths.ts'
import type { Service } from '../../src/services/service.ts'
import { NewsletterForm } from '../components/newsletter.tsx'
import { type PageStyles, ServiceProvider } from '../context.ts'
import { StandaloneDocument } from '../document/standalone-document.tsx'

export interface NewsletterPage {
  service: Service
  styles: PageStyles
}

const PARTS: CSSProperties = { display: 'grid', gap: 'var(--space-6)', width: '100%', maxWidth: 'var(--measure)' }
/** Removes a browser's least width. */
const CHOICES: CSSProperties = { border: 0, margin: 0, padding: 0, minWidth: 0, display: 'grid', gap: 'var(--space-4)' }

const LEGEND: CSSProperties = { padding: 0, marginBottom: 'var(--space-4)' }
const SECTION: CSSProperties = { display: 'grid', gap: 'var(--space-3)' }

interface UnsubscribeProps {
  site: string
  newsletter: string | undefined
  email: string
  hasOthers: boolean
}

/** Mail scanners open every link (NEWS-20). */
export function unsubscribePage(page: NewsletterPage, props: UnsubscribeProps): string {
  const { site, newsletter, email, hasOthers } = props
  const { title, lead, leadOfOne, action, others, all } = page.service.messages.newsletter.unsubscribe
  return documentOf(
    page,
    title,
    <>
      <p className="lead">
        {newsletter === undefined ? lead({ site, email }) : leadOfOne({ newsletter, site, email })}
      </p>
      <Act action={action} />
      {hasOthers && (
        <>
          <p>{others}</p>
          <Act action={all} path={`?${ALL_PARAMETER}=1`} />
        </>
      )}
    </>,
  )
}

export function unsubscribedPage(page: NewsletterPage): string {
  const { done, doneLead } = page.service.messages.newsletter.unsubscribe
  return documentOf(page, done, <p className="lead">{doneLead}</p>)
}

/** Used and invented links look alike. */
export function goneLinkPage(page: NewsletterPage): string {
  const { gone, goneLead } = page.service.messages.newsletter.preferences
  return documentOf(page, gone, <p className="lead">{goneLead}</p>)
}

interface PreferencesProps {
  email: string
  choices: ReadonlyArray<{ name: string; title: string; text?: string | undefined; isChosen: boolean }>
  isSaved: boolean
  exportPath: string
  erasurePath: string
}

export function preferencesPage(page: NewsletterPage, props: PreferencesProps): string {
  const { email, choices, isSaved, exportPath, erasurePath } = props
  const words = page.service.messages.newsletter.preferences
  return documentOf(
    page,
    words.title,
    <div style={PARTS}>
      {isSaved && (
        <p className="form-message" role="status">
          {words.saved}
        </p>
      )}
      <p className="lead">{words.lead({ email })}</p>
      <form className="newsletter-form" method="post" style={PARTS}>
        <fieldset style={CHOICES}>
          <legend style={LEGEND}>{words.services}</legend>
          {choices.map(({ name, title, text, isChosen }) => (
            <label key={name} className="consent">
              <input type="checkbox" name="service" value={name} defaultChecked={isChosen} />
              <span>
                {title}
                {text !== undefined && <small style={{ display: 'block' }}>{text}</small>}
              </span>
            </label>
          ))}
        </fieldset>
        <button className="button" type="submit">
          {words.save}
        </button>
      </form>
      <section aria-labelledby="dane" style={SECTION}>
        <h2 id="dane">{words.data}</h2>
        <p>
          <a href={exportPath} download>
            {words.export}
          </a>
        </p>
        <p>
          <a href={erasurePath}>{words.erase}</a>
        </p>
      </section>
    </div>,
  )
}

export function erasurePage(page: NewsletterPage, { email, backPath }: { email: string; backPath: string }): string {
  const { title, lead, action, back } = page.service.messages.newsletter.erasure
  return documentOf(
    page,
    title,
    <>
      <p className="lead">{lead({ email })}</p>
      <Act action={action} />
      <p>
        <a href={backPath}>{back}</a>
      </p>
    </>,
  )
}

export function erasedPage(page: NewsletterPage): string {
  const { done, doneLead } = page.service.messages.newsletter.erasure
  return documentOf(page, done, <p className="lead">{doneLead}</p>)
}

function Act({ action, path }: { action: string; path?: string }) {
  return (
    <form className="actions" method="post" action={path}>
      <button className="button" type="submit">
        {action}
      </button>
    </form>
  )
}

function documentOf({ service, styles }: NewsletterPage, title: string, content: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(
    <StandaloneDocument service={service} styles={styles} title={title}>
      {content}
      <p>
        <a href="/">{service.messages.home}</a>
      </p>
    </StandaloneDocument>,
  )}`
}

/** Opening the URL must confirm nothing. */
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
