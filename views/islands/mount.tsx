import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'

/** Hydrates an island with the props from the server. Interactive on return. */
export function mount<P extends object>(root: HTMLElement, Component: ComponentType<P>): void {
  // Written by `Island` into the portal's own document.
  const props = JSON.parse(root.dataset.props ?? '{}') as P
  flushSync(() => {
    hydrateRoot(root, <Component {...props} />, { identifierPrefix: root.dataset.prefix ?? '' })
  })
}
