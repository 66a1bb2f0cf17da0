import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { localTime } from '../../src/content/dates.ts'
import type { Service } from '../../src/services/service.ts'
import type { NewsletterTexts, ScriptedIslands } from './registry.ts'
import { SearchResults, type SearchResultsProps, type SearchResultsTexts } from './search-results.island.tsx'

interface ScriptedProps<N extends keyof ScriptedIslands> {
  name: N
  /** The browser has no catalogue. */
  texts?: ScriptedIslands[N]
  children: ReactNode
}

/** Complete without a script (PERF-3). */
export function ScriptedIsland<N extends keyof ScriptedIslands>({ name, texts, children }: ScriptedProps<N>) {
  return (
    <div className="island" data-island={name} data-props={texts && JSON.stringify(texts)}>
      {children}
    </div>
  )
}

export function SearchResultsIsland(props: SearchResultsProps) {
  return <IslandRoot name="search-results" Component={SearchResults} props={props} />
}

interface RootProps<P extends object> {
  name: string
  Component: ComponentType<P>
  props: P
  /** Of ids by `useId`. */
  idPrefix?: string
  /** File of the component, where it is the site's own. */
  module?: string | undefined
}

/** The browser hydrates this markup alone. */
export function IslandRoot<P extends object>({ name, Component, props, idPrefix, module }: RootProps<P>) {
  return (
    <div
      className="island"
      data-island={name}
      data-module={module && `/assets/${module}`}
      data-prefix={idPrefix}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{
        __html: renderToString(<Component {...props} />, { identifierPrefix: idPrefix ?? '' }),
      }}
    />
  )
}

export function newsletterTexts({ messages: { newsletter } }: Service): NewsletterTexts {
  const { submit, sending, sent, added, known, mailed, failed, tooMany, invalidEmail, consentRequired } = newsletter
  return { submit, sending, sent, added, known, mailed, failed, tooMany, invalidEmail, consentRequired }
}

export function searchResultsTexts({ messages: { search, article }, timeZone }: Service): SearchResultsTexts {
  const { loading, failed, end, more } = search
  return {
    loading,
    failed,
    end,
    more,
    markers: {
      promo: article.promo,
      sponsored: article.sponsored,
      formats: article.formats,
      year: localTime(Date.now(), timeZone).year,
    },
  }
}
