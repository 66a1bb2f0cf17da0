import { ContactForm } from '../components/contact-form.tsx'
import { NewsletterBox } from '../components/newsletter.tsx'
import { useMessages } from '../context.ts'
import type { BlockProps } from './props.ts'

/** COMM-20. */
export function Form({ block: { url, contact } }: BlockProps<'form'>) {
  const { forms } = useMessages()
  if (contact) return <ContactForm form={contact} />
  return (
    <p>
      <a className="button" href={url} rel="noopener">
        {forms.open({ site: new URL(url).host })}
      </a>
    </p>
  )
}

export function Newsletter({ block }: BlockProps<'newsletter'>) {
  return <NewsletterBox header={block.header} description={block.description} />
}
