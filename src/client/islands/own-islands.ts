import type { ComponentType } from 'react'

/** Islands of the site's own blocks by the blocks' names: the build puts them in place of this (build/extension.mjs). */
export const OWN_ISLANDS: Record<string, () => Promise<ComponentType<never>>> = {}
