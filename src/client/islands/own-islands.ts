import type { ComponentType } from 'react'

/** Replaced by the build with the site's own (build/extension.mjs). */
export const OWN_ISLANDS: ReadonlyArray<readonly [selector: string, component: () => Promise<ComponentType<never>>]> =
  []
