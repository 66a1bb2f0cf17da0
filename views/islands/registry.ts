import type { ComponentType } from 'react'
import { NewsletterForm, type NewsletterFormProps } from './newsletter-form.island.tsx'
import { SearchBox, type SearchBoxProps } from './search-box.island.tsx'
import { SearchResults, type SearchResultsProps } from './search-results.island.tsx'

/** Every interactive part that React hydrates, and its props, which travel as JSON. */
export interface IslandProps {
  'newsletter-form': NewsletterFormProps
  'search-box': SearchBoxProps
  'search-results': SearchResultsProps
}

export type IslandName = keyof IslandProps

/** The islands' components on the server; the browser's counterpart is `src/client/boot/islands.ts`. */
export const ISLANDS: { [N in IslandName]: ComponentType<IslandProps[N]> } = {
  'newsletter-form': NewsletterForm,
  'search-box': SearchBox,
  'search-results': SearchResults,
}
