import { useId } from 'react'
import { copy } from '../../src/config/copy.ts'
import { Island } from '../islands/island.tsx'

interface NewsletterBoxProps {
  header?: string | undefined
  description?: string | undefined
  /** Whether its heading belongs to the page's outline; false: plain text in an article. */
  isSection?: boolean
}

/** The newsletter's invitation, with its form (HOME-6). */
export function NewsletterBox({ header, description, isSection = false }: NewsletterBoxProps) {
  const Title = isSection ? 'h2' : 'p'
  const id = `newsletter${useId().replace(/\W/g, '')}`
  return (
    <aside className="newsletter" aria-label={copy.newsletter.label}>
      <div className="newsletter-words">
        <Title className="newsletter-title">{header ?? copy.newsletter.header}</Title>
        <p>{description ?? copy.newsletter.description}</p>
      </div>
      <Island name="newsletter-form" when="touched" props={{ id }} />
    </aside>
  )
}
