import type { ComponentType } from 'react'

/** Islands of the site's own blocks, which the build puts in its place (build/extension.mjs). */
export const OWN_ISLANDS: ReadonlyArray<readonly [selector: string, component: () => Promise<ComponentType<never>>]> =
  []
