import type { ComponentType } from 'react'

/** The build replaces this by the islands of the site's own blocks (build/extension.mjs). */
export const OWN_ISLANDS: ReadonlyArray<readonly [selector: string, component: () => Promise<ComponentType<never>>]> =
  []
