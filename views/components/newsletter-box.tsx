import { useId } from 'react'
import { privacyPath } from '../../src/languages/language.ts'
import { useMessages, useService } from '../context.ts'
import { newsletterTexts, ScriptedIsland } from '../islands/island.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

interface NewsletterBoxProps {
  header?: string | undefined
  description?: string | undefined
  /** The heading belongs to the page's outline. */
  isSection?: boolean
}

/** HOME-5, CONS-24. */
export function NewsletterBox({ header, description, isSection = false }: NewsletterBoxProps) {
  const messages = useMessages()
  const service = useService()
  const Title = isSection ? 'h2' : 'p'
  const id = `newsletter${useId().replace(/\W/g, '')}`
  return (
    <aside className="newsletter" aria-label={messages.newsletter.label}>
      <div className="newsletter-words">
        <Title className="newsletter-title">{header ?? messages.newsletter.header}</Title>
        <p>{description ?? messages.newsletter.description}</p>
        <p>
          <a href={privacyPath(service)}>{messages.privacy.title}</a>
        </p>
      </div>
      <ScriptedIsland name="newsletter-form" texts={newsletterTexts(service)}>
        <NewsletterForm id={id} />
      </ScriptedIsland>
    </aside>
  )
}
