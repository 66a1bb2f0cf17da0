import { PROVIDERS } from '../src/content/embeds.ts'
import type { OwnEmbed } from '../src/services/service.ts'

/** Includes the site's own providers that need consent. */
export function framedProviders(own: readonly OwnEmbed[]): string[] {
  const ours = PROVIDERS.filter(({ origins }) => origins.length > 0).map(({ name }) => name)
  const sites = own.filter(({ consent }) => consent !== 'none').map(({ name }) => name)
  return [...new Set([...sites, ...ours])]
}
