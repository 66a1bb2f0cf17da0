import type { ComponentType } from 'react'
import { NewsletterForm, type NewsletterFormProps } from './newsletter-form.island.tsx'
import { SearchBox, type SearchBoxProps } from './search-box.island.tsx'
import { SearchResults, type SearchResultsProps } from './search-results.island.tsx'

/** Every interactive part that React brings to life, and what it is given. Props travel as JSON. */
export interface IslandProps {
  'newsletter-form': NewsletterFormProps
  'search-box': SearchBoxProps
  'search-results': SearchResultsProps
}

export type IslandName = keyof IslandProps

/** The server's side of the islands; the browser's is `views/boot/islands.ts`. */
export const ISLANDS: { [N in IslandName]: ComponentType<IslandProps[N]> } = {
  'newsletter-form': NewsletterForm,
  'search-box': SearchBox,
  'search-results': SearchResults,
}
