import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { ISLANDS, type IslandName, type IslandProps } from './table.ts'

interface Props<N extends IslandName> {
  name: N
  /** What makes it live: a pointer or the focus on it, or the first scrolling of the page. */
  when: 'touched' | 'scrolled'
  props: IslandProps[N]
}

/**
 * An interactive part of a document: whole without a script, hydrated when the reader comes to it (architecture, "The
 * browser"). A root of its own, so that the browser hydrates exactly what stands here.
 */
export function Island<N extends IslandName>({ name, when, props }: Props<N>) {
  const Component: ComponentType<IslandProps[N]> = ISLANDS[name]
  return (
    <div
      className="island"
      data-island={name}
      data-when={when}
      data-props={JSON.stringify(props)}
      dangerouslySetInnerHTML={{ __html: renderToString(<Component {...props} />) }}
    />
  )
}
