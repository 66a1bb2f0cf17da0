import type { ComponentType } from 'react'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { islandProps } from './registry.ts'

/** What islands of a site's own import. */
export const LENT: Readonly<Record<string, unknown>> = { react, 'react/jsx-runtime': jsxRuntime }

export function mount<P extends object>(root: HTMLElement, Component: ComponentType<P>): void {
  flushSync(() => {
    hydrateRoot(root, <Component {...islandProps<P>(root)} />, { identifierPrefix: root.dataset.prefix ?? '' })
  })
}
