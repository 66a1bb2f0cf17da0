import { useId } from 'react'
import { copy } from '../../src/copy.ts'
import { Island } from '../islands/island.tsx'

interface NewsletterBoxProps {
  header?: string | undefined
  description?: string | undefined
  /** Its header is part of the page's outline, or only words of an article. */
  isSection?: boolean
}

/** Invites to the newsletter, with its form (spec 2, "Newsletter box"). */
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
