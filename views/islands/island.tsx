import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { ISLANDS, type IslandName, type IslandProps } from './registry.ts'

interface Props<N extends IslandName> {
  name: N
  /** Trigger of hydration: a pointer or the focus on it, or the page's first scroll. */
  when: 'touched' | 'scrolled'
  props: IslandProps[N]
}

/**
 * An interactive part of a document, complete without a script and hydrated on first use (PERF-3).
 * Has its own root, so that the browser hydrates exactly this markup.
 */
export function Island<N extends IslandName>({ name, when, props }: Props<N>) {
  return <IslandRoot name={name} when={when} Component={ISLANDS[name]} props={props} />
}

interface RootProps<P extends object> {
  /** The browser's counterpart has the same (`src/client/boot/islands.ts`). */
  name: string
  when: Props<IslandName>['when']
  Component: ComponentType<P>
  props: P
  /** Begins the ids of `useId`; absent: it has none. */
  idPrefix?: string
}

/** An island of the program, or of the site's own. */
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
