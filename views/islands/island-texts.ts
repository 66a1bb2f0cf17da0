import type { Service } from '../../src/services/service.ts'
import type { NewsletterTexts, SearchBoxTexts } from './registry.ts'
import type { SearchResultsTexts } from './search-results.island.tsx'

/** Texts of the islands, which travel with their props: the browser has no catalogue of messages. */

export function newsletterTexts({ messages: { newsletter } }: Service): NewsletterTexts {
  const { submit, sending, sent, added, known, mailed, failed, tooMany, invalidEmail, consentRequired } = newsletter
  return { submit, sending, sent, added, known, mailed, failed, tooMany, invalidEmail, consentRequired }
}

export function searchBoxTexts({ language, messages: { search } }: Service): SearchBoxTexts {
  return { language, suggested: search.suggested.forms }
}

export function searchResultsTexts({ messages: { search, article } }: Service): SearchResultsTexts {
  const { loading, failed, end, more } = search
  return { loading, failed, end, more, markers: { promo: article.promo, sponsored: article.sponsored } }
}
