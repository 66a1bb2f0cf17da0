import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { ScriptedIslands } from './registry.ts'
import { SearchResults, type SearchResultsProps } from './search-results.island.tsx'

interface ScriptedProps<N extends keyof ScriptedIslands> {
  name: N
  /** Travel as JSON: the browser has no catalogue of messages. */
  texts: ScriptedIslands[N]
  children: ReactNode
}

/** A part of a document that is complete without a script and gets one of its own on first use (PERF-3). */
export function ScriptedIsland<N extends keyof ScriptedIslands>({ name, texts, children }: ScriptedProps<N>) {
  return (
    <div className="island" data-island={name} data-props={JSON.stringify(texts)}>
      {children}
    </div>
  )
}

/** The further results of a search, which React hydrates at the page's first scroll. */
export function SearchResultsIsland(props: SearchResultsProps) {
  return <IslandRoot name="search-results" when="scrolled" Component={SearchResults} props={props} />
}

interface RootProps<P extends object> {
  /** The browser's counterpart has the same (`src/client/islands/islands.ts`). */
  name: string
  /** Trigger of hydration: a pointer or the focus on it, or the page's first scroll. */
  when: 'touched' | 'scrolled'
  Component: ComponentType<P>
  props: P
  /** Begins the ids of `useId`; absent: it has none. */
  idPrefix?: string
}

/**
 * An interactive part that React hydrates on first use: the program's, or the site's own. Has its own root, so that the
 * browser hydrates exactly this markup.
 */
export function IslandRoot<P extends object>({ name, when, Component, props, idPrefix }: RootProps<P>) {
  return (
    <div
      className="island"
      data-island={name}
      data-when={when}
      data-prefix={idPrefix}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{
        __html: renderToString(<Component {...props} />, { identifierPrefix: idPrefix ?? '' }),
      }}
    />
  )
}
