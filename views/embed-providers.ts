import { PROVIDERS } from '../src/content/embeds/providers.ts'
import type { OwnEmbed } from '../src/services/service.ts'

/** Names of the providers whose content a page may frame, including the site's own that need consent. */
export function framedProviders(own: readonly OwnEmbed[]): string[] {
  const ours = PROVIDERS.filter(({ origins }) => origins.length > 0).map(({ name }) => name)
  const sites = own.filter(({ consent }) => consent !== 'none').map(({ name }) => name)
  return [...new Set([...sites, ...ours])]
}
