import type { Service } from '../../src/services/service.ts'
import type { NewsletterTexts } from './newsletter-form.island.tsx'
import type { SearchBoxTexts } from './search-box.island.tsx'
import type { SearchResultsTexts } from './search-results.island.tsx'

/** Texts of the islands, which travel with their props: the browser has no catalogue of messages. */

export function newsletterTexts({ messages: { newsletter } }: Service): NewsletterTexts {
  const { email, consent, submit, sending, sent, honeypot } = newsletter
  const { added, known, mailed, failed, tooMany, invalidEmail, consentRequired } = newsletter
  return {
    ...{ email, consent, submit, sending, sent, honeypot },
    ...{ added, known, mailed, failed, tooMany, invalidEmail, consentRequired },
  }
}

export function searchBoxTexts({ language, messages: { search } }: Service): SearchBoxTexts {
  const { words, placeholder, submit, suggestions, suggested } = search
  return { words, placeholder, submit, suggestions, language, suggested: suggested.forms }
}

export function searchResultsTexts({ messages: { search, article } }: Service): SearchResultsTexts {
  const { loading, failed, end, more } = search
  return { loading, failed, end, more, markers: { promo: article.promo, sponsored: article.sponsored } }
}
