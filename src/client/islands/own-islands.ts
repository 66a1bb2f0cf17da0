import type { ComponentType } from 'react'

/** Islands of the site's own blocks, by selector: the build puts them in place of this (build/extension.mjs). */
export const OWN_ISLANDS: ReadonlyArray<readonly [selector: string, component: () => Promise<ComponentType<never>>]> =
  []
