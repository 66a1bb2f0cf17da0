import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { islandProps } from './registry.ts'

export function mount<P extends object>(root: HTMLElement, Component: ComponentType<P>): void {
  flushSync(() => {
    hydrateRoot(root, <Component {...islandProps<P>(root)} />, { identifierPrefix: root.dataset.prefix ?? '' })
  })
}
