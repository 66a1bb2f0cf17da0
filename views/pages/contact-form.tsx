import type { CSSProperties } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ContactForm as Contact, FormValues } from '../../src/content/contact-form.ts'
import type { Service } from '../../src/services/service.ts'
import { ContactForm } from '../components/contact-form.tsx'
import { type PageStyles, ServiceProvider } from '../context.ts'
import { StandaloneDocument } from '../document/standalone-document.tsx'

interface ContactFormPageProps {
  service: Service
  styles: PageStyles
  form: Contact
  message: string
  /** Absent: the form was sent. */
  again?: { values: FormValues; errors: ReadonlyMap<string, string> }
}

const PARTS: CSSProperties = { display: 'grid', gap: 'var(--space-6)', width: '100%', maxWidth: 'var(--measure)' }

/** COMM-21. */
export function contactFormPage({ service, styles, form, message, again }: ContactFormPageProps): string {
  const { forms } = service.messages
  return `<!doctype html>${renderToStaticMarkup(
    <ServiceProvider service={service}>
      <StandaloneDocument service={service} styles={styles} title={again ? forms.notSent : forms.sent}>
        <div style={PARTS}>
          <p className={again ? 'field-error' : 'lead'} role="alert">
            {message}
          </p>
          {again && <ContactForm form={form} values={again.values} errors={again.errors} />}
          <p>
            <a href={form.path}>{forms.back}</a>
          </p>
        </div>
      </StandaloneDocument>
    </ServiceProvider>,
  )}`
}
